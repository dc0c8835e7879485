package bloomward.server.fetch;

import java.time.Duration;

/// Limits on a publisher's answer.
///
/// @param maxBytes maximum size of the body as sent, before inflating
/// @param maxTime maximum duration, redirects included
/// @param stall maximum pause between bytes
/// @param leastSpeed minimum bytes a second, on average over each stretch of `stall` once a body has begun
public record FeedLimits(long maxBytes, Duration maxTime, Duration stall, long leastSpeed) {

    /// Enough for a list of millions of entries on a slow line.
    public static final FeedLimits DEFAULT = new FeedLimits(256L << 20, Duration.ofMinutes(10), Duration.ofSeconds(30),
            1024);

    public FeedLimits {
        if (maxBytes < 1 || leastSpeed < 1 || !isPositive(maxTime) || !isPositive(stall)) {
            throw new IllegalArgumentException("a limit must be above zero");
        }
    }

    /// Bytes in each stretch of `stall`.
    long leastBytes() {
        return (long) (leastSpeed * (stall.toMillis() / 1000.0));
    }

    private static boolean isPositive(Duration duration) {
        return duration.isPositive();
    }
}
