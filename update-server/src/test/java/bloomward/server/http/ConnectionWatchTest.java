package bloomward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.http.ConnectionWatch.Reason;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ConnectionWatchTest {

    private static final Duration FOR_EVER = Duration.ofDays(1);
    private static final HttpLimits LIMITS = HttpLimits.DEFAULT.withHeads(10, Duration.ofSeconds(10))
            .withReaders(Duration.ofSeconds(30), 1000);

    private final ConnectionWatch watch = new ConnectionWatch(new AddressKey(1, false), false, at(0));

    /// Around the point where a nanosecond clock overflows.
    private static long at(double seconds) {
        return Long.MAX_VALUE - 5_000_000_000L + (long) (seconds * 1e9);
    }

    private Optional<Reason> overdue(double seconds) {
        return watch.overdue(at(seconds), LIMITS, FOR_EVER);
    }

    @Test
    void theFirstHeadCountsFromTheConnection() {
        assertThat(overdue(9.9)).isEmpty();
        assertThat(watch.hasLateHead(at(9.9), Duration.ofSeconds(9))).isTrue();
        watch.bytesCame(at(9.9));
        assertThat(overdue(10)).contains(Reason.SLOW_HEAD);
    }

    @Test
    void aLaterHeadCountsFromItsFirstByte() {
        watch.headComplete();
        assertThat(overdue(100)).isEmpty();
        watch.answered(at(100));
        assertThat(overdue(200)).isEmpty();
        watch.bytesCame(at(200));
        watch.bytesCame(at(209));
        assertThat(overdue(209)).isEmpty();
        assertThat(overdue(210)).contains(Reason.SLOW_HEAD);
    }

    @Test
    void idlingIsBoundedWhenAsked() {
        watch.headComplete();
        watch.answered(at(0));
        assertThat(watch.overdue(at(4), LIMITS, Duration.ofSeconds(5))).isEmpty();
        assertThat(watch.overdue(at(5), LIMITS, Duration.ofSeconds(5))).contains(Reason.IDLE_UNDER_PRESSURE);
    }

    @Test
    void aReaderHasToTakeEnoughInEachWindow() {
        watch.headComplete();
        watch.bytesTaken(5000, true);
        assertThat(overdue(1)).isEmpty();
        watch.bytesTaken(1000, true);
        assertThat(overdue(31)).isEmpty();
        watch.bytesTaken(999, true);
        assertThat(overdue(60.9)).isEmpty();
        assertThat(overdue(61)).contains(Reason.SLOW_READER);
    }

    @Test
    void whoHasTakenAllIsWaitedForNoMore() {
        watch.headComplete();
        watch.bytesTaken(10, true);
        assertThat(overdue(1)).isEmpty();
        watch.bytesTaken(10, false);
        assertThat(overdue(40)).isEmpty();
        watch.bytesTaken(10, true);
        assertThat(overdue(41)).isEmpty();
        assertThat(overdue(70)).isEmpty();
        assertThat(overdue(71)).contains(Reason.SLOW_READER);
    }
}
