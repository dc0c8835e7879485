package bloomward.agent.update;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.fetch.FetchException;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.store.FileTree;
import bloomward.agent.store.StoreState;
import bloomward.agent.update.HostileTransport.Deed;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.ListChange;
import bloomward.format.Digest;
import bloomward.format.release.Latest;
import bloomward.format.sign.SignedNote;
import bloomward.format.testing.SetClock;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import bloomward.format.wire.PublicPath.RootNote;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// An agent that has the first publication, a server that has the second, and somebody between them who changes one
/// answer. A refused answer leaves every file as it was; at most the floor has risen, where both notes were good
/// (FORMAT.md 19.3).
final class HostileLineTest {

    private static final SetClock CLOCK = new SetClock();

    @TempDir
    private static Path shared;

    private static Publisher publisher;

    @TempDir
    private Path folder;

    private Machine machine;
    private StoreState before;
    private Map<String, Digest> files;

    @BeforeAll
    static void publish() throws Exception {
        publisher = Publisher.start(shared.resolve("server"), CLOCK);
        String hosts = String.join("\n", IntStream.range(0, 400).mapToObj(i -> "host" + i + ".example").toList());
        publisher.list("phishing").importing("phishing", hosts).publish();
        Machine.enrolledAt(publisher, shared.resolve("first"), CLOCK).update();
        CLOCK.advance(Duration.ofMinutes(5));
        publisher.list("malware").importing("malware", hosts).add("phishing", "worse.example");
        publisher.admin("allow", "add", "good.example");
        publisher.publish();
    }

    @AfterAll
    static void stop() {
        publisher.close();
    }

    @BeforeEach
    void copyTheFirst() throws Exception {
        Path store = folder.resolve("agent");
        FileTree.copy(shared.resolve("first"), store);
        machine = Machine.at(store, CLOCK);
        before = machine.state();
        files = machine.bytes();
    }

    private static Predicate<PublicPath> content(ContentKind kind) {
        return path -> path instanceof Content content && content.kind() == kind;
    }

    private static final Predicate<PublicPath> LATEST = PublicPath.Latest.class::isInstance;
    private static final Predicate<PublicPath> DELTA = DeltaFile.class::isInstance;
    private static final Predicate<PublicPath> ROOT = RootNote.class::isInstance;

    private static Stream<Arguments> answers() {
        return Stream.of(Arguments.of("latest", LATEST, false),
                Arguments.of("manifest", content(ContentKind.MANIFEST), false),
                Arguments.of("packed", content(ContentKind.PACKED), true),
                Arguments.of("allow", content(ContentKind.ALLOW), true));
    }

    private static Map<String, UnaryOperator<byte[]>> changes() {
        return Map.of("a bit", bytes -> {
            byte[] changed = bytes.clone();
            changed[changed.length / 2] ^= 4;
            return changed;
        }, "half of it", bytes -> Arrays.copyOf(bytes, bytes.length / 2), "a byte more",
                bytes -> Arrays.copyOf(bytes, bytes.length + 1), "nothing", _ -> new byte[0], "a log-in page",
                _ -> "<html>\n\npay first</html>\n".getBytes(UTF_8), "endless", _ -> new byte[5 << 20], "zeros",
                bytes -> new byte[bytes.length]);
    }

