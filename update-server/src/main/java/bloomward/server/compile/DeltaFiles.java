package bloomward.server.compile;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.delta.DeltaCutter;
import bloomward.format.delta.DeltaExtender;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Cuts the deltas from older packed files to a new one, several at a time.
public final class DeltaFiles {

    /// A delta longer than that part of the new packed file is not worth it: a full file is fetched.
    private static final int MOST_PERCENT = 60;

    /// So many extended deltas are written at a time: it is the disk for which they wait, and it takes many at once.
    private static final int AT_ONCE = 16;

    /// A delta to cut.
    ///
    /// @param base the older packed file
    /// @param target where the delta is to stand, whole on the disk or not there
    /// @param known where a delta from the base to the version before the new one stands, if there is one
    public record Job(Path base, Path target, Optional<Path> known) {

        public Job(Path base, Path target) {
            this(base, target, Optional.empty());
        }
    }

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

    /// Cuts all deltas, each of them by decoding its base.
    public static List<Outcome> cut(Path newest, List<Job> jobs) throws IOException, FormatException {
        return cut(newest, Optional.empty(), jobs);
    }

    /// Cuts all deltas. Known ones to the version before are extended where that is possible, which gives the same
    /// bytes.
    ///
    /// @param newest the new packed file
    /// @param before the packed file of the version before
    /// @return the outcome of each job, in their order
    /// @throws IOException if a delta cannot be written; those that were cut before stand
    /// @throws FormatException if the new file is no packed one or is damaged
    public static List<Outcome> cut(Path newest, Optional<Path> before, List<Job> jobs)
            throws IOException, FormatException {
        try (FilterFile to = FilterFile.open(newest)) {
            to.packed(); // or there is nothing to cut to
            long mostBytes = Files.size(newest) * MOST_PERCENT / 100;
            Map<Job, Outcome> done = new HashMap<>();
            if (before.isPresent()) {
                done.putAll(extendAll(to, before.get(), mostBytes, jobs));
            }
            List<Job> rest = jobs.stream().filter(job -> !done.containsKey(job)).toList();
            if (!rest.isEmpty()) {
                DeltaCutter cutter = DeltaCutter.to(to);
                done.putAll(all(CompileLimits.ofThisMachine().threads(), rest, job -> cut(cutter, mostBytes, job)));
            }
            List<Outcome> outcomes = jobs.stream().map(done::get).toList();
            Set<Path> folders = new TreeSet<>();
            jobs.forEach(job -> folders.add(job.target().resolveSibling("")));
            for (Path folder : folders) {
                DurableFiles.syncFolder(folder);
            }
            return outcomes;
        }
    }

    /// Makes an outcome of a job.
    @FunctionalInterface
    private interface Way {
        Optional<Outcome> take(Job job) throws IOException;
    }

    /// The outcomes of those jobs for which there is one.
    private static Map<Job, Outcome> all(int threads, List<Job> jobs, Way way) throws IOException {
        try (Workers workers = new Workers(threads)) {
            List<Workers.Work<Optional<Outcome>>> works = new ArrayList<>();
            for (Job job : jobs) {
                works.add(() -> way.take(job));
            }
            List<Optional<Outcome>> outcomes = workers.all(works);
            Map<Job, Outcome> done = new HashMap<>();
            for (int i = 0; i < jobs.size(); i++) {
                Job job = jobs.get(i);
                outcomes.get(i).ifPresent(outcome -> done.put(job, outcome));
            }
            return done;
        } catch (CompileException e) {
            throw new IllegalStateException("nothing is compiled here", e);
        }
    }

    /// Extends known deltas; what is not right with one of them, or with the version before, is left to the cutter.
    private static Map<Job, Outcome> extendAll(FilterFile to, Path before, long mostBytes, List<Job> jobs)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            Optional<DeltaExtender> extender = DeltaExtender.of(Envelope.open(mapped(before, arena)), to);
            return extender.isPresent()
                    ? all(AT_ONCE, jobs, job -> extend(extender.get(), before, mostBytes, job))
                    : Map.of();
        } catch (FormatException _) {
            return Map.of();
        }
    }

    private static Optional<Outcome> extend(DeltaExtender extender, Path before, long mostBytes, Job job)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            if (job.base().equals(before)) {
                return Optional.of(placed(job, channel -> extender.ofVersionBefore().write(mostBytes, channel)));
            }
            if (job.known().isEmpty()) {
                return Optional.empty();
            }
            Optional<DeltaExtender.Extension> extension = extender
                    .extend(Envelope.open(mapped(job.known().get(), arena)));
            return extension.isPresent()
                    ? Optional.of(placed(job, channel -> extension.get().write(mostBytes, channel)))
                    : Optional.empty();
        } catch (FormatException _) {
            return Optional.empty();
        }
    }

    private static Optional<Outcome> cut(DeltaCutter cutter, long mostBytes, Job job) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            Envelope base = Envelope.open(mapped(job.base(), arena));
            return Optional.of(placed(job, channel -> cutter.cut(base, mostBytes, channel)));
        } catch (FormatException e) {
            return Optional.of(new Outcome.BadBase(job.base() + ": " + e.getMessage()));
        }
    }

    private static Outcome placed(Job job, DurableFiles.Filling<Written, FormatException> delta)
            throws IOException, FormatException {
        return DurableFiles.place(job.target(), delta)
                .<Outcome>map(written -> new Outcome.Cut(written.sizeInBytes()))
                .orElseGet(Outcome.TooLong::new);
    }

    private static MemorySegment mapped(Path base, Arena arena) throws FormatException {
        try (FileChannel channel = FileChannel.open(base, StandardOpenOption.READ)) {
            return channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
        } catch (IOException e) {
            throw new FormatException(Reason.NOT_OUR_FILE, "cannot be read: " + e);
        }
    }
}
