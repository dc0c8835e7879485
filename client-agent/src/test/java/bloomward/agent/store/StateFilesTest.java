package bloomward.agent.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.store.LoadedSet.Damage;
import bloomward.agent.store.SampleSets.Release;
import bloomward.agent.store.StoreState.Installed;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.release.Floor;
import bloomward.format.release.Freshness;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StateFilesTest {

    private static final Instant NOON = SampleSets.ISSUED.plusSeconds(120);

    @TempDir
    Path folder;

    private SampleSets sets() {
        return SampleSets.in(folder).list("malware", "evil.example/");
    }

    private Path state() {
        return folder.resolve("store/state");
    }

    private Path copy() {
        return folder.resolve("store/state.copy");
    }

    @Test
    void writesTheSameTwice() throws Exception {
        sets().install();
        assertThat(state()).hasSameBinaryContentAs(copy());
        String text = Files.readString(state());
        assertThat(text).startsWith("bloomward store 1\nserver http://127.0.0.1:1\nfloor-root 1\nfloor-sequence 1795");
        assertThat(text).contains("\nchecked-at 2026-11-18T12:01:00Z\nroot ")
                .containsPattern("\nsha256 [0-9a-f]{64}\n$");
    }

    @Test
    void verifiesWhatStaysTheSameOnce() throws Exception {
        sets().install();
        StateFiles states = new StateFiles(new StoreFolder(folder.resolve("store")));
        TrustedState first = states.read().orElseThrow().trusted();
        assertThat(states.read().orElseThrow().trusted()).isSameAs(first);
        byte[] bytes = Files.readAllBytes(state());
        bytes[bytes.length / 2] ^= 1;
        Files.write(state(), bytes);
        Files.write(copy(), bytes);
        assertThatThrownBy(states::read).isInstanceOf(FormatException.class);
    }

    @Test
    void usesTheCopyWhateverByteIsWrongAndWhereverTheFileIsCut() throws Exception {
        Store store = sets().install();
        Optional<TrustedState> expected = store.state();
        byte[] whole = Files.readAllBytes(state());
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            byte[] cut = Arrays.copyOf(whole, at);
            for (byte[] damaged : List.of(flipped, cut)) {
                assertThat(StateText.isWhole(damaged)).as("at %d", at).isFalse();
                assertThatThrownBy(() -> StateText.parse(damaged)).isInstanceOf(FormatException.class);
                if (at % 211 == 0) { // verifying the copy takes its time
                    Files.write(state(), damaged);
                    assertThat(store.state()).as("at %d", at).isEqualTo(expected);
                }
            }
        }
        for (int bit = 0; bit < 8; bit++) { // among them the number of a newer format
            byte[] flipped = whole.clone();
            flipped["bloomward store ".length()] ^= (byte) (1 << bit);
            Files.write(state(), flipped);
            assertThat(store.state()).isEqualTo(expected);
        }
        try (LoadedSet set = store.open(List.of()).orElseThrow()) {
            assertThat(set.damages()).extracting(Damage::what).containsExactly("state file");
            assertThat(set.damages().getFirst().file()).isEqualTo(Digest.of(whole));
            assertThat(StoreTest.found(set.protection(), "evil.example/")).containsExactly("malware");
        }
    }

    @Test
    void saysWhatIsWrongWithEachAndLetsTheAgentBeEnrolledAgain() throws Exception {
        SampleSets sets = sets();
        Store store = sets.install();
        Files.writeString(state(), "bloomward store 1\n");
        Files.delete(copy());
        assertThatThrownBy(store::state).isInstanceOfSatisfying(FormatException.class, e -> {
            assertThat(e.reason()).isEqualTo(Reason.CHECKSUM);
            assertThat(e).hasMessageContaining("state: does not end in the digest")
                    .hasMessageContaining("state.copy: not there");
        });
        assertThatThrownBy(() -> store.open(List.of())).isInstanceOf(FormatException.class);
        try (StoreWriter writer = store.tryWrite().orElseThrow()) {
            writer.collect();
            assertThat(store.folder().resolve("files")).isDirectoryContaining(_ -> true);
        }
        sets.install();
        assertThat(store.state()).isPresent();
        assertThat(state()).hasSameBinaryContentAs(copy());
    }

    @Test
    void usesTheCopyWhereTheFileIsMissingAndReportsAMissingCopy() throws Exception {
        Store store = sets().install();
        Files.delete(state());
        assertThat(damages(store)).containsExactly("state file");
        Files.move(copy(), state());
        assertThat(damages(store)).containsExactly("copy of the state file");
        try (StoreWriter writer = store.tryWrite().orElseThrow()) {
            writer.collect();
        }
        assertThat(damages(store)).isEmpty();
        assertThat(state()).hasSameBinaryContentAs(copy());
    }

    private static List<String> damages(Store store) throws IOException, FormatException {
        try (LoadedSet set = store.open(List.of()).orElseThrow()) {
            return set.damages().stream().map(Damage::what).toList();
        }
    }

    @Test
    void leavesTheStoreOfANewerProgramAsItIs() throws Exception {
        SampleSets sets = sets();
        Store store = sets.install();
        StoreState ours = sets.release().state();
        String body = "bloomward store 2\nanything else\n";
        String newer = body + "sha256 " + Digest.of(body.getBytes(ISO_8859_1)) + "\n";
        for (List<Path> files : List.of(List.of(state(), copy()), List.of(state()), List.of(copy()))) {
            restore(store, ours);
            for (Path file : files) {
                Files.writeString(file, newer);
            }
            assertIsLeft(store);
        }
        Files.writeString(state(), newer.substring(1));
        Files.writeString(copy(), newer.replace("anything", "damaged"));
        assertIsLeft(store);
    }

    private void restore(Store store, StoreState state) throws IOException, FormatException {
        Files.deleteIfExists(state());
        Files.deleteIfExists(copy());
        Files.deleteIfExists(store.folder().resolve("lock"));
        try (StoreWriter writer = store.tryWrite().orElseThrow()) {
            writer.commit(state);
        }
        Files.deleteIfExists(store.folder().resolve("lock"));
    }

    private static void assertIsLeft(Store store) throws IOException {
        Map<String, String> before = snapshot(store.folder());
        for (Store opened : List.of(store, Store.at(store.folder()))) {
            for (ThrowingCallable call : List.<ThrowingCallable>of(opened::state, opened::tryWrite,
                    () -> opened.open(List.of()))) {
                assertThatThrownBy(call)
                        .isInstanceOfSatisfying(FormatException.class,
                                e -> assertThat(e.reason()).isEqualTo(Reason.TOO_NEW))
                        .hasMessageContaining(store.folder().toString())
                        .hasMessageContaining("newer version");
            }
        }
        assertThat(snapshot(store.folder())).isEqualTo(before);
    }

    /// Every file with its bytes and date.
    private static Map<String, String> snapshot(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.toList()) {
                String content = Files.isRegularFile(path) ? Files.readString(path, ISO_8859_1) : "";
                files.put(path.toString(), Files.getLastModifiedTime(path) + content);
            }
        }
        return files;
    }

    @Test
    void keepsProtectingUnderARootThatTookTheKeysAway() throws Exception {
        SampleSets sets = sets();
        StoreState before = sets.install().state().orElseThrow().written();
        sets.rotate();
        StoreState rotated = new StoreState(before.server(), sets.root(), new Floor(2, 0, Instant.EPOCH),
                before.installed());
        try (StoreWriter writer = sets.store().tryWrite().orElseThrow()) {
            writer.commit(rotated);
            writer.collect();
        }
        try (LoadedSet set = Store.at(sets.store().folder()).open(List.of()).orElseThrow()) {
            assertThat(set.damages()).isEmpty();
            assertThat(set.protection().isOutdated()).isTrue();
            assertThat(set.protection().root().version()).isEqualTo(2);
            assertThat(StoreTest.found(set.protection(), "evil.example/")).containsExactly("malware");
            assertThat(set.protection().freshnessAt(NOON)).isEqualTo(Freshness.STALE);
            assertThat(set.protection().freshnessAt(NOON.plusSeconds(400 * 86_400L))).isEqualTo(Freshness.EXPIRED);
        }
        try (LoadedSet set = sets.load()) {
            assertThat(set.protection().isOutdated()).isFalse();
            assertThat(set.protection().freshnessAt(NOON)).isEqualTo(Freshness.FRESH);
        }
    }

    @Test
    void isRefusedIfItDoesNotHoldTogether() throws Exception {
        SampleSets sets = sets();
        Release first = sets.release();
        Release second = sets.release();
        StoreState good = first.state();
        Installed one = good.installed().orElseThrow();
        Installed two = second.state().installed().orElseThrow();
        sets.rotate();
        List<StoreState> wrong = List.of(
                with(good, new Installed(one.root(), one.manifest(), two.latest(), one.checkedAt())),
                with(good, new Installed(one.root(), one.latest(), one.latest(), one.checkedAt())),
                with(good, new Installed(sets.root(), one.manifest(), one.latest(), one.checkedAt())),
                with(good, new Installed(one.manifest(), one.manifest(), one.latest(), one.checkedAt())),
                new StoreState(good.server(), good.root(), new Floor(2, 1, NOON), good.installed()),
                new StoreState(good.server(), one.latest(), good.floor(), Optional.empty()));
        try (StoreWriter writer = sets.store().tryWrite().orElseThrow()) {
            writer.commit(good);
            byte[] before = Files.readAllBytes(state());
            for (StoreState state : wrong) {
                assertThatThrownBy(() -> writer.commit(state)).isInstanceOf(IllegalArgumentException.class);
                assertThat(state()).hasBinaryContent(before);
                Files.write(state(), StateText.of(state));
                assertThat(sets.store().state().map(TrustedState::written)).contains(good);
                Files.write(state(), before);
            }
        }
    }

    private static StoreState with(StoreState state, Installed installed) {
        return new StoreState(state.server(), state.root(), state.floor(), Optional.of(installed));
    }

    @Test
    void hasOneSpelling() throws Exception {
        StoreState state = sets().release().state();
        String text = new String(StateText.of(state), ISO_8859_1);
        assertThat(StateText.parse(text.getBytes(ISO_8859_1))).isEqualTo(state);
        for (String other : List.of(text.replace("floor-root 1", "floor-root 01"),
                text.replace("T12:01:00Z", "T12:01:00.000Z"), text.replace("server http", "server  http"),
                text.replace("\nsha256", "\n\nsha256"), text.replaceFirst("\nroot \\d+\n", "\nroot 999999\n"),
                text.replaceFirst("\nroot \\d+\n", "\nroot -1\n"), text.replaceFirst("checked-at .*\n", ""),
                text.replaceFirst("floor-root .*\n", ""))) {
            assertThat(other).isNotEqualTo(text);
            String body = other.substring(0, other.lastIndexOf("sha256"));
            byte[] bytes = (body + "sha256 " + Digest.of(body.getBytes(ISO_8859_1)) + "\n").getBytes(ISO_8859_1);
            assertThatThrownBy(() -> StateText.parse(bytes)).isInstanceOf(FormatException.class);
        }
        StoreState odd = new StoreState(URI.create("http://bücher.example/"), state.root(), state.floor(),
                Optional.empty());
        assertThat(StateText.parse(StateText.of(odd)).server()).hasToString("http://b%C3%BCcher.example/");
    }
}
