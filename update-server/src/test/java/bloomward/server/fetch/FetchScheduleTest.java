package bloomward.server.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.fetch.FetchOutcome.Failed;
import bloomward.server.fetch.FetchOutcome.NotModified;
import bloomward.server.fetch.FetchOutcome.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FetchScheduleTest {

    private static final Instant START = Instant.parse("2026-11-18T12:00:00Z");
    private static final FetchSchedule HOURLY = new FetchSchedule("f", Duration.ofHours(1), Duration.ofMinutes(5));
    private static final Failed FAILED = Failed.of(Reason.STALLED, "x");

    private static Failed busy(Duration wait) {
        return new Failed(Reason.BUSY, "status 429", Optional.of(wait));
    }

    private static FetchState failed(int times, Failed failure) {
        FetchState state = FetchState.NEVER;
        for (int i = 0; i < times; i++) {
            state = state.after(failure, START);
        }
        return state;
    }

    private static Duration waitAfter(FetchSchedule schedule, FetchState state) {
        return Duration.between(START, schedule.due(state, START, START));
    }

    @Test
    void startsAreSpreadAndAlwaysTheSame() {
        List<Instant> starts = IntStream.range(0, 100)
                .mapToObj(i -> new FetchSchedule("feed-" + i, Duration.ofHours(1), Duration.ofMinutes(5))
                        .due(FetchState.NEVER, START, START))
                .toList();
        assertThat(starts).allSatisfy(at -> assertThat(at).isBetween(START, START.plus(Duration.ofMinutes(10))));
        assertThat(starts.stream().map(at -> Duration.between(START, at).toMinutes()).distinct().count()).isEqualTo(10);
        assertThat(HOURLY.due(FetchState.NEVER, START, START))
                .isEqualTo(HOURLY.due(FetchState.NEVER, START, START.plusSeconds(99)));
        var often = new FetchSchedule("f", Duration.ofMinutes(1), Duration.ofMinutes(1));
        assertThat(often.due(FetchState.NEVER, START, START)).isBefore(START.plusSeconds(60));
    }

    @Test
    void aSuccessIsFollowedByTheInterval() {
        FetchState state = FetchState.NEVER.after(new NotModified(), START);
        assertThat(waitAfter(HOURLY, state)).isEqualTo(Duration.ofHours(1));
    }

    @ParameterizedTest
    @CsvSource({"1, PT5M", "2, PT10M", "3, PT20M", "4, PT40M", "5, PT1H", "6, PT1H", "1000, PT1H"})
    void failuresAreFollowedByWaitsThatDouble(int failures, Duration wait) {
        assertThat(waitAfter(HOURLY, failed(failures, FAILED))).isEqualTo(wait);
    }

    @Test
    void theLongestWaitIsTheIntervalOfAFeedThatIsFetchedSeldom() {
        var daily = new FetchSchedule("f", Duration.ofDays(1), Duration.ofSeconds(1));
        assertThat(waitAfter(daily, failed(1, FAILED))).isEqualTo(Duration.ofMinutes(1));
        assertThat(waitAfter(daily, failed(100, FAILED))).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void neverAsksMoreOftenThanThePublisherAllows() {
        var rare = new FetchSchedule("f", Duration.ofHours(12), Duration.ofHours(12));
        assertThat(waitAfter(rare, failed(1, FAILED))).isEqualTo(Duration.ofHours(12));
        assertThatThrownBy(() -> new FetchSchedule("f", Duration.ofMinutes(1), Duration.ofMinutes(5)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void grantsWhatThePublisherAsksForUpToADay() {
        assertThat(waitAfter(HOURLY, failed(1, busy(Duration.ofHours(3))))).isEqualTo(Duration.ofHours(3));
        assertThat(waitAfter(HOURLY, failed(1, busy(Duration.ofSeconds(1))))).isEqualTo(Duration.ofMinutes(5));
        assertThat(waitAfter(HOURLY, failed(1, busy(Duration.ofDays(9999))))).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void whatBecameDueWhileTheProgramWasDownIsSpreadAgain() {
        FetchState old = FetchState.NEVER.after(new NotModified(), START.minus(Duration.ofDays(3)));
        assertThat(HOURLY.due(old, START, START)).isEqualTo(HOURLY.due(FetchState.NEVER, START, START));
        FetchState young = FetchState.NEVER.after(new NotModified(), START.minus(Duration.ofMinutes(59)));
        assertThat(HOURLY.due(young, START, START)).isEqualTo(START.plus(Duration.ofMinutes(1)));
    }

    @Test
    void aClockThatWasSetBackStopsNothing() {
        FetchState ahead = FetchState.NEVER.after(new NotModified(), START.plus(Duration.ofDays(365)));
        assertThat(HOURLY.due(ahead, START, START)).isEqualTo(START.plus(Duration.ofHours(1)));
    }

    @Test
    void theStateSaysSinceWhenItIsGood() {
        FetchState state = FetchState.NEVER.after(new NotModified(), START)
                .after(FAILED, START.plusSeconds(10))
                .after(FAILED, START.plusSeconds(20));
        assertThat(state.lastSuccess()).contains(START);
        assertThat(state.lastAttempt()).contains(START.plusSeconds(20));
        assertThat(state.failures()).isEqualTo(2);
        assertThat(state.lastProblem()).contains(FAILED);
        assertThat(state.after(new NotModified(), START.plusSeconds(30)))
                .isEqualTo(FetchState.NEVER.after(new NotModified(), START.plusSeconds(30)));
    }

    /// A week in virtual time, two days of it with a server that fails.
    @Test
    void aWeekOfAFeed() {
        List<Instant> attempts = new ArrayList<>();
        FetchState state = FetchState.NEVER;
        Instant brokenFrom = START.plus(Duration.ofDays(2));
        Instant brokenTo = START.plus(Duration.ofDays(4));
        for (Instant now = HOURLY.due(state, START, START); now.isBefore(START.plus(Duration.ofDays(7)));) {
            attempts.add(now);
            boolean broken = !now.isBefore(brokenFrom) && now.isBefore(brokenTo);
            state = state.after(broken ? FAILED : new NotModified(), now);
            now = HOURLY.due(state, START, now);
        }
        assertThat(attempts).hasSizeBetween(7 * 24, 7 * 24 + 5).isSorted();
        assertThat(state.failures()).isZero();
    }
}
