package bloomward.server.fetch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What is known of the fetches of a feed so far: the input of its schedule, and what an operator is shown.
///
/// @param failures in a row, up to the last attempt
/// @param retryAfter how long the publisher wanted to be left alone when last asked
/// @param lastProblem why the last attempt failed, if it did
public record FetchState(Optional<Instant> lastAttempt, Optional<Instant> lastSuccess, int failures,
        Optional<Duration> retryAfter, Optional<FetchOutcome.Failed> lastProblem) {

    /// Of a feed that was never asked for.
    public static final FetchState NEVER = new FetchState(Optional.empty(), Optional.empty(), 0, Optional.empty(),
            Optional.empty());

    /// The state after one more attempt.
    ///
    /// @param at when it ended
    public FetchState after(FetchOutcome outcome, Instant at) {
        return switch (outcome) {
            case FetchOutcome.Fetched _,FetchOutcome.NotModified _ ->
                new FetchState(Optional.of(at), Optional.of(at), 0, Optional.empty(), Optional.empty());
            case FetchOutcome.Failed failed -> new FetchState(Optional.of(at), lastSuccess, Math.addExact(failures, 1),
                    failed.retryAfter(), Optional.of(failed));
        };
    }
}
