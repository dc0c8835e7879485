package bloomward.agent.update;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.publisher.Publisher;
import bloomward.agent.store.Store;
import bloomward.agent.update.UpdateOutcome.ListChange;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.format.Digest;
import bloomward.format.delta.Rungs;
import bloomward.format.release.Freshness;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.testing.SetClock;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import bloomward.format.wire.PublicPath.RootNote;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Behaviour of an agent with an honest server.
final class UpdaterTest {

    private static final SetClock CLOCK = new SetClock();

    @TempDir
    private static Path servers;

    private static Publisher publisher;

    @TempDir
    private Path folder;

    private Machine machine;

    @BeforeAll
    static void publish() throws Exception {
        publisher = Publisher.start(servers.resolve("server"), CLOCK);
        publisher.list("phishing").importing("phishing", hosts(400)).publish();
    }

    @AfterAll
    static void stop() {
        publisher.close();
    }

    @BeforeEach
    void enroll() throws Exception {
        CLOCK.advance(Duration.ofMinutes(5));
        machine = Machine.enrolledAt(publisher, folder.resolve("agent"), CLOCK);
    }

    private static String hosts(int count) {
        return String.join("\n", IntStream.range(0, count).mapToObj(i -> "host" + i + ".example").toList());
    }

    /// Publishes one host more.
    private void publishOneMore(String host) throws Exception {
        CLOCK.advance(Duration.ofMinutes(5));
        publisher.add("phishing", host).publish();
    }

    private ListRelease phishing() throws Exception {
        return machine.manifest().list("phishing").orElseThrow();
    }

    @Test
    void installsWhatIsPublished() throws Exception {
        Updated updated = machine.update();
        assertThat(updated.sequence()).isEqualTo(machine.manifest().sequence());
        assertThat(updated.lists())
                .contains(new ListChange("phishing", 0, phishing().version(), 0, phishing().packed().length()));
        assertThat(machine.finds("host7.example/")).isTrue();
        assertThat(machine.finds("phishing.listed.bloomward.test/")).isTrue();
        assertThat(machine.finds("never.unlisted.bloomward.test/")).isFalse();
        try (var set = machine.store().open(List.of()).orElseThrow()) {
            assertThat(set.protection().freshnessAt(CLOCK.instant())).isEqualTo(Freshness.FRESH);
        }
        assertThat(machine.state().installed().orElseThrow().checkedAt()).isEqualTo(CLOCK.instant());
    }

    @Test
    void asksOneQuestionWhereNothingIsNewer() throws Exception {
        machine.update();
        Map<String, Digest> before = machine.bytes();
        machine.line().forget();
        CLOCK.advance(Duration.ofMinutes(5));
        assertThat(machine.poll()).isEqualTo(new Unchanged());
        assertThat(machine.line().asked()).extracting(asked -> asked.path().toString()).containsExactly("/v1/latest");
        assertThat(machine.bytes()).isEqualTo(before);
    }

    @Test
    void keepsTheNewestDateOfWhatIsInstalled() throws Exception {
        machine.update();
        var before = machine.state().installed().orElseThrow();
        redate();
        assertThat(machine.poll()).isEqualTo(new Unchanged());
        var after = machine.state().installed().orElseThrow();
        assertThat(after.manifest()).isEqualTo(before.manifest());
        assertThat(after.latest()).isNotEqualTo(before.latest());
        assertThat(after.checkedAt()).isEqualTo(CLOCK.instant());
        assertThat(machine.state().floor().latestIssued()).isEqualTo(CLOCK.instant());
    }

    /// Dates the latest note anew, as the server does every hour.
    private void redate() throws Exception {
        CLOCK.advance(Duration.ofHours(2));
        Latest old = Latest.parse(machine.state().installed().orElseThrow().latest().unverifiedText());
        Latest latest = new Latest(old.origin(), old.manifest(), old.sequence(), old.rootVersion(), CLOCK.instant(),
                CLOCK.instant().plus(Duration.ofDays(1)));
        byte[] note = publisher.signed(latest.toText(), "keys/timestamp.key").toBytes();
        machine.line().on(path -> path instanceof PublicPath.Latest, HostileTransport.sending(note));
    }

