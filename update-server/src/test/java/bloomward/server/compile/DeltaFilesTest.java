package bloomward.server.compile;

import static bloomward.server.compile.SampleEntries.samples;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import bloomward.format.FormatException;
import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import bloomward.server.compile.DeltaFiles.Job;
import bloomward.server.compile.DeltaFiles.Outcome;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeltaFilesTest {

    @TempDir
    Path folder;

    private Path packed(int from, int to) throws IOException, CompileException {
        Path place = folder.resolve(from + "-" + to);
        SampleEntries.compile(place, samples(from, to));
        return place.resolve("packed");
    }

    @Test
    void cutsWhatTheFormatCutsAndWhatMakesTheNewFile() throws Exception {
        Path newest = packed(100, 5_100);
        List<Job> jobs = new ArrayList<>();
        for (int from = 0; from <= 100; from += 20) {
            jobs.add(new Job(packed(from, 5_000), folder.resolve(from + ".delta")));
        }
        List<Outcome> outcomes = DeltaFiles.cut(newest, jobs);
        for (Job job : jobs) {
            Path expected = folder.resolve("expected");
            Path applied = folder.resolve("applied");
            try (FilterFile from = FilterFile.open(job.base());
                    FilterFile to = FilterFile.open(newest);
                    FileChannel cut = FileChannel.open(expected, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileChannel out = FileChannel.open(applied, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                Delta.cut(from, to, cut);
                assertThat(job.target()).hasSameBinaryContentAs(expected);
                Delta.open(MemorySegment.ofArray(Files.readAllBytes(job.target()))).apply(from, out);
            }
            assertThat(applied).hasSameBinaryContentAs(newest);
            assertThat(outcomes.get(jobs.indexOf(job))).isEqualTo(new Outcome.Cut(Files.size(expected)));
            Files.delete(expected);
            Files.delete(applied);
        }
    }

    /// Where a known delta is missing, damaged or leads elsewhere, and where the version before is, the delta is cut.
    @Test
    void extendsKnownDeltasToTheSameBytesAndCutsTheOthers() throws Exception {
        Path oldest = packed(0, 5_000);
        Path old = packed(0, 5_020);
        Path before = packed(10, 5_050);
        Path newest = packed(10, 5_051);
        Path toBefore = folder.resolve("known");
        Path elsewhere = folder.resolve("elsewhere");
        DeltaFiles.cut(before, List.of(new Job(oldest, toBefore)));
        DeltaFiles.cut(old, List.of(new Job(oldest, elsewhere)));
        Path damaged = Files.write(folder.resolve("damaged"), new byte[200]);
        Path missing = folder.resolve("missing");
        List<Job> plain = new ArrayList<>();
        List<Job> jobs = new ArrayList<>();
        for (Path known : List.of(toBefore, elsewhere, damaged, missing)) {
            plain.add(new Job(oldest, folder.resolve("cut" + jobs.size())));
            jobs.add(new Job(oldest, folder.resolve("extended" + jobs.size()), Optional.of(known)));
        }
        plain.add(new Job(before, folder.resolve("cut" + jobs.size())));
        jobs.add(new Job(before, folder.resolve("extended" + jobs.size())));
        List<Outcome> expected = DeltaFiles.cut(newest, plain);
        for (Path versionBefore : List.of(before, damaged, missing)) {
            assertThat(DeltaFiles.cut(newest, Optional.of(versionBefore), jobs)).isEqualTo(expected);
            for (int i = 0; i < jobs.size(); i++) {
                assertThat(jobs.get(i).target()).hasSameBinaryContentAs(plain.get(i).target());
                Files.delete(jobs.get(i).target());
            }
        }
    }

    /// What is extended is not read from the base: this one is not there any more.
    @Test
    void extendsWithoutReadingTheBase() throws Exception {
        Path old = packed(0, 5_000);
        Path before = packed(0, 5_050);
        Path newest = packed(0, 5_051);
        Path known = folder.resolve("known");
        DeltaFiles.cut(before, List.of(new Job(old, known)));
        Files.delete(old);
        Job job = new Job(old, folder.resolve("extended"), Optional.of(known));
        assertThat(DeltaFiles.cut(newest, Optional.of(before), List.of(job)).getFirst())
                .isInstanceOf(Outcome.Cut.class);
    }

    @Test
    void doesNotCutWhatIsLongerThanSixtyPercent() throws Exception {
        Path newest = packed(0, 1_000);
        Path half = packed(500, 1_500);
        Path other = packed(2_000, 3_000);
        List<Outcome> outcomes = DeltaFiles.cut(newest,
                List.of(new Job(half, folder.resolve("half")), new Job(other, folder.resolve("other"))));
        assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Cut.class);
        assertThat(folder.resolve("half")).exists();
        assertThat(outcomes.getLast()).isEqualTo(new Outcome.TooLong());
        assertThat(folder.resolve("other")).doesNotExist();
        assertThat(folder).isDirectoryNotContaining("glob:**/.unfinished-*");
    }

    @Test
    void goesOnWhenABaseIsBad() throws Exception {
        Path newest = packed(0, 1_000);
        Path damaged = Files.write(folder.resolve("damaged"), new byte[200]);
        Path flat = packed(10, 1_000).resolveSibling("flat");
        List<Outcome> outcomes = DeltaFiles.cut(newest,
                List.of(new Job(damaged, folder.resolve("1")), new Job(flat, folder.resolve("2")),
                        new Job(folder.resolve("missing"), folder.resolve("3")), new Job(newest, folder.resolve("4"))));
        assertThat(outcomes.subList(0, 3))
                .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.BadBase.class));
        assertThat(outcomes.get(3)).isInstanceOf(Outcome.Cut.class);
        assertThat(folder.resolve("2")).doesNotExist();
    }

    @Test
    void saysWhenADeltaCannotBeWrittenOrTheNewFileIsNone() throws Exception {
        Path newest = packed(0, 100);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> DeltaFiles.cut(newest, List.of(new Job(newest, folder.resolve("missing/delta")))));
        assertThatExceptionOfType(FormatException.class)
                .isThrownBy(() -> DeltaFiles.cut(newest.resolveSibling("flat"), List.of()));
    }
}
