package bloomward.server.fetch;

import java.time.Duration;

/// Limits on a publisher's answer.
///
/// @param maxBytes maximum size of the body as sent, before inflating
/// @param maxTime maximum duration, redirects included
/// @param stall maximum pause between bytes
public record FeedLimits(long maxBytes, Duration maxTime, Duration stall) {

    /// Enough for a list of millions of entries on a slow line.
    public static final FeedLimits DEFAULT = new FeedLimits(256L << 20, Duration.ofMinutes(10), Duration.ofSeconds(30));

    public FeedLimits {
        if (maxBytes < 1 || !isPositive(maxTime) || !isPositive(stall)) {
            throw new IllegalArgumentException("a limit must be above zero");
        }
    }

    private static boolean isPositive(Duration duration) {
        return duration.isPositive();
    }
}
