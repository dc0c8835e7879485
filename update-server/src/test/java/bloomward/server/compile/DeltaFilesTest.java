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
