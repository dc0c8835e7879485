package bloomward.server.compile;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.delta.DeltaCutter;
import bloomward.format.file.Envelope;
import bloomward.format.file.Envelope.Written;
import bloomward.format.file.FilterFile;
import bloomward.format.io.DurableFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Cuts the deltas from older packed files to a new one, several at a time.
public final class DeltaFiles {

    /// A delta longer than that part of the new packed file is not worth it: a full file is fetched.
    private static final int MOST_PERCENT = 60;

    /// A delta to cut.
    ///
    /// @param base the older packed file
    /// @param target where the delta is to stand, whole on the disk or not there
    public record Job(Path base, Path target) {}

    /// The outcome of a job.
    public sealed interface Outcome {

        /// The delta stands.
        record Cut(long sizeInBytes) implements Outcome {}

        /// It would be too long, and was not cut.
        record TooLong() implements Outcome {}

        /// The base cannot be read, is damaged, or is of another list or from before a rekey. That is no reason not to
        /// publish: an agent with such a file fetches a full one.
        record BadBase(String why) implements Outcome {}
    }

    private DeltaFiles() {}

    /// Cuts all deltas.
    ///
    /// @param newest the new packed file
    /// @return the outcome of each job, in their order
    /// @throws IOException if a delta cannot be written; those that were cut before stand
    /// @throws FormatException if the new file is no packed one or is damaged
    public static List<Outcome> cut(Path newest, List<Job> jobs) throws IOException, FormatException {
        try (FilterFile to = FilterFile.open(newest);
                Workers workers = new Workers(CompileLimits.ofThisMachine().threads())) {
            DeltaCutter cutter = DeltaCutter.to(to);
            long mostBytes = Files.size(newest) * MOST_PERCENT / 100;
            List<Workers.Work<Outcome>> works = new ArrayList<>();
            for (Job job : jobs) {
                works.add(() -> cut(cutter, mostBytes, job));
            }
            List<Outcome> outcomes = workers.all(works);
            Set<Path> folders = new TreeSet<>();
            jobs.forEach(job -> folders.add(job.target().resolveSibling("")));
            for (Path folder : folders) {
                DurableFiles.syncFolder(folder);
            }
            return outcomes;
        } catch (CompileException e) {
            throw new IllegalStateException("nothing is compiled here", e);
        }
    }

    private static Outcome cut(DeltaCutter cutter, long mostBytes, Job job) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            Envelope base = Envelope.open(mapped(job.base(), arena));
            return DurableFiles
                    .<Written, FormatException>place(job.target(), channel -> cutter.cut(base, mostBytes, channel))
                    .<Outcome>map(written -> new Outcome.Cut(written.sizeInBytes()))
                    .orElseGet(Outcome.TooLong::new);
        } catch (FormatException e) {
            return new Outcome.BadBase(job.base() + ": " + e.getMessage());
        }
    }

    private static MemorySegment mapped(Path base, Arena arena) throws FormatException {
        try (FileChannel channel = FileChannel.open(base, StandardOpenOption.READ)) {
            return channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
        } catch (IOException e) {
            throw new FormatException(Reason.NOT_OUR_FILE, "cannot be read: " + e);
        }
    }
}
