package bloomward.server.compile;

import static bloomward.server.compile.SampleEntries.MALWARE;
import static bloomward.server.compile.SampleEntries.samples;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import bloomward.format.FormatException;
import bloomward.format.confirm.Bucket;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.confirm.Scope;
import bloomward.format.key.FullHash;
import bloomward.server.compile.SampleEntries.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfirmFilesTest {

    /// 2,000 entries: 16 buckets of some 120.
    private static final List<Sample> SAMPLES = samples(0, 2_000);

    @TempDir
    Path folder;

    private Path leaves;
    private ConfirmFiles files;

    @BeforeEach
    void openFiles() throws IOException {
        leaves = folder.resolve("confirm");
        files = ConfirmFiles.open(leaves, 0);
    }

    private Compiled compile(List<Sample> samples) throws IOException, CompileException {
        return SampleEntries.compile(folder, files, new CompileLimits(2, 1 << 20, 1 << 20), samples);
    }

    /// The samples without the first `gone`, and `more` others.
    private static List<Sample> changed(int gone, int more) {
        List<Sample> samples = new ArrayList<>(SAMPLES.subList(gone, SAMPLES.size()));
        samples.addAll(samples(50_000, 50_000 + more));
        return samples;
    }

    /// Every sample has its listing in a bucket that is proven, and no bucket has another.
    private void assertAnswers(Compiled version, List<Sample> samples) throws IOException, FormatException {
        long records = 0;
        for (int bucket = 0; bucket < version.bits().buckets(); bucket++) {
            records += ask(version, bucket).count();
        }
        assertThat(records).isEqualTo(version.records());
        for (Sample sample : samples) {
            byte[] bytes = sample.bytes();
            FullHash hash = FullHash.of(bytes, 0, bytes.length);
            assertThat(ask(version, version.bits().bucketOf(hash)).find(hash)).contains(
                    new ConfirmRecord(hash, Scope.of(bytes, 0, bytes.length), sample.category()));
        }
    }

    private Bucket ask(Compiled version, int bucket) throws IOException, FormatException {
        byte[] answer = files.answer(version.root(), bucket).orElseThrow();
        return ConfirmAnswer.parse(answer).prove(version.root(), version.bits(), bucket);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> list = Files.list(leaves)) {
            return list.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private void overwrite(Path file, long position, byte[] bytes) throws IOException {
        byte[] all = Files.readAllBytes(file);
        System.arraycopy(bytes, 0, all, (int) position, bytes.length);
        Files.write(file, all);
    }

    @Test
    void answersForEachOfItsVersions() throws Exception {
        Compiled first = compile(SAMPLES);
        Compiled second = compile(changed(3, 5));
        assertAnswers(first, SAMPLES);
        assertAnswers(second, changed(3, 5));
        files = ConfirmFiles.open(leaves);
        assertAnswers(second, changed(3, 5));
        assertAnswers(first, SAMPLES);
        assertThat(files.roots()).containsExactlyInAnyOrder(first.root(), second.root());
    }

    @Test
    void answersNothingForWhatItDoesNotHave() throws Exception {
        Compiled version = compile(SAMPLES);
        assertThat(files.answer(version.root(), 16)).isEmpty();
        assertThat(files.answer(version.root(), -1)).isEmpty();
        assertThat(files.answer(ConfirmRoot.ofDigest(new byte[32]), 0)).isEmpty();
    }

    @Test
    void oneEntryMoreAppendsOneLeafAndTellsTheDifference() throws Exception {
        Compiled first = compile(SAMPLES);
        long before = Files.size(leaves.resolve("1.leaves"));
        List<Sample> more = changed(0, 1);
        Compiled second = compile(more);
        int bucket = second.bits().bucketOf(FullHash.of(more.getLast().bytes(), 0, more.getLast().bytes().length));
        assertThat(Files.size(leaves.resolve("1.leaves")) - before).isEqualTo(ask(second, bucket).toBytes().length);
        assertThat(Files.size(ConfirmIndex.path(leaves, first.root()))).isEqualTo(96 + 16 * 48 + 8);
        assertThat(Files.size(ConfirmIndex.path(leaves, second.root()))).isEqualTo(96 + 48 + 8);
    }

    @Test
    void whatDiffersTooMuchHasAWholeIndexAgain() throws Exception {
        compile(SAMPLES);
        Compiled last = compile(changed(0, 1));
        for (int more = 2; ConfirmIndex.readHeader(ConfirmIndex.path(leaves, last.root())).base().isPresent(); more++) {
            assertThat(more).isLessThan(20);
            last = compile(changed(0, more));
        }
        files = ConfirmFiles.open(leaves);
        assertThat(files.answer(last.root(), 0)).isPresent();
    }

    @Test
    void aVersionThatWasThereBeforeWritesNothing() throws Exception {
        Compiled first = compile(SAMPLES);
        compile(changed(1, 1));
        List<String> before = names();
        long size = Files.size(leaves.resolve("1.leaves"));
        assertThat(compile(SAMPLES).root()).isEqualTo(first.root());
        assertThat(names()).isEqualTo(before);
        assertThat(leaves.resolve("1.leaves")).hasSize(size);
    }

    /// What kept versions share is not dead, however little of it the last one has.
    @Test
    void beginsANewSegmentWhenMoreIsDeadThanAlive() throws Exception {
        Compiled first = compile(SAMPLES);
        Compiled second = compile(changed(500, 500)); // every leaf is another one
        Compiled third = compile(changed(900, 800));
        Compiled last = compile(changed(901, 800));
        assertThat(names()).contains("1.leaves").doesNotContain("2.leaves");
        files.collect(List.of(third.root(), last.root()));
        assertThat(files.answer(first.root(), 0)).isEmpty();
        assertThat(files.answer(second.root(), 0)).isEmpty();
        Compiled anew = compile(changed(902, 800));
        assertThat(names()).contains("1.leaves", "2.leaves");
        assertAnswers(third, changed(900, 800));
        assertAnswers(last, changed(901, 800));
        assertAnswers(anew, changed(902, 800));
        files.collect(List.of(anew.root()));
        assertThat(names()).containsExactlyInAnyOrder("2.leaves", anew.root() + ".index");
        compile(changed(903, 800));
        assertThat(names()).doesNotContain("3.leaves");
        assertAnswers(anew, changed(902, 800));
    }

    @Test
    void sharesNothingWithVersionsOfOtherBuckets() throws Exception {
        Compiled first = compile(SAMPLES);
        Compiled second = compile(samples(0, 5_000));
        assertThat(second.bits()).isNotEqualTo(first.bits());
        assertAnswers(first, SAMPLES);
        assertAnswers(second, samples(0, 5_000));
        assertThat(names()).contains("1.leaves", "2.leaves");
    }

    @Test
    void keepsTheBaseOfWhatItKeeps() throws Exception {
        Compiled first = compile(SAMPLES);
        Compiled second = compile(changed(0, 1));
        Compiled third = compile(changed(0, 2));
        files.collect(List.of(third.root(), ConfirmRoot.ofDigest(new byte[32])));
        assertThat(files.roots()).containsExactlyInAnyOrder(first.root(), third.root());
        files = ConfirmFiles.open(leaves);
        assertAnswers(third, changed(0, 2));
        assertThat(files.answer(second.root(), 0)).isEmpty();
        files.collect(List.of());
        assertThat(names()).isEmpty();
        assertAnswers(compile(SAMPLES), SAMPLES);
    }

    /// Killed before its index stood, a version has left leaves and perhaps half an index under another name.
    @Test
    void whatACrashLeavesIsInNobodysWay() throws Exception {
        Compiled first = compile(SAMPLES);
        Files.write(leaves.resolve("1.leaves"), new byte[777], StandardOpenOption.APPEND);
        Files.write(leaves.resolve("2.leaves"), new byte[99]);
        Files.write(leaves.resolve(".unfinished-" + first.root() + ".index-1"), new byte[40]);
        files = ConfirmFiles.open(leaves, 0);
        Compiled second = compile(changed(0, 1));
        assertAnswers(first, SAMPLES);
        assertAnswers(second, changed(0, 1));
        files.collect(List.of(first.root(), second.root()));
        assertThat(names()).containsExactlyInAnyOrder("1.leaves", first.root() + ".index", second.root() + ".index");
    }

    @Test
    void aVersionGivenUpTakesItsLeavesBack() throws Exception {
        Compiled first = compile(SAMPLES);
        long size = Files.size(leaves.resolve("1.leaves"));
        LeafRange other = LeafRange.of(first.bits(), 0, 16, new byte[0], List.of());
        try (ConfirmWriter writer = files.begin(first.bits())) {
            writer.add(other);
            assertThat(leaves.resolve("1.leaves")).hasSize(size + 16 * 8);
        }
        assertThat(leaves.resolve("1.leaves")).hasSize(size);
        assertAnswers(first, SAMPLES);
        assertAnswers(compile(changed(1, 1)), changed(1, 1));
    }

    /// Each byte of a leaf is looked at before it is sent; the next version then shares none of the leaves.
    @Test
    void noticesAChangedLeafAndHealsWithTheNextVersion() throws Exception {
        Compiled first = compile(SAMPLES);
        overwrite(leaves.resolve("1.leaves"), 100, new byte[] {1, 2, 3});
        files = ConfirmFiles.open(leaves, 0);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> files.answer(first.root(), 0))
                .withMessageContaining("1.leaves is damaged at 0: leaf of bucket 0");
        assertThat(files.answer(first.root(), 1)).isPresent();
        assertAnswers(compile(SAMPLES), SAMPLES);
        assertThat(names()).contains("2.leaves");
        Compiled second = compile(changed(0, 1));
        assertAnswers(second, changed(0, 1));
        assertThat(names()).doesNotContain("3.leaves");
    }

    /// What was written anew was the base of another version, which still has its leaves where they were.
    @Test
    void healingABaseHarmsNoVersionThatDependsOnIt() throws Exception {
        Compiled first = compile(SAMPLES);
        Compiled second = compile(changed(0, 1));
        overwrite(leaves.resolve("1.leaves"), 100, new byte[] {1, 2, 3});
        files = ConfirmFiles.open(leaves, 0);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> files.answer(second.root(), 0));
        assertThat(compile(SAMPLES).root()).isEqualTo(first.root());
        files = ConfirmFiles.open(leaves, 0);
        assertAnswers(first, SAMPLES);
        for (int bucket = 1; bucket < 16; bucket++) {
            ask(second, bucket);
        }
    }

    @Test
    void noticesACutSegmentWhetherMappedOrNot() throws Exception {
        Compiled first = compile(SAMPLES);
        assertThat(files.answer(first.root(), 15)).isPresent();
        byte[] all = Files.readAllBytes(leaves.resolve("1.leaves"));
        Files.write(leaves.resolve("1.leaves"), new byte[] {all[0]});
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> files.answer(first.root(), 15));
        files = ConfirmFiles.open(leaves, 0);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> files.answer(first.root(), 0))
                .withMessageContaining("has 1 bytes");
        Files.delete(leaves.resolve("1.leaves"));
        files = ConfirmFiles.open(leaves, 0);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> files.answer(first.root(), 0));
        assertAnswers(compile(SAMPLES), SAMPLES);
    }

    @Test
    void refusesEveryIndexThatWasChangedCutOrLengthened() throws Exception {
        compile(SAMPLES);
        Compiled version = compile(changed(0, 1));
        Path path = ConfirmIndex.path(leaves, version.root());
        byte[] index = Files.readAllBytes(path);
        for (int at = 0; at < index.length; at++) {
            byte[] flipped = index.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            Files.write(path, flipped);
            assertThatExceptionOfType(IOException.class).as("byte %d", at).isThrownBy(() -> ConfirmIndex.read(leaves,
                    version.root())).withMessageContaining("is damaged");
            Files.write(path, Arrays.copyOf(index, at));
            assertThatExceptionOfType(IOException.class).as("cut at %d", at).isThrownBy(() -> ConfirmIndex.read(leaves,
                    version.root())).withMessageContaining("is damaged");
        }
        Files.write(path, Arrays.copyOf(index, index.length + 1));
        files = ConfirmFiles.open(leaves, 0);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> files.answer(version.root(), 0))
                .withMessageContaining("is damaged");
        assertAnswers(compile(changed(0, 1)), changed(0, 1));
    }

    /// What a list has of an index that cannot be read is not known, so no leaves are deleted.
    @Test
    void collectsNoLeavesWhileAnIndexIsDamaged() throws Exception {
        Compiled first = compile(SAMPLES);
        Compiled second = compile(samples(0, 5_000));
        Path path = ConfirmIndex.path(leaves, first.root());
        byte[] index = Files.readAllBytes(path);
        Files.write(path, new byte[96]);
        files.collect(List.of(first.root(), second.root()));
        assertThat(names()).contains("1.leaves", "2.leaves");
        Files.write(path, index);
        files = ConfirmFiles.open(leaves, 0);
        assertAnswers(first, SAMPLES);
    }

    /// Old versions that somebody asks for do not drive the newest out of memory.
    @Test
    void answersForManyVersions() throws Exception {
        List<Compiled> versions = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            versions.add(compile(List.of(new Sample("n" + i + ".example/", MALWARE))));
        }
        for (int round = 0; round < 2; round++) {
            for (Compiled version : versions) {
                assertThat(ask(version, 0).count()).isEqualTo(1);
            }
        }
        files.collect(versions.subList(10, 20).stream().map(Compiled::root).toList());
        for (Compiled version : versions) {
            assertThat(files.answer(version.root(), 0).isPresent()).isEqualTo(versions.indexOf(version) >= 10);
        }
    }

    /// Answers take no lock: they are right and never missing while versions come and go.
    @Test
    void answersWhileVersionsAreWrittenAndCollected() throws Exception {
        Compiled first = compile(SAMPLES);
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<Integer>> askers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                askers.add(threads.submit(() -> {
                    int asked = 0;
                    while (!done.get() || asked < 100) {
                        ask(first, asked++ % 16);
                    }
                    return asked;
                }));
            }
            try {
                for (int i = 1; i < 12; i++) {
                    Compiled next = compile(changed(i, i * 100));
                    assertThat(ask(next, i).number()).isEqualTo(i);
                    files.collect(List.of(first.root(), next.root()));
                }
            } finally {
                done.set(true);
            }
            for (Future<Integer> asker : askers) {
                assertThat(asker.get()).isGreaterThanOrEqualTo(100);
            }
        }
    }
}
