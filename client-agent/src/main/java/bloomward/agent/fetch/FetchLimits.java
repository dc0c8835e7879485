package bloomward.agent.fetch;

import java.time.Duration;

/// Time limits for a server.
///
/// @param connectTime to establish a connection
/// @param progressTime within which the head of an answer must arrive, and then repeatedly `progressBytes` of its body
///     or its end
/// @param progressBytes fewer count as none
/// @param maxTime for one request and its whole answer
public record FetchLimits(Duration connectTime, Duration progressTime, int progressBytes, Duration maxTime) {

    /// For files: enough for a slow line, but not for a server that drips.
    public static final FetchLimits DEFAULT = new FetchLimits(Duration.ofSeconds(10), Duration.ofSeconds(30), 16 << 10,
            Duration.ofMinutes(15));

    /// For an answer of a few kilobytes that a person waits for.
    public static final FetchLimits QUESTION = new FetchLimits(Duration.ofSeconds(3), Duration.ofSeconds(5), 16 << 10,
            Duration.ofSeconds(20));

    public FetchLimits {
        if (!connectTime.isPositive() || !progressTime.isPositive() || progressBytes < 1 || !maxTime.isPositive()) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }
}
