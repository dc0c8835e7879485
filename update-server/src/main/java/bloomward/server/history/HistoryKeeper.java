package bloomward.server.history;

import bloomward.server.store.PublisherStore;
import bloomward.server.store.history.HistoryTable.Uncounted;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Keeps the figures. To be called every minute, by one thread.
///
/// Sources are counted after a publication, in a read beside the writers: a publication does not wait for a plot.
public final class HistoryKeeper {

    /// Before the name of an age class.
    static final String POLL = "poll ";

    private static final int VERSIONS_IN_A_ROUND = 20;

    private final PublisherStore store;
    private final Supplier<Map<String, Long>> polls;
    private final Clock clock;
    /// Counted by hour, and not yet in the store, which may be away. Counts of a commit whose outcome is unknown are added
    /// once more.
    private final Map<Instant, Map<String, Long>> waiting = new TreeMap<>();
    private Instant forgotten = Instant.MIN;

    /// @param polls takes what was counted since the last call, by age class
    public HistoryKeeper(PublisherStore store, Supplier<Map<String, Long>> polls, Clock clock) {
        this.store = store;
        this.polls = polls;
        this.clock = clock;
    }

    /// Does what is due.
    public void look() throws IOException {
        Instant now = clock.instant();
        Instant oldest = now.minus(Duration.ofDays(History.DAYS));
        keepPolls(now);
        List<Uncounted> uncounted = store.read(tables -> tables.history().uncounted(oldest, VERSIONS_IN_A_ROUND));
        for (Uncounted version : uncounted) {
            Map<Long, Long> counts = store.read(tables -> tables.history().count(version.listId(), version.change()));
            store.write(tables -> {
                tables.history().keep(version.listId(), version.version(), counts);
                return true;
            });
        }
        if (forgotten.isBefore(now.minus(Duration.ofHours(1)))) {
            forgotten = now;
            store.write(tables -> tables.history().forget(oldest));
        }
    }

    private void keepPolls(Instant now) throws IOException {
        Map<String, Long> taken = polls.get();
        if (!taken.isEmpty()) {
            Map<String, Long> ofHour = waiting.computeIfAbsent(now.truncatedTo(ChronoUnit.HOURS), _ -> new TreeMap<>());
            taken.forEach((ages, count) -> ofHour.merge(ages, count, Long::sum));
        }
        if (!waiting.isEmpty()) {
            store.write(tables -> {
                for (Map.Entry<Instant, Map<String, Long>> hour : waiting.entrySet()) {
                    for (Map.Entry<String, Long> each : hour.getValue().entrySet()) {
                        tables.history().add(hour.getKey(), POLL + each.getKey(), each.getValue());
                    }
                }
                return true;
            });
            waiting.clear();
        }
    }
}
