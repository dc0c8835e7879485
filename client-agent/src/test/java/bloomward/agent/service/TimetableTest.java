package bloomward.agent.service;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.update.PollSchedule;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.format.testing.SetClock;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class TimetableTest {

    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final UpdateOutcome FAILED = new Failed(Failure.UNREACHABLE, "", Optional.empty());

    private final SetClock clock = new SetClock();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // it may wrap around at any time
    private final Timetable timetable = new Timetable(PollSchedule.every(INTERVAL), Duration.ofSeconds(7),
            new SplittableRandom(1), clock, nanos::get);

    private void pass(Duration time) {
        clock.advance(time);
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void waitsForTheFirstPoll() {
        assertThat(timetable.isDue()).isFalse();
        assertThat(timetable.nextPoll()).isEqualTo(clock.instant().plusSeconds(7));
        pass(Duration.ofSeconds(7));
        assertThat(timetable.isDue()).isTrue();
    }

    @Test
    void waitsAnIntervalAfterAPollAndLongerAfterFailures() {
        timetable.polled(new Unchanged());
        assertThat(timetable.untilNext()).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(6));
        timetable.polled(FAILED);
        timetable.polled(FAILED);
        timetable.polled(FAILED);
        assertThat(timetable.untilNext()).isGreaterThan(Duration.ofMinutes(6));
        assertThat(timetable.failures()).isEqualTo(3);
    }

    @Test
    void pollsSoonWhenThereIsAReason() {
        timetable.polled(new Unchanged());
        pass(Duration.ofMinutes(2));
        timetable.soon();
        assertThat(timetable.untilNext()).isBetween(Duration.ZERO, Duration.ofSeconds(10));
    }

    @Test
    void restsBetweenTwoPollsWhateverTheReason() {
        timetable.polled(new Unchanged());
        timetable.soon();
        assertThat(timetable.untilNext()).isBetween(Duration.ofMinutes(1), Duration.ofSeconds(70));
    }

    @Test
    void aReasonToPollSoonDelaysNothing() {
        pass(Duration.ofSeconds(7));
        timetable.soon();
        assertThat(timetable.isDue()).isTrue();
    }

    @Test
    void asksAtOnceForWhatOnlyThisMachineNeeds() {
        timetable.polled(new Unchanged());
        pass(Duration.ofSeconds(5));
        timetable.atOnce();
        assertThat(timetable.isDue()).isTrue();
    }

    @Test
    void asksAtOnceOnlyOnceAMinute() {
        timetable.atOnce();
        timetable.polled(new Unchanged());
        pass(Duration.ofSeconds(20));
        timetable.atOnce();
        assertThat(timetable.untilNext()).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void waitsAsFailuresAndTheServerWantItWhateverThisMachineNeeds() {
        timetable.polled(new Failed(Failure.UNREACHABLE, "", Optional.of(Duration.ofHours(2))));
        timetable.atOnce();
        assertThat(timetable.untilNext()).isGreaterThanOrEqualTo(Duration.ofHours(2));
    }

    @Test
    void noticesThatTheMachineSlept() {
        pass(Duration.ofMinutes(3));
        assertThat(timetable.jumped()).isFalse();
        clock.advance(Duration.ofHours(8)); // and the other clock stood still
        assertThat(timetable.jumped()).isTrue();
        assertThat(timetable.jumped()).isFalse();
    }

    @Test
    void noticesThatTheClockWasSetBack() {
        clock.advance(Duration.ofDays(-400));
        assertThat(timetable.jumped()).isTrue();
    }

    @Test
    void takesNoLittleCorrectionForAJump() {
        clock.advance(Duration.ofSeconds(-20));
        assertThat(timetable.jumped()).isFalse();
    }
}
