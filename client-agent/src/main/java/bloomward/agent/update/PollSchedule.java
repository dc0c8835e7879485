package bloomward.agent.update;

import bloomward.agent.update.UpdateOutcome.Failed;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The time of the next poll. An immutable value: each outcome makes the next one.
///
/// Many agents must never come at once, and most never do: each waits its interval, more or less 15 %. So 95 of 100 see a
/// publication within one interval and a minute, whatever the interval. After failures the wait doubles up to an hour, and
/// lies anywhere in its upper half: an outage spreads the agents over that hour, and a server that comes back sees them
/// return one by one.
public final class PollSchedule {

    private static final Duration FIRST_WITHIN = Duration.ofMinutes(1);
    private static final Duration MAX_BACKOFF = Duration.ofHours(1);
    private static final Duration MAX_RETRY_AFTER = Duration.ofDays(1);
    private static final double JITTER = 0.15;
    /// Enough to come from any interval to the longest wait.
    private static final int MAX_DOUBLINGS = 20;

    private final Duration interval;
    private final int failures;

    private PollSchedule(Duration interval, int failures) {
        this.interval = interval;
        this.failures = failures;
    }

    /// That of an agent that starts.
    ///
    /// @param interval between two polls, in the mean
    public static PollSchedule every(Duration interval) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("interval " + interval);
        }
        return new PollSchedule(interval, 0);
    }

    /// The wait before the first poll.
    ///
    /// @param isProtected whether anything is installed; else nothing is to be waited for
    public static Duration beforeFirst(boolean isProtected, RandomGenerator random) {
        return isProtected ? between(Duration.ZERO, FIRST_WITHIN, random) : Duration.ZERO;
    }

    /// The schedule after one more poll.
    public PollSchedule after(UpdateOutcome outcome) {
        int inARow = outcome instanceof Failed ? Math.min(failures + 1, MAX_DOUBLINGS) : 0;
        return new PollSchedule(interval, inARow);
    }

    /// The wait before the next poll.
    ///
    /// @param outcome of the one before it, of which [#after] knows
    public Duration delay(UpdateOutcome outcome, RandomGenerator random) {
        Duration delay = delay(random);
        Optional<Duration> asked = outcome instanceof Failed failed ? failed.retryAfter() : Optional.empty();
        if (asked.isEmpty() || asked.get().compareTo(delay) <= 0) {
            return delay;
        }
        // All may have been told the same moment.
        Duration least = bounded(asked.get());
        return between(least, least.plus(interval), random);
    }

    /// The pause that a server asked for, within its bounds.
    static Duration bounded(Duration retryAfter) {
        return retryAfter.compareTo(MAX_RETRY_AFTER) < 0 ? retryAfter : MAX_RETRY_AFTER;
    }

    /// The number of failed polls since the last good one.
    public int failures() {
        return failures;
    }

    private Duration delay(RandomGenerator random) {
        Duration least = scaled(interval, 1 - JITTER);
        Duration most = scaled(interval, 1 + JITTER);
        if (failures > 0) {
            Duration backoff = longer(interval, shorter(MAX_BACKOFF, interval.multipliedBy(1L << failures)));
            least = longer(least, backoff.dividedBy(2));
            most = longer(most, backoff);
        }
        return between(least, most, random);
    }

    private static Duration between(Duration least, Duration most, RandomGenerator random) {
        return least.plusNanos((long) (random.nextDouble() * most.minus(least).toNanos()));
    }

    private static Duration scaled(Duration duration, double by) {
        return Duration.ofNanos((long) (duration.toNanos() * by));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
