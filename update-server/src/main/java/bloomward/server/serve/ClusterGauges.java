package bloomward.server.serve;

import bloomward.server.cluster.Lead;
import bloomward.server.cluster.Membership;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;

/// Metrics of a server among others. A server with a store of its own leads, and is never behind.
final class ClusterGauges {

    private ClusterGauges() {}

    /// @param membership empty for a server with a store of its own
    static void register(MeterRegistry metrics, Lead lead, Optional<Membership> membership) {
        Gauge.builder("bloomward_leads", lead, each -> each.isHere() ? 1 : 0)
                .description("Whether this server leads: fetches feeds, dates latest, renews, tidies up.")
                .register(metrics);
        Gauge.builder("bloomward_lags", membership, each -> each.flatMap(Membership::lag).isPresent() ? 1 : 0)
                .description("Whether this server is behind another one of its database.")
                .register(metrics);
        Gauge.builder("bloomward_beat_age_seconds", membership,
                each -> each.map(joined -> joined.silence().toMillis() / 1000.0).orElse(0.0))
                .description("Time since this server was heard of by the database that it shares; 0 without others.")
                .register(metrics);
    }
}
