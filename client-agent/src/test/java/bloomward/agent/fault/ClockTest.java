package bloomward.agent.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Unknown;
import bloomward.agent.confirm.Confirmer;
import bloomward.agent.fault.TwoSets.Which;
import bloomward.agent.fetch.Transport;
import bloomward.agent.store.FileTree;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Store;
import bloomward.agent.update.HostileTransport;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.agent.update.Updater;
import bloomward.format.Digest;
import bloomward.format.release.Freshness;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A machine whose clock is ten years off, before or after: no list is dropped, nothing older is accepted.
final class ClockTest {

    private static final long TEN_YEARS = 3653;

    @TempDir
    private static Path folder;

    private static TwoSets sets;
    /// The latest note of the old set.
    private static byte[] older = {};

    private Path store;

    @BeforeAll
    static void publish() throws Exception {
        sets = new TwoSets(folder);
        older = Files.readAllBytes(sets.publisher().data().resolve("public/v1/latest"));
        sets.publishNew();
    }

    @AfterAll
    static void stop() {
        sets.close();
    }

    @BeforeEach
    void install() throws Exception {
        store = copy();
    }

    private static Path copy() throws Exception {
        return sets.copyTo(Files.createTempDirectory(folder, "machine").resolve("store"));
    }

    /// The machine's clock, so many days off.
    private Clock off(long days) {
        return Clock.offset(sets.clock(), Duration.ofDays(days));
    }

    private UpdateOutcome poll(Transport transport, Clock clock) {
        return new Updater(transport, Store.at(store), List.of(), clock).poll();
    }

    private Verdict check(String url, Clock clock) throws Exception {
        try (LoadedSet set = Store.at(store).open(List.of()).orElseThrow()) {
            byte[] bytes = url.getBytes(UTF_8);
            return new UrlChecker(CheckPolicy.DEFAULT, Confirmer.offline(), clock).check(set.protection(), bytes, 0,
                    bytes.length);
        }
    }

    private Freshness freshness(Clock clock) throws Exception {
        try (LoadedSet set = Store.at(store).open(List.of()).orElseThrow()) {
            return set.protection().freshnessAt(clock.instant());
        }
    }

    @Test
    void aClockAheadDropsNothingAndCallsNothingClean() throws Exception {
        Clock ahead = off(TEN_YEARS);
        assertThat(sets.poll(store)).isInstanceOf(Updated.class);
        Map<String, Digest> before = FileTree.digests(store);
        for (String url : TwoSets.alwaysListed()) {
            assertThat(check(url, ahead)).as(url).isInstanceOf(Verdict.Listed.class);
        }
        assertThat(check("http://clean.example/", ahead)).isInstanceOfSatisfying(Unknown.class,
                unknown -> assertThat(unknown.reason()).isEqualTo(Verdict.Reason.EXPIRED));
        assertThat(freshness(ahead)).isEqualTo(Freshness.EXPIRED);
        poll(sets.transport(), ahead);
        assertThat(FileTree.digests(store)).containsAllEntriesOf(withoutState(before));
        assertThat(sets.look(store)).isEqualTo(Which.NEW);
        assertThat(freshness(sets.clock())).as("set right again").isEqualTo(Freshness.FRESH);
    }

    @Test
    void updatesAllTheSame() throws Exception {
        for (long days : new long[] {-TEN_YEARS, -1, 1, TEN_YEARS}) {
            store = copy();
            updatesWithAClockOff(days);
        }
    }

    private void updatesWithAClockOff(long days) throws Exception {
        UpdateOutcome outcome = poll(sets.transport(), off(days));
        assertThat(outcome).isInstanceOf(Updated.class);
        assertThat(sets.look(store)).isEqualTo(Which.NEW);
        assertThat(poll(sets.transport(), off(-days))).isEqualTo(new Unchanged());
        assertThat(sets.look(store)).isEqualTo(Which.NEW);
    }

    @Test
    void takesNothingOlder() throws Exception {
        assertThat(sets.poll(store)).isInstanceOf(Updated.class);
        Map<String, Digest> before = FileTree.digests(store);
        HostileTransport replaying = new HostileTransport(sets.transport())
                .on(path -> path instanceof PublicPath.Latest, HostileTransport.sending(older));
        for (long days : new long[] {-TEN_YEARS, 0, TEN_YEARS}) {
            assertThat(poll(replaying, off(days))).isInstanceOfSatisfying(Failed.class,
                    failed -> assertThat(failed.failure()).isEqualTo(Failure.REFUSED));
            assertThat(FileTree.digests(store)).isEqualTo(before);
        }
    }

    /// The floor has seen a signed time at which the installed set has ended. No clock makes it valid again.
    @Test
    void aClockSetBackUnexpiresNothing() throws Exception {
        assertThat(freshness(off(-TEN_YEARS))).isEqualTo(Freshness.FRESH);
        sets.clock().advance(Duration.ofDays(8));
        sets.publisher().add("malware", "newer.example").publish();
        HostileTransport withoutLists = new HostileTransport(sets.transport()).on(
                path -> path instanceof Content content && content.kind() == ContentKind.PACKED,
                HostileTransport.missing());
        assertThat(poll(withoutLists, sets.clock())).isInstanceOf(Failed.class);
        for (long days : new long[] {-TEN_YEARS, -8, 0}) {
            assertThat(freshness(off(days))).isEqualTo(Freshness.EXPIRED);
            assertThat(check("http://m0.example/", off(days))).isInstanceOf(Verdict.Listed.class);
            assertThat(check("http://clean.example/", off(days))).isInstanceOf(Unknown.class);
        }
        sets.finish(store);
        assertThat(freshness(off(-TEN_YEARS))).isEqualTo(Freshness.FRESH);
    }

    private static Map<String, Digest> withoutState(Map<String, Digest> files) {
        files.keySet().removeIf(name -> name.startsWith("state"));
        return files;
    }
}
