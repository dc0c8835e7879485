package bloomward.server.fetch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The record of a feed's fetches so far: the input of its schedule, shown to operators.
///
/// @param failures consecutive failures up to the last attempt
/// @param retryAfter the publisher's `Retry-After` in the last answer
/// @param lastProblem reason of the last attempt's failure, if it failed
public record FetchState(Optional<Instant> lastAttempt, Optional<Instant> lastSuccess, int failures,
        Optional<Duration> retryAfter, Optional<FetchOutcome.Failed> lastProblem) {

    /// The state of a feed that was never fetched.
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