    /// @param floorRises whether both notes were verified before this is asked for
    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void changesNothingForWhatIsNotWhatWasSigned(String name, Predicate<PublicPath> which, boolean floorRises)
            throws Exception {
        for (Map.Entry<String, UnaryOperator<byte[]>> change : changes().entrySet()) {
            copyAnew();
            machine.line().on(which, HostileTransport.changing(change.getValue()));
            Failed failed = (Failed) machine.poll();
            assertThat(failed.failure()).as("%s, %s: %s", name, change.getKey(), failed.message())
                    .isIn(Failure.REFUSED, Failure.UNREACHABLE);
            assertThat(failed.message()).contains(publisher.address().toString());
            requireUnchanged(floorRises);
        }
        requireGoesOn();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void changesNothingForWhatDoesNotCome(String name, Predicate<PublicPath> which, boolean floorRises)
            throws Exception {
        for (FetchException.Reason reason : FetchException.Reason.values()) {
            machine.line().repent();
            machine.line()
                    .on(which, HostileTransport
                            .failing(new FetchException(reason, "told so", Optional.of(Duration.ofMinutes(7)))));
            Failed failed = (Failed) machine.poll();
            assertThat(failed.failure()).as(name).isEqualTo(switch (reason) {
                case NOT_WRITTEN -> Failure.LOCAL;
                case TOO_LARGE -> Failure.REFUSED;
                case NOT_REACHED, NOT_TRUSTED, NOT_SERVED, TOO_SLOW -> Failure.UNREACHABLE;
            });
            assertThat(failed.retryAfter()).contains(Duration.ofMinutes(7));
            requireUnchanged(floorRises);
        }
        machine.line().on(which, HostileTransport.missing());
        assertThat(machine.fail(Failure.UNREACHABLE).message()).contains("not there");
        requireUnchanged(floorRises);
        requireGoesOn();
    }

    /// Files that were there are there, the same bytes; nothing but the floor is another.
    private void requireUnchanged(boolean floorRises) throws Exception {
        Map<String, Digest> now = machine.bytes();
        if (!floorRises) {
            now.keySet().retainAll(files.keySet());
            assertThat(now).isEqualTo(files);
            return;
        }
        StoreState state = machine.state();
        assertThat(state.installed()).isEqualTo(before.installed());
        assertThat(state.root()).isEqualTo(before.root());
        assertThat(state.floor().sequence()).isGreaterThan(before.floor().sequence());
        assertThat(now).containsAllEntriesOf(files.entrySet()
                .stream()
                .filter(file -> !file.getKey().startsWith("state"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
        assertThat(machine.finds("host7.example/")).isTrue();
        assertThat(machine.lists()).containsExactly("phishing");
    }

    private void requireGoesOn() throws Exception {
        machine.line().repent();
        machine.update();
        assertThat(machine.lists()).containsExactly("malware", "phishing");
        assertThat(machine.finds("worse.example/")).isTrue();
        assertThat(folder.resolve("agent/partial")).isEmptyDirectory();
    }

    @Test
    void takesTheWholeFileInThePlaceOfADeltaThatDoesNotFit() throws Exception {
        for (UnaryOperator<byte[]> change : changes().values()) {
            copyAnew();
            machine.line().on(DELTA, HostileTransport.changing(change));
            requireWholeFile();
        }
        copyAnew();
        machine.line().on(DELTA, HostileTransport.missing());
        requireWholeFile();
    }

    private void requireWholeFile() throws Exception {
        assertThat(machine.update().lists()).filteredOn(list -> list.list().equals("phishing"))
                .singleElement()
                .extracting(ListChange::deltas)
                .isEqualTo(0);
        assertThat(machine.finds("worse.example/")).isTrue();
    }

    private void copyAnew() throws Exception {
        folder = Files.createTempDirectory(folder, "again");
        copyTheFirst();
    }

    @Test
    void fetchesNoWholeFileBecauseADeltaCannotBeHad() throws Exception {
        machine.line().on(DELTA, HostileTransport.down());
        machine.fail(Failure.UNREACHABLE);
        String phishing = publishedPacked("phishing");
        assertThat(machine.line().asked(Content.class)).noneMatch(path -> path.digest().toHex().equals(phishing));
        requireUnchanged(true);
        requireGoesOn();
        assertThat(machine.line().asked(Content.class)).noneMatch(path -> path.digest().toHex().equals(phishing));
    }

    private String publishedPacked(String list) throws Exception {
        Machine other = Machine.enrolledAt(publisher, Files.createTempDirectory(folder, "other"), CLOCK);
        other.update();
        return other.manifest().list(list).orElseThrow().packed().digest().toHex();
    }

    @Test
    void switchesToAllListsOrNoneAndKeepsWhatCame() throws Exception {
        String malware = publishedPacked("malware");
        machine.line().on(DELTA, HostileTransport.down());
        machine.fail(Failure.UNREACHABLE);
        assertThat(machine.bytes()).containsKey("files/" + malware);
        assertThat(machine.lists()).containsExactly("phishing");
        machine.line().forget();
        machine.fail(Failure.UNREACHABLE);
        assertThat(machine.line().asked(Content.class)).isEmpty();
        requireGoesOn();
    }

    @Test
    void continuesADownloadThatBroke() throws Exception {
        machine.line().on(content(ContentKind.PACKED), HostileTransport.cutting(300));
        machine.fail(Failure.UNREACHABLE);
        requireUnchanged(true);
        machine.line().repent();
        long length = Files.size(publisher.data().resolve("public/v1/packed/" + publishedPacked("malware")));
        assertThat(machine.update().lists()).filteredOn(list -> list.list().equals("malware"))
                .singleElement()
                .extracting(ListChange::fetchedBytes)
                .isEqualTo(length - 300);
    }

    @Test
    void startsAnewWhereTheBeginningWasAnothers() throws Exception {
        machine.line()
                .on(content(ContentKind.PACKED),
                        honest -> honest.fetch().map(bytes -> new HostileTransport.Sent(new byte[300], true)));
        machine.fail(Failure.UNREACHABLE);
        requireGoesOn();
    }

    @Test
    void refusesAnOlderLatest() throws Exception {
        byte[] old = before.installed().orElseThrow().latest().toBytes();
        machine.update();
        files = machine.bytes();
        before = machine.state();
        machine.line().on(LATEST, HostileTransport.sending(old));
        assertThat(machine.fail(Failure.REFUSED).message()).contains("/v1/latest: rolled back: ");
        requireUnchanged(false);
    }

    @Test
    void refusesALatestOfAnotherKeyAfterLookingForRoots() throws Exception {
        Latest latest = Latest.parse(before.installed().orElseThrow().latest().unverifiedText());
        SignedNote forged = publisher.signed(latest.toText(), "keys/publisher.key");
        machine.line().on(LATEST, HostileTransport.sending(forged.toBytes()));
        assertThat(machine.fail(Failure.REFUSED).message()).contains("/v1/latest: no trusted key: ");
        assertThat(machine.line().asked(RootNote.class)).contains(new RootNote(2));
        requireUnchanged(false);
    }

    @Test
    void refusesATimeThatPublishersDidNotSign() throws Exception {
        Latest latest = Latest.parse(before.installed().orElseThrow().latest().unverifiedText());
        Latest future = new Latest(latest.origin(), latest.manifest(), latest.sequence(), 1,
                latest.issued().plus(Duration.ofDays(400)), latest.issued().plus(Duration.ofDays(401)));
        machine.line()
                .on(LATEST,
                        HostileTransport.sending(publisher.signed(future.toText(), "keys/timestamp.key").toBytes()));
        assertThat(machine.fail(Failure.REFUSED).message()).contains("out of time");
        requireUnchanged(false);
    }

    @Test
    void refusesRootsThatDoNotFollow() throws Exception {
        for (Deed deed : List.of(HostileTransport.sending(publisher.root().toBytes()),
                HostileTransport.sending("<html>".getBytes(UTF_8)), HostileTransport.sending(new byte[70_000]))) {
            machine.line().repent();
            machine.line().on(ROOT, deed);
            assertThat(machine.fail(Failure.REFUSED).message()).contains("/v1/root/2: ");
            requireUnchanged(false);
        }
        requireGoesOn();
    }

    @Test
    void saysOfANewerNoteThatTheProgramIsTooOld() throws Exception {
        Latest latest = Latest.parse(before.installed().orElseThrow().latest().unverifiedText());
        String newer = latest.toText().replace("latest v1", "latest v2");
        machine.line().on(LATEST, HostileTransport.sending(publisher.signed(newer, "keys/timestamp.key").toBytes()));
        machine.fail(Failure.AGENT_TOO_OLD);
        requireUnchanged(false);
    }
}
