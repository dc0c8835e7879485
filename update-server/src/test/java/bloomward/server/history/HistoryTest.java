package bloomward.server.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.testing.SetClock;
import bloomward.server.admin.view.HistoryReports.AgePoint;
import bloomward.server.store.Gathering;
import bloomward.server.store.OnEachStore;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.PublisherStoreContract;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Polls, from what a server counts to what pages may show of them.
@OnEachStore
final class HistoryTest extends PublisherStoreContract {

    private static final Instant BEGIN = SetClock.BEGIN;

    private final SetClock clock = new SetClock();

    private List<AgePoint> ages() throws IOException {
        return new History(store, clock).ages(History.DAYS).hours();
    }

    @Test
    void theMinutesOfAnHourAreOneSum() throws IOException {
        CountingServer server = new CountingServer(store, clock);
        server.keep(Map.of("current", 30L, "2h", 6L));
        clock.advance(Duration.ofMinutes(59));
        server.keep(Map.of("current", 12L));
        server.keep(Map.of());
        clock.advance(Duration.ofMinutes(1));
        server.keep(Map.of("current", 21L));
        assertThat(ages()).containsExactly(new AgePoint(BEGIN, Map.of("current", 42L, "2h", 6L), 0, false),
                new AgePoint(BEGIN.plus(Duration.ofHours(1)), Map.of("current", 21L), 0, false));
    }

    /// A store that is away for a while.
    private static final class Away implements PublisherStore {

        private final PublisherStore store;
        private boolean isAway = true;

        Away(PublisherStore store) {
            this.store = store;
        }

        @Override
        public <R, E extends Exception> R read(Work<R, E> work) throws IOException, E {
            return store.read(work);
        }

        @Override
        public <R, E extends Exception> R write(Work<R, E> work) throws IOException, E {
            if (isAway) {
                throw new IOException("away");
            }
            return store.write(work);
        }

        @Override
        public Gathering gather() {
            return store.gather();
        }

        @Override
        public void close() {}
    }

    @Test
    void whatIsCountedWhileTheStoreIsAwayComesToItsHour() throws IOException {
        try (Away away = new Away(store)) {
            CountingServer server = new CountingServer(away, clock);
            assertThatThrownBy(() -> server.keep(Map.of("current", 30L))).hasMessage("away");
            clock.advance(Duration.ofMinutes(59));
            assertThatThrownBy(() -> server.keep(Map.of("current", 11L))).hasMessage("away");
            clock.advance(Duration.ofMinutes(1));
            away.isAway = false;
            server.keep(Map.of("current", 22L));
            server.keep(Map.of());
        }
        assertThat(ages()).containsExactly(new AgePoint(BEGIN, Map.of("current", 41L), 0, false),
                new AgePoint(BEGIN.plus(Duration.ofHours(1)), Map.of("current", 22L), 0, false));
    }

    /// Few polls might be those of one person.
    @Test
    void smallClassesAreHidden() throws IOException {
        CountingServer server = new CountingServer(store, clock);
        server.keep(Map.of("current", History.FEWEST_OF_AN_HOUR, "2d", History.FEWEST_OF_A_CLASS - 1, "older", 1L));
        clock.advance(Duration.ofHours(1));
        server.keep(Map.of("current", History.FEWEST_OF_AN_HOUR - 1));
        assertThat(ages()).containsExactly(
                new AgePoint(BEGIN, Map.of("current", History.FEWEST_OF_AN_HOUR), History.FEWEST_OF_A_CLASS, false),
                new AgePoint(BEGIN.plus(Duration.ofHours(1)), Map.of(), 0, true));
    }

    @Test
    void figuresAreForgottenAfterTheirDays() throws IOException {
        CountingServer server = new CountingServer(store, clock);
        server.keep(Map.of("current", 40L));
        clock.advance(Duration.ofDays(History.DAYS).plusHours(2));
        server.keep(Map.of("current", 50L));
        Map<Instant, Long> kept = new HashMap<>();
        read(tables -> tables.history().hours(Instant.EPOCH)).forEach(row -> kept.put(row.hour(), row.amount()));
        assertThat(kept).containsOnlyKeys(clock.instant()).containsValue(50L);
    }
}
