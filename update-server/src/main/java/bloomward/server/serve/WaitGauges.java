package bloomward.server.serve;

import bloomward.server.store.PublisherStore;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The gauges of what waits for people.
final class WaitGauges {

    private final PublisherStore store;
    private final Clock clock;
    private final MultiGauge holds;
    private final MultiGauge oldestHolds;
    private final MultiGauge heldFeeds;
    private final MultiGauge drafts;
    private volatile Optional<Instant> pending = Optional.empty();

    WaitGauges(PublisherStore store, Clock clock, MeterRegistry metrics) {
        this.store = store;
        this.clock = clock;
        this.holds = MultiGauge.builder("bloomward_holds_open")
                .description("Held entries that wait for a decision, by list.")
                .register(metrics);
        this.oldestHolds = MultiGauge.builder("bloomward_holds_oldest_seconds")
                .description("Time for which the oldest held entry of each list has waited.")
                .register(metrics);
        this.heldFeeds = MultiGauge.builder("bloomward_feed_held_seconds")
                .description("Time for which the new copy of a feed that changed too much has been held.")
                .register(metrics);
        this.drafts = MultiGauge.builder("bloomward_draft_waiting_seconds")
                .description(
                        "Time since the first change of each draft after its last publication; no row without one.")
                .register(metrics);
        Gauge.builder("bloomward_pending_seconds", this, each -> each.pending.map(each::age).orElse(0.0))
                .description("Time for which a publication has waited for signatures; 0 if none waits.")
                .register(metrics);
    }

    /// Reads all rows.
    ///
    /// @return whether the store could be read
    boolean refresh() {
        try {
            Waits waits = store.read(Waits::of);
            List<MultiGauge.Row<?>> counts = new ArrayList<>();
            List<MultiGauge.Row<?>> ages = new ArrayList<>();
            for (Map.Entry<String, Waits.Held> each : waits.holds().entrySet()) {
                Tags tags = Tags.of("list", each.getKey());
                counts.add(MultiGauge.Row.of(tags, each.getValue().count()));
                ages.add(MultiGauge.Row.of(tags, age(each.getValue().oldest())));
            }
            holds.register(counts, true);
            oldestHolds.register(ages, true);
            List<MultiGauge.Row<?>> ofFeeds = new ArrayList<>();
            waits.feeds()
                    .forEach(each -> ofFeeds.add(MultiGauge.Row.of(
                            Tags.of("list", each.list(), "feed", each.feed(), "reason", each.reason().label()),
                            age(each.since()))));
            heldFeeds.register(ofFeeds, true);
            List<MultiGauge.Row<?>> ofDrafts = new ArrayList<>();
            waits.drafts()
                    .forEach(each -> ofDrafts
                            .add(MultiGauge.Row.of(Tags.of("list", each.list().name()), age(each.since()))));
            drafts.register(ofDrafts, true);
            pending = waits.pending();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private double age(Instant since) {
        return Duration.between(since, clock.instant()).toSeconds();
    }
}