    @Test
    void goesByDeltas() throws Exception {
        machine.update();
        long version = phishing().version();
        publishOneMore("worse.example");
        machine.line().forget();
        Updated updated = machine.update();
        assertThat(updated.lists()).singleElement().satisfies(change -> {
            assertThat(change.from()).isEqualTo(version);
            assertThat(change.to()).isEqualTo(version + 1);
            assertThat(change.deltas()).isEqualTo(1);
            assertThat(change.fetchedBytes()).isLessThan(phishing().packed().length());
        });
        assertThat(machine.line().asked(Content.class)).extracting(Content::kind).containsExactly(ContentKind.MANIFEST);
        assertThat(machine.finds("worse.example/")).isTrue();
        assertThat(machine.finds("host7.example/")).isTrue();
    }

    @Test
    void climbsSeveralRungsAfterALongSleep() throws Exception {
        machine.update();
        long from = phishing().version();
        long to = from + 33;
        for (long version = from + 1; version <= to; version++) {
            publishOneMore("more" + version + ".example");
        }
        machine.line().forget();
        Updated updated = machine.update();
        List<Long> hops = Rungs.path(from, to).orElseThrow();
        assertThat(hops).hasSizeGreaterThan(1);
        assertThat(updated.lists()).singleElement().satisfies(change -> {
            assertThat(change.to()).isEqualTo(to);
            assertThat(change.deltas()).isEqualTo(hops.size());
        });
        assertThat(machine.line().asked(DeltaFile.class)).extracting(DeltaFile::to).isEqualTo(hops);
        assertThat(machine.finds("more" + to + ".example/")).isTrue();
        assertThat(folder.resolve("agent/partial")).isEmptyDirectory();
    }

