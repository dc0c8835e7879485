package bloomward.server.safebrowsing;

import bloomward.format.Digest;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/// The publication as clients of Safe Browsing get it, from the first edition on. Publishing and collecting are for one thread
/// at a time, all else for any.
public final class Gateway {

    /// The time between two polls, and the longest for which an answer counts: the interval of agents. Browsers take shorter
    /// ones for a mistake.
    static final Duration WAIT = Duration.ofMinutes(5);

    private final GatewayFolder folder;
    private final CategoryLists categories;
    private final Clock clock;
    private final OwnMemory memory = new OwnMemory();
    private final LongAdder whole = new LongAdder();
    private final LongAdder partial = new LongAdder();
    private final LongAdder unchanged = new LongAdder();
    private final LongAdder found = new LongAdder();
    private final LongAdder notFound = new LongAdder();
    /// Swapped, never changed.
    private volatile Optional<Edition> current = Optional.empty();
    private volatile Optional<String> trouble = Optional.empty();

    /// Makes the hashes of a version that are missing, as after the gateway is switched on.
    @FunctionalInterface
    public interface Missing {

        /// @param target where their folder is to be
        void make(ListRelease list, Allowed allowed, Path target) throws IOException;
    }

    private Gateway(GatewayFolder folder, CategoryLists categories, Clock clock) {
        this.folder = folder;
        this.categories = categories;
        this.clock = clock;
    }

    /// @param folder of its own; made if it is not there
    public static Gateway open(Path folder, CategoryLists categories, Clock clock) throws IOException {
        GatewayFolder files = new GatewayFolder(folder);
        files.create();
        return new Gateway(files, categories, clock);
    }

    /// The folder for the hashes of a version of a list.
    ///
    /// @param allowed digest of the allow file beside it
    public Path hashes(String list, ConfirmRoot version, Digest allowed) {
        return folder.hashes(list, version, allowed);
    }

    /// What is served; nothing before the first publication.
    public Optional<Edition> current() {
        return current;
    }

    /// Why the newest publication is not served; nothing if it is.
    public Optional<String> trouble() {
        return trouble;
    }

    /// Notes that the newest publication could not be taken up. What was served goes on being served.
    public void failed(String why) {
        trouble = Optional.of(why);
    }

    /// Takes up a publication, unless it is served already.
    ///
    /// @param waiting versions that are not published yet, whose hashes stay
    /// @throws IOException if it cannot; what was served goes on being served
    public void publish(Manifest manifest, Allowed allowed, Missing missing, Set<Path> waiting) throws IOException {
        Optional<Edition> before = current;
        if (trouble.isEmpty() && before.filter(edition -> edition.sequence() == manifest.sequence()).isPresent()) {
            return;
        }
        Set<Path> versions = new HashSet<>();
        for (ListRelease list : manifest.lists()) {
            Path version = folder.hashes(list.name(), list.confirmRoot(), manifest.allow().digest());
            if (!FinishedHashes.areIn(version)) {
                missing.make(list, allowed, version);
            }
            versions.add(version);
        }
        Edition edition = Edition.of(manifest.sequence(), folder, versions, categories, allowed);
        edition.write();
        current = Optional.of(edition);
        trouble = Optional.empty();
        if (before.isPresent()) {
            for (ThreatList list : ThreatList.values()) {
                if (!before.get().prefixes(list).digest().equals(edition.prefixes(list).digest())) {
                    folder.replaced(list, before.get().prefixes(list).digest(), clock.instant());
                }
            }
        }
        versions.addAll(waiting);
        folder.keepHashes(versions);
    }

    /// Deletes the prefixes that were replaced before a time. Clients that have older ones get the whole list.
    ///
    /// @return how many sets went
    public int collect(Instant before) throws IOException {
        Optional<Edition> edition = current;
        if (edition.isEmpty()) {
            return 0;
        }
        Set<Path> served = new HashSet<>();
        for (ThreatList list : ThreatList.values()) {
            served.add(folder.prefixes(list, edition.get().prefixes(list).digest()));
        }
        return folder.deletePrefixes(before, served);
    }

    /// The memory of answers for one client alone.
    OwnMemory memory() {
        return memory;
    }

    void countUpdate(Update.Kind kind) {
        switch (kind) {
            case WHOLE -> whole.increment();
            case PARTIAL -> partial.increment();
            case UNCHANGED -> unchanged.increment();
        }
    }

    void countSearch(boolean isFound) {
        (isFound ? found : notFound).increment();
    }

    /// Adds the gateway's metrics.
    public void register(MeterRegistry metrics) {
        for (ThreatList list : ThreatList.threats()) {
            Gauge.builder("bloomward.safebrowsing.prefixes", this,
                    gateway -> gateway.current.map(edition -> edition.size(list)).orElse(0))
                    .description("Prefixes that are served to clients of Safe Browsing, by list.")
                    .tag("list", list.label())
                    .register(metrics);
        }
        entries(metrics, "exact", Edition.Counts::exact);
        entries(metrics, "spelled", Edition.Counts::spelled);
        entries(metrics, "allowed-away", Edition.Counts::allowedAway);
        entries(metrics, "unmapped", Edition.Counts::unmapped);
        Gauge.builder("bloomward.safebrowsing.behind", this, gateway -> gateway.trouble.isPresent() ? 1 : 0)
                .description(
                        "1 while clients of Safe Browsing get an older publication, because the newest could not be"
                                + " taken up.")
                .register(metrics);
        counted(metrics, "updates", "Updates of lists sent to clients of Safe Browsing, by kind.", "kind",
                List.of("whole", "partial", "unchanged"), List.of(whole, partial, unchanged));
        counted(metrics, "searches", "Prefixes that clients of Safe Browsing asked about, by outcome.", "outcome",
                List.of("found", "not-found"), List.of(found, notFound));
    }

    private void entries(MeterRegistry metrics, String kind, ToLongFunction<Edition.Counts> count) {
        Gauge.builder("bloomward.safebrowsing.entries", this,
                gateway -> gateway.current.map(Edition::counts).map(count::applyAsLong).orElse(0L))
                .description("Entries that Safe Browsing cannot say as they are listed, by kind.")
                .tag("kind", kind)
                .register(metrics);
    }

    private static void counted(MeterRegistry metrics, String name, String description, String tag, List<String> values,
            List<LongAdder> counts) {
        for (int i = 0; i < values.size(); i++) {
            FunctionCounter.builder("bloomward.safebrowsing." + name, counts.get(i), LongAdder::sum)
                    .description(description)
                    .tag(tag, values.get(i))
                    .register(metrics);
        }
    }
}
