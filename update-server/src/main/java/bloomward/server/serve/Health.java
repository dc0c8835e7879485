package bloomward.server.serve;

import bloomward.format.FormatException;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.VerifierKey;
import bloomward.server.http.admin.ReadinessCheck;
import bloomward.server.publish.Commits;
import bloomward.server.publish.Published.Newest;
import bloomward.server.publish.ServerKeys;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.FeedRow;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.ReportKind;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// Readiness checks and metrics.
final class Health {

    private static final Duration MANIFEST_WARNING = Duration.ofDays(2);
    private static final Duration ROOT_WARNING = Duration.ofDays(30);
    static final long LEAST_DISK_IN_BYTES = 512L << 20;
    private static final int MOST_FAILURES = 5;

    private final DataFolder folder;
    private final PublisherStore store;
    private final Commits commits;
    private final Clock clock;

    Health(DataFolder folder, PublisherStore store, Commits commits, Clock clock) {
        this.folder = folder;
        this.store = store;
        this.commits = commits;
        this.clock = clock;
    }

    List<ReadinessCheck> checks() {
        return List.of(new ReadinessCheck("store", this::store), new ReadinessCheck("keys", this::keys),
                new ReadinessCheck("expiry", this::expiry), new ReadinessCheck("latest", this::latest),
                new ReadinessCheck("feeds", this::feeds), new ReadinessCheck("disk", this::disk));
    }

    private Optional<String> store() {
        try {
            return store.read(tables -> {
                tables.lists().all();
                return Optional.empty();
            });
        } catch (IOException e) {
            return Optional.of("cannot be read: " + e.getMessage());
        }
    }

    private Optional<String> expiry() {
        Instant now = clock.instant();
        Instant root = commits.current().root().expires();
        if (!now.isBefore(root.minus(ROOT_WARNING))) {
            return Optional.of("the root expires at " + root + ": rotate it");
        }
        return commits.current()
                .newest()
                .map(Newest::manifest)
                .map(Manifest::expires)
                .filter(expires -> !now.isBefore(expires.minus(MANIFEST_WARNING)))
                .map(expires -> "the manifest expires at " + expires + ": "
                        + (commits.holdsPublisherKeys()
                                ? "publish or renew"
                                : "publish or renew with --key, as the publisher's key is not on the server"));
    }