    @Test
    void keepsOnlyWhatIsInstalled() throws Exception {
        machine.update();
        publishOneMore("another.example");
        machine.update();
        Stream<Digest> named = Stream.concat(Stream.of(machine.manifest().allow().digest()),
                machine.manifest()
                        .lists()
                        .stream()
                        .flatMap(list -> Stream.of(list.packed().digest(), list.flat().digest())));
        try (var files = Files.list(folder.resolve("agent/files"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(named.map(Digest::toHex).toList());
        }
        assertThat(folder.resolve("agent/partial")).isEmptyDirectory();
    }

    @Test
    void followsAPublisherWhoGoesBack() throws Exception {
        machine.update();
        long version = phishing().version();
        publishOneMore("mistake.example");
        machine.update();
        CLOCK.advance(Duration.ofMinutes(5));
        publisher.admin("rollback", "phishing", "--to", String.valueOf(version), "--yes");
        Updated updated = machine.update();
        assertThat(updated.lists()).singleElement().satisfies(change -> assertThat(change.to()).isEqualTo(version + 2));
        assertThat(machine.finds("mistake.example/")).isFalse();
        assertThat(machine.finds("host7.example/")).isTrue();
    }

    @Test
    void takesListsThatComeAndGo() throws Exception {
        machine.update();
        CLOCK.advance(Duration.ofMinutes(5));
        publisher.list("malware").add("malware", "virus.example").publish();
        assertThat(machine.update().lists()).extracting(ListChange::list).containsExactly("malware");
        assertThat(machine.lists()).contains("malware", "phishing");
        assertThat(machine.finds("virus.example/")).isTrue();
    }

    @Test
    void fetchesASecondListWhenItIsChosen() throws Exception {
        publisher.list("scam").add("scam", "scam.example");
        CLOCK.advance(Duration.ofMinutes(5));
        publisher.publish();
        machine.restart("phishing").update();
        assertThat(machine.finds("scam.example/")).isFalse();
        assertThat(machine.poll()).isEqualTo(new Unchanged());
        Updated updated = machine.restart("phishing", "scam").update();
        assertThat(updated.lists()).singleElement().satisfies(change -> {
            assertThat(change.list()).isEqualTo("scam");
            assertThat(change.from()).isZero();
        });
        assertThat(machine.finds("scam.example/")).isTrue();
    }

    @Test
    void takesTheAllowFileThatIsPublished() throws Exception {
        machine.update();
        CLOCK.advance(Duration.ofMinutes(5));
        publisher.admin("allow", "add", "good.example");
        publisher.publish();
        assertThat(machine.update().lists()).isEmpty();
        assertThat(machine.allow().size()).isEqualTo(1);
        assertThat(machine.allow().expression(0)).isEqualTo("good.example/");
    }

    @Test
    void fetchesAgainWhatIsDamaged() throws Exception {
        machine.update();
        for (Digest digest : List.of(phishing().packed().digest(), phishing().flat().digest(),
                machine.manifest().allow().digest())) {
            Path file = machine.kept(digest);
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(Files.createTempFile(folder, "damaged", ""), bytes);
            Files.delete(file);
            Files.write(file, bytes);
            CLOCK.advance(Duration.ofMinutes(5));
            machine.restart();
            assertThat(machine.poll()).isInstanceOf(Updated.class);
            assertThat(Digest.ofFile(file)).isEqualTo(digest);
            assertThat(machine.poll()).isEqualTo(new Unchanged());
        }
    }

    @Test
    void followsRoots() throws Exception {
        machine.update();
        long version = machine.state().floor().rootVersion();
        CLOCK.advance(Duration.ofDays(1));
        publisher.rotate("--expires-in", "300d");
        publisher.rotate("--expires-in", "310d");
        publishOneMore("after-roots.example");
        machine.update();
        assertThat(machine.state().floor().rootVersion()).isEqualTo(version + 2);
        assertThat(machine.state().root().unverifiedText()).contains("\nversion " + (version + 2) + "\n");
        assertThat(machine.finds("after-roots.example/")).isTrue();
    }

    @Test
    void looksForRootsOnceADay() throws Exception {
        machine.update();
        RootNote next = new RootNote(machine.state().floor().rootVersion() + 1);
        assertThat(machine.line().asked(RootNote.class)).contains(next);
        machine.line().forget();
        CLOCK.advance(Duration.ofHours(23));
        machine.poll();
        assertThat(machine.line().asked(RootNote.class)).isEmpty();
        CLOCK.advance(Duration.ofHours(1));
        machine.poll();
        assertThat(machine.line().asked(RootNote.class)).containsExactly(next);
    }

    @Test
    void goesOnAfterTheServerStartsAnew() throws Exception {
        machine.update();
        publisher.stop();
        assertThat(machine.fail(UpdateOutcome.Failure.UNREACHABLE).message()).contains("/v1/latest");
        assertThat(machine.finds("host7.example/")).isTrue();
        publisher.start();
        assertThat(machine.poll()).isEqualTo(new Unchanged());
        publishOneMore("after-start.example");
        machine.update();
        assertThat(machine.finds("after-start.example/")).isTrue();
    }

    @Test
    void startsWhereAnotherProcessLeftOff() throws Exception {
        machine.update();
        publishOneMore("elsewhere.example");
        machine.restart().update();
        assertThat(machine.restart().poll()).isEqualTo(new Unchanged());
    }

    @Test
    void saysThatNothingIsPublishedYet() throws Exception {
        try (Publisher empty = Publisher.start(folder.resolve("empty"), CLOCK)) {
            Machine waiting = Machine.enrolledAt(empty, folder.resolve("waiting"), CLOCK);
            assertThat(waiting.fail(UpdateOutcome.Failure.UNREACHABLE).message()).contains("nothing is published yet");
        }
    }

    @Test
    void saysThatSomebodyElseUpdates() throws Exception {
        machine.update();
        try (var writer = Store.at(folder.resolve("agent")).tryWrite().orElseThrow()) {
            assertThat(writer).isNotNull();
            assertThat(machine.fail(UpdateOutcome.Failure.LOCAL).message()).contains("another program");
        }
        assertThat(machine.poll()).isEqualTo(new Unchanged());
    }
}
