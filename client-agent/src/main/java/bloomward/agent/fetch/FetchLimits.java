package bloomward.agent.fetch;

import java.time.Duration;

/// How long a server may take.
///
/// @param connectTime until there is a connection
/// @param progressTime within which the head of an answer must be there, and then again and again
///     `progressBytes` of its body or its end
/// @param progressBytes fewer are as good as none
/// @param maxTime for one question and all of its answer
public record FetchLimits(Duration connectTime, Duration progressTime, int progressBytes, Duration maxTime) {

    /// For files: room for a slow line, and none for a server that drips.
    public static final FetchLimits DEFAULT = new FetchLimits(Duration.ofSeconds(10), Duration.ofSeconds(30), 16 << 10,
            Duration.ofMinutes(15));

    /// For a question of a few kilobytes that somebody waits for.
    public static final FetchLimits QUESTION = new FetchLimits(Duration.ofSeconds(3), Duration.ofSeconds(5), 16 << 10,
            Duration.ofSeconds(20));

    public FetchLimits {
        if (!connectTime.isPositive() || !progressTime.isPositive() || progressBytes < 1 || !maxTime.isPositive()) {
            throw new IllegalArgumentException("a limit is not above zero");
        }
    }
}