    /// The keys that the server signs with, now and after a restart.
    Optional<String> keys() {
        Root root = commits.current().root();
        if (commits.keys().find(root.timestamp()).isEmpty()) {
            return Optional.of("the timestamp key " + root.timestamp().name() + " is not on the server: "
                    + commits.current()
                            .newest()
                            .map(newest -> "'latest' expires at " + newest.latest().expires())
                            .orElse("nothing can be published"));
        }
        try {
            Collection<VerifierKey> stored = ServerKeys.publicHalves(folder.keys()).values();
            List<String> gone = new ArrayList<>();
            for (SigningKey key : commits.keys().among(root.publishers())) {
                if (!stored.contains(key.verifierKey())) {
                    gone.add(key.verifierKey().name());
                }
            }
            if (!stored.contains(root.timestamp())) {
                gone.add(root.timestamp().name());
            }
            return gone.isEmpty()
                    ? Optional.empty()
                    : Optional.of("no file in " + folder.keys() + " has " + String.join(", ", gone)
                            + ", which the server signs with until it stops");
        } catch (IOException | FormatException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> latest() {
        Instant now = clock.instant();
        return commits.current()
                .newest()
                .map(Newest::latest)
                .map(Latest::expires)
                .filter(expires -> !now.isBefore(expires))
                .map(expires -> "'latest' expired at " + expires);
    }

    private Optional<String> feeds() {
        try {
            List<String> stale = new ArrayList<>();
            for (FeedRow feed : store.read(tables -> tables.feeds().all())) {
                if (feed.isEnabled() && feed.failures() >= MOST_FAILURES) {
                    stale.add(feed.name() + " (" + feed.failures() + " failures)");
                }
            }
            return stale.isEmpty() ? Optional.empty() : Optional.of("not fetched: " + String.join(", ", stale));
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> disk() {
        try {
            long free = Files.getFileStore(folder.root()).getUsableSpace();
            return free < LEAST_DISK_IN_BYTES ? Optional.of((free >> 20) + " MiB free") : Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// Registers the gauges read at each scrape.
    ///
    /// @return updates the gauges with a row for each list or feed; call it before a scrape
    Runnable register(PrometheusMeterRegistry metrics) {
        Gauge.builder("bloomward_publication_sequence", commits,
                each -> each.current().newest().map(newest -> (double) newest.manifest().sequence()).orElse(0.0))
                .description("Sequence of the newest manifest; 0 before the first publication.")
                .register(metrics);
        Gauge.builder("bloomward_publication_age_seconds", commits,
                each -> each.current().newest().map(newest -> age(newest.manifest().issued())).orElse(0.0))
                .description("Time since the newest manifest was signed; a renewal signs one, too.")
                .register(metrics);
        Gauge.builder("bloomward_manifest_expires_in_seconds", commits,
                each -> each.current().newest().map(newest -> -age(newest.manifest().expires())).orElse(0.0))
                .description("Time until the newest manifest expires; below 0 once it has.")
                .register(metrics);
        Gauge.builder("bloomward_latest_expires_in_seconds", commits,
                each -> each.current().newest().map(newest -> -age(newest.latest().expires())).orElse(0.0))
                .description("Time until latest expires; it is signed anew each hour.")
                .register(metrics);
        Gauge.builder("bloomward_root_expires_in_seconds", commits, each -> -age(each.current().root().expires()))
                .description("Time until the newest root expires.")
                .register(metrics);
        Gauge.builder("bloomward_disk_free_bytes", folder, each -> each.root().toFile().getUsableSpace())
                .description("Free space of the file system with the data folder.")
                .register(metrics);
        MultiGauge entries = MultiGauge.builder("bloomward_list_entries")
                .description("Expressions in the newest version of each list.")
                .register(metrics);
        MultiGauge versions = MultiGauge.builder("bloomward_list_version")
                .description("Newest version of each list; 0 before its first publication.")
                .register(metrics);
        MultiGauge feeds = MultiGauge.builder("bloomward_feed_last_success_seconds")
                .description("Unix time at which each feed was last fetched and read; 0 for never.")
                .register(metrics);
        MultiGauge failures = MultiGauge.builder("bloomward_feed_failures")
                .description("Failures of each feed in a row, since its last success.")
                .register(metrics);
        MultiGauge reports = MultiGauge.builder("bloomward_reports_open")
                .description("Reports of people that wait for a decision, by kind.")
                .register(metrics);
        Gauge.builder("bloomward_reports_oldest_open_seconds", this, Health::oldestReport)
                .description("Time for which the oldest report of a person has waited; 0 if none waits.")
                .register(metrics);
        WaitGauges waits = new WaitGauges(store, clock, metrics);
        AtomicInteger isUp = new AtomicInteger();
        Gauge.builder("bloomward_store_up", isUp, AtomicInteger::get)
                .description("Whether the store could be read at this scrape.")
                .register(metrics);
        return () -> isUp
                .set(refresh(entries, versions, feeds, failures) && refreshReports(reports) && waits.refresh() ? 1 : 0);
    }

    /// @param expires the end of the certificate of the public listener; empty without TLS
    static void registerCertificate(PrometheusMeterRegistry metrics, Supplier<Optional<Instant>> expires, Clock clock) {
        Gauge.builder("bloomward_certificate_expires_in_seconds", expires,
                each -> each.get()
                        .map(end -> (double) Duration.between(clock.instant(), end).toSeconds())
                        .orElse(Double.NaN))
                .description("Time until the TLS certificate in use expires; NaN without TLS.")
                .register(metrics);
    }

    private boolean refreshReports(MultiGauge reports) {
        try {
            List<MultiGauge.Row<?>> rows = new ArrayList<>();
            store.read(tables -> {
                for (ReportKind kind : ReportKind.values()) {
                    rows.add(MultiGauge.Row.of(Tags.of("kind", kind.label()), tables.reports().countOpen(kind)));
                }
                return true;
            });
            reports.register(rows, true);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /// The time for which the oldest report has waited for a person; 0 if none waits.
    private double oldestReport() {
        try {
            return store.read(tables -> tables.reports().oldestOpen()).map(this::age).orElse(0.0);
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    private double age(Instant of) {
        return Duration.between(of, clock.instant()).toSeconds();
    }

    /// Reads the rows of the gauges with one row for each list or feed.
    private boolean refresh(MultiGauge entries, MultiGauge versions, MultiGauge feeds, MultiGauge failures) {
        try {
            List<MultiGauge.Row<?>> ofEntries = new ArrayList<>();
            List<MultiGauge.Row<?>> ofVersions = new ArrayList<>();
            List<MultiGauge.Row<?>> ofFeeds = new ArrayList<>();
            List<MultiGauge.Row<?>> ofFailures = new ArrayList<>();
            store.read(tables -> {
                for (ListRow list : tables.lists().all()) {
                    Optional<VersionRow> version = tables.publications().latestVersion(list.id());
                    Tags tags = Tags.of("list", list.name());
                    ofEntries.add(MultiGauge.Row.of(tags, version.map(row -> row.counts().expressions()).orElse(0L)));
                    ofVersions.add(MultiGauge.Row.of(tags, version.map(VersionRow::version).orElse(0L)));
                }
                for (FeedRow feed : tables.feeds().all()) {
                    Tags tags = Tags.of("feed", feed.name());
                    ofFeeds.add(MultiGauge.Row.of(tags, feed.lastSuccess().map(Instant::getEpochSecond).orElse(0L)));
                    ofFailures.add(MultiGauge.Row.of(tags, feed.failures()));
                }
                return true;
            });
            entries.register(ofEntries, true);
            versions.register(ofVersions, true);
            feeds.register(ofFeeds, true);
            failures.register(ofFailures, true);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
