package bloomward.agent.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.check.Verdict;
import bloomward.agent.confirm.Confirmer;
import bloomward.agent.fault.TwoSets.Which;
import bloomward.agent.store.FileTree;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Store;
import bloomward.format.Digest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Any stored file flipped or cut, under the whole agent: it is said, nothing listed becomes Clean, and the next poll heals
/// it.
final class DamagedStoreTest {

    private static final long SEED = 20_261_118;

    @TempDir
    private static Path shared;

    private static TwoSets sets;

    @TempDir
    private Path folder;

    private Path store;
    private Map<String, Digest> whole = Map.of();

    @BeforeAll
    static void publish() throws Exception {
        sets = new TwoSets(shared);
    }

    @BeforeEach
    void install() throws Exception {
        store = sets.copyTo(folder.resolve("store"));
        whole = FileTree.digests(store);
    }

    @AfterAll
    static void stop() {
        sets.close();
    }

    /// A stored file; the lock has nothing in it.
    private List<Path> files() {
        return whole.keySet().stream().filter(name -> !name.equals("lock")).map(store::resolve).toList();
    }

    @Test
    void tellsSomeFlipsAndCutsOfEveryFile() throws Exception {
        flipAtRandom(100);
        for (Path file : files()) {
            byte[] bytes = Files.readAllBytes(file);
            for (int length = 0; length < bytes.length; length += Math.max(1, bytes.length / 6)) {
                tell(file, Arrays.copyOf(bytes, length), "cut at " + length);
            }
            tell(file, Arrays.copyOf(bytes, bytes.length - 1), "cut by one byte");
            Files.write(file, bytes);
        }
    }

    @Test
    @Tag("long")
    void tellsTenThousandFlips() throws Exception {
        flipAtRandom(10_000);
    }

    @Test
    @Tag("long")
    void tellsEveryByteOfTheStateFiles() throws Exception {
        for (String name : List.of("state", "state.copy")) {
            Path file = store.resolve(name);
            byte[] bytes = Files.readAllBytes(file);
            SplittableRandom random = new SplittableRandom(SEED);
            for (int at = 0; at < bytes.length; at++) {
                tell(file, flipped(bytes, at, random.nextInt(8)), "byte " + at);
            }
            Files.write(file, bytes);
        }
    }

    @Test
    @Tag("long")
    void tellsCutsAtEveryPageAndInTheLastBytes() throws Exception {
        for (Path file : files()) {
            byte[] bytes = Files.readAllBytes(file);
            for (int length = 0; length < bytes.length; length += 4096) {
                tell(file, Arrays.copyOf(bytes, length), "cut at " + length);
            }
            for (int length = Math.max(0, bytes.length - 64); length < bytes.length; length++) {
                tell(file, Arrays.copyOf(bytes, length), "cut at " + length);
            }
            Files.write(file, bytes);
        }
    }

    @Test
    void healsEveryFileAtTheNextPoll() throws Exception {
        for (Path file : files()) {
            byte[] bytes = Files.readAllBytes(file);
            for (byte[] damaged : new byte[][] {flipped(bytes, bytes.length / 2, 3),
                Arrays.copyOf(bytes, bytes.length / 3), {}}) {
                Files.write(file, damaged);
                sets.poll(store);
                assertThat(sets.look(store)).isEqualTo(Which.OLD);
                assertThat(FileTree.digests(store)).as("after damage of %s", file).containsAllEntriesOf(healed(file));
            }
            Files.delete(file);
            sets.poll(store);
            assertThat(FileTree.digests(store)).as("after the loss of %s", file).containsAllEntriesOf(healed(file));
        }
    }

    /// All but the state, whose time of the last answer may be another.
    private Map<String, Digest> healed(Path file) {
        Map<String, Digest> healed = new TreeMap<>(whole);
        healed.keySet().removeIf(name -> name.startsWith("state"));
        assertThat(healed).as("%s", file).isNotEmpty();
        return healed;
    }

    @Test
    void losesNothingWhereEveryListIsDamagedTwice() throws Exception {
        for (Path file : files()) {
            if (file.startsWith(store.resolve("files"))) {
                byte[] bytes = Files.readAllBytes(file);
                Files.write(file, flipped(bytes, bytes.length / 2, 1));
            }
        }
        try (LoadedSet set = Store.at(store).open(List.of()).orElseThrow()) {
            assertThat(set.protection().missing()).containsExactly("malware", "phishing");
            assertNothingIsClean(set);
        }
        sets.poll(store);
        assertThat(sets.look(store)).isEqualTo(Which.OLD);
    }

    private void flipAtRandom(int count) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Path> files = files();
        List<byte[]> contents = new ArrayList<>();
        for (Path file : files) {
            contents.add(Files.readAllBytes(file));
        }
        for (int i = 0; i < count; i++) {
            int which = i % files.size();
            byte[] bytes = contents.get(which);
            int at = random.nextInt(bytes.length);
            tell(files.get(which), flipped(bytes, at, random.nextInt(8)), "seed " + SEED + ", flip " + i + " at " + at);
            Files.write(files.get(which), bytes);
        }
    }

    private static byte[] flipped(byte[] bytes, int at, int bit) {
        byte[] flipped = bytes.clone();
        flipped[at] ^= (byte) (1 << bit);
        return flipped;
    }

    /// The findings of a program that has just started, with one file damaged.
    private void tell(Path file, byte[] damaged, String how) throws Exception {
        Files.write(file, damaged);
        try (LoadedSet set = Store.at(store).open(List.of()).orElseThrow()) {
            assertThat(set.damages()).as("%s: %s", file, how).hasSize(1);
            assertThat(set.protection().missing()).isEmpty();
            assertNothingIsClean(set);
        } catch (Exception | AssertionError e) {
            throw new AssertionError(file + ": " + how + ": " + e, e);
        }
    }

    private void assertNothingIsClean(LoadedSet set) {
        UrlChecker checker = new UrlChecker(CheckPolicy.DEFAULT, Confirmer.offline(), sets.clock());
        for (String url : TwoSets.alwaysListed()) {
            byte[] bytes = url.getBytes(UTF_8);
            Verdict verdict = checker.check(set.protection(), bytes, 0, bytes.length);
            assertThat(verdict).as(url)
                    .isInstanceOf(set.protection().missing().isEmpty() ? Verdict.Listed.class : Verdict.Unknown.class);
        }
    }
}
