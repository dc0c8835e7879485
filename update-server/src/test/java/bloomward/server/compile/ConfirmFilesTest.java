package bloomward.server.compile;

import static bloomward.server.compile.SampleEntries.MALWARE;
import static bloomward.server.compile.SampleEntries.samples;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.key.FullHash;
import bloomward.server.compile.SampleEntries.Sample;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Confirm files: written for each version, shared between versions, and asked.
final class ConfirmFilesTest extends ConfirmFolder {

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

    /// Leaves that kept versions share are not dead, however few of them the last one has.
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
