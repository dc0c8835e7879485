package bloomward.agent.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PollScheduleTest {

    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final UpdateOutcome WELL = new Unchanged();

    private final RandomGenerator random = new Random(7);

    private static Failed failed(Optional<Duration> retryAfter) {
        return new Failed(Failure.UNREACHABLE, "down", retryAfter);
    }

    /// The shortest and the longest of many waits.
    private Duration[] range(PollSchedule schedule, UpdateOutcome outcome) {
        Duration[] waits = IntStream.range(0, 2000)
                .mapToObj(_ -> schedule.delay(outcome, random))
                .sorted()
                .toArray(Duration[]::new);
        return new Duration[] {waits[0], waits[waits.length - 1]};
    }

    @Test
    void comesWithinAMinuteOfItsStart() {
        for (int i = 0; i < 1000; i++) {
            assertThat(PollSchedule.beforeFirst(true, random)).isBetween(Duration.ZERO, Duration.ofMinutes(1));
        }
        assertThat(PollSchedule.beforeFirst(false, random)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {60, 300, 3600, 86400})
    void seesAPublicationWithinOneIntervalAndAMinute(long seconds) {
        Duration interval = Duration.ofSeconds(seconds);
        PollSchedule schedule = PollSchedule.every(interval);
        double[] waits = IntStream.range(0, 20_000)
                .mapToDouble(_ -> schedule.delay(WELL, random).toNanos() / 1e9)
                .toArray();
        double mean = Arrays.stream(waits).average().orElseThrow();
        assertThat(mean).isBetween(seconds * 0.995, seconds * 1.005);
        // A publication at a random moment meets a wait as often as it is long, and any moment of it.
        double late = Arrays.stream(waits).map(wait -> Math.max(0, wait - seconds - 60)).sum() / (mean * waits.length);
        assertThat(late).isLessThan(0.05);
    }

    @Test
    void waitsLongerAfterEachFailureUpToAnHour() {
        PollSchedule schedule = PollSchedule.every(INTERVAL);
        Failed down = failed(Optional.empty());
        for (long most : new long[] {10, 20, 40, 60, 60, 60}) {
            schedule = schedule.after(down);
            Duration[] range = range(schedule, down);
            assertThat(range[0]).isBetween(Duration.ofMinutes(most).dividedBy(2), Duration.ofMinutes(most));
            assertThat(range[1]).isBetween(range[0].plus(Duration.ofMinutes(most / 3)), Duration.ofMinutes(most));
        }
        assertThat(schedule.failures()).isEqualTo(6);
    }

    @Test
    void forgetsFailuresAtTheFirstSuccess() {
        PollSchedule schedule = PollSchedule.every(INTERVAL).after(failed(Optional.empty())).after(WELL);
        assertThat(schedule.failures()).isZero();
        assertThat(range(schedule, WELL)[1]).isLessThan(Duration.ofMinutes(6));
    }

    @Test
    void neverComesMoreOftenBecauseItFails() {
        PollSchedule schedule = PollSchedule.every(Duration.ofHours(6));
        Failed down = failed(Optional.empty());
        for (int i = 0; i < 100; i++) {
            schedule = schedule.after(down);
            assertThat(range(schedule, down)[0]).isGreaterThanOrEqualTo(Duration.ofHours(5));
        }
    }

    @Test
    void staysAwayForAsLongAsTheServerWants() {
        Failed busy = failed(Optional.of(Duration.ofHours(3)));
        Duration[] range = range(PollSchedule.every(INTERVAL).after(busy), busy);
        assertThat(range[0]).isGreaterThanOrEqualTo(Duration.ofHours(3));
        assertThat(range[1]).isBetween(Duration.ofHours(3).plusMinutes(4), Duration.ofHours(3).plus(INTERVAL));
    }

    @Test
    void staysAwayForADayAtMost() {
        Failed never = failed(Optional.of(Duration.ofDays(10_000)));
        assertThat(range(PollSchedule.every(INTERVAL).after(never), never)[1]).isLessThan(Duration.ofHours(25));
    }

    @Test
    void comesNoEarlierThanItsOwnWait() {
        Failed soon = failed(Optional.of(Duration.ofSeconds(1)));
        PollSchedule schedule = PollSchedule.every(INTERVAL).after(soon);
        assertThat(range(schedule, soon)[0]).isGreaterThanOrEqualTo(INTERVAL);
    }

    @Test
    void refusesAnIntervalOfNothing() {
        assertThatThrownBy(() -> PollSchedule.every(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }
}
