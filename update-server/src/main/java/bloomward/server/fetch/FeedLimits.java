package bloomward.server.fetch;

import java.time.Duration;

/// How much of a publisher's answer is taken.
///
/// @param maxBytes of the body as it is sent, so before inflating
/// @param maxTime for everything, redirects included
/// @param stall within which something must arrive
public record FeedLimits(long maxBytes, Duration maxTime, Duration stall) {

    /// Room for a list of millions on a slow line.
    public static final FeedLimits DEFAULT = new FeedLimits(256L << 20, Duration.ofMinutes(10), Duration.ofSeconds(30));

    public FeedLimits {
        if (maxBytes < 1 || !isPositive(maxTime) || !isPositive(stall)) {
            throw new IllegalArgumentException("a limit is not above zero");
        }
    }

    private static boolean isPositive(Duration duration) {
        return duration.isPositive();
    }
}
