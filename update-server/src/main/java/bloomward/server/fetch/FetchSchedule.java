package bloomward.server.fetch;

import java.time.Duration;
import java.time.Instant;

/// Computes when a feed is due next. A pure function of its past, so that it can be evaluated for any time.
///
/// A success is followed by the interval. A failure is followed by a wait that starts at the publisher's minimum and
/// doubles each time, up to an hour or the interval, whichever is longer. `Retry-After` is honoured, up to a day. After
/// a start of the program, due feeds start at different times, each always at the same offset.
///
/// @param minimum the shortest interval allowed by the publisher
public record FetchSchedule(String name, Duration interval, Duration minimum) {

    private static final Duration SPREAD = Duration.ofMinutes(10);
    private static final Duration FIRST_WAIT = Duration.ofMinutes(1);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);
    private static final Duration MOST_GRANTED = Duration.ofDays(1);
    private static final int MAX_DOUBLINGS = 20;

    public FetchSchedule {
        if (!minimum.isPositive() || interval.compareTo(minimum) < 0) {
            throw new IllegalArgumentException("interval " + interval + " below the minimum " + minimum);
        }
    }

    public static FetchSchedule of(FeedDefinition feed) {
        return new FetchSchedule(feed.name(), feed.interval(), feed.minimumInterval());
    }

    /// The time at which the feed is due.
    ///
    /// @param started when the program started
    /// @param now only to detect a clock that was set back: an attempt in the future counts as one just now
    public Instant due(FetchState state, Instant started, Instant now) {
        Instant spread = started.plus(offset());
        if (state.lastAttempt().isEmpty()) {
            return spread;
        }
        Instant attempt = state.lastAttempt().get();
        Instant due = (attempt.isAfter(now) ? now : attempt).plus(delay(state));
        return due.isBefore(started) ? spread : due;
    }

    private Duration delay(FetchState state) {
        Duration delay = state.failures() == 0 ? interval : backOff(state.failures());
        Duration asked = state.retryAfter().orElse(Duration.ZERO);
        return longer(delay, shorter(asked, MOST_GRANTED));
    }

    private Duration backOff(int failures) {
        Duration wait = longer(minimum, FIRST_WAIT).multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
        return longer(minimum, shorter(wait, longer(interval, LONGEST_WAIT)));
    }

    /// An offset within the interval or ten minutes, derived from the name alone.
    private Duration offset() {
        long range = shorter(interval, SPREAD).toMillis();
        long mixed = (name.hashCode() * 0x9e37_79b9_7f4a_7c15L) >>> 20;
        return Duration.ofMillis(range == 0 ? 0 : mixed % range);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
