package bloomward.agent.update;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import bloomward.agent.store.StoreWriter;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.delta.Delta;
import bloomward.format.delta.Rungs;
import bloomward.format.file.Envelope;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.release.ListRelease;
import bloomward.format.wire.PublicPath;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/// Leads from an installed packed file to the newest one by deltas, hop by hop (FORMAT.md 19.1).
///
/// Deltas are not signed: only the file at the end of the way has a signed digest. So every file on the way is made apart
/// from those in use, and if anything does not fit, the packed file is fetched. A site that cannot be reached is asked for
/// nothing more.
///
/// @param writer where the files are
/// @param site where the deltas come from
record DeltaPath(StoreWriter writer, Site site) {

    /// The way in which a packed file was fetched.
    ///
    /// @param deltas how many led to it; none if it came whole
    /// @param bytes how many were fetched
    record Fetched(int deltas, long bytes) {}

    /// A packed file, as the base of the next delta.
    private record Base(Path file, long version) {}

    /// Makes the packed file of one version from the packed file of another, and keeps it.
    ///
    /// @return empty if the deltas do not lead there, and the packed file must be fetched
    Optional<Fetched> follow(ListRelease from, ListRelease to) throws AttemptException {
        if (from.version() >= to.version() || !from.spec().equals(to.spec())) {
            return Optional.empty();
        }
        Optional<List<Long>> hops = Rungs.path(from.version(), to.version());
        if (hops.isEmpty()) {
            return Optional.empty();
        }
        return AttemptException.during("list " + to.name(), () -> {
            if (!writer.has(from.packed())) {
                return Optional.empty();
            }
            Base start = new Base(writer.file(from.packed().digest()), from.version());
            Optional<Fetched> fetched = climb(start, hops.get(), to);
            return fetched.isPresent() && writer.keep(to.packed()) ? fetched : Optional.empty();
        });
    }

    /// Leaves the last result in the place from which the packed file is kept.
    private Optional<Fetched> climb(Base start, List<Long> hops, ListRelease to) throws AttemptException, IOException {
        Base at = start;
        long bytes = 0;
        for (long hop : hops) {
            Base before = at;
            Path result = writer.partial(nameOf(to.name(), hop));
            try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> Files.deleteIfExists(result))) {
                // All deltas together are not to cost more than the file that they save.
                long allowed = to.packed().length() - bytes;
                Optional<byte[]> delta = allowed > 0
                        ? site.delta(new PublicPath.DeltaFile(to.name(), at.version, hop), allowed)
                        : Optional.empty();
                if (delta.isEmpty() || !apply(delta.get(), at.file, result)) {
                    return Optional.empty();
                }
                bytes += delta.get().length;
                at = failure.keep(new Base(result, hop));
            } finally {
                if (!before.equals(start)) {
                    Files.deleteIfExists(before.file);
                }
            }
        }
        Files.move(at.file, writer.partial(to.packed().digest()), StandardCopyOption.REPLACE_EXISTING);
        return Optional.of(new Fetched(hops.size(), bytes));
    }

    private static boolean apply(byte[] delta, Path from, Path result) throws IOException {
        try (FileChannel base = FileChannel.open(from, READ);
                Arena arena = Arena.ofConfined();
                FileChannel out = FileChannel.open(result, CREATE, TRUNCATE_EXISTING, WRITE)) {
            MemorySegment bytes = base.map(MapMode.READ_ONLY, 0, base.size(), arena);
            Delta.open(MemorySegment.ofArray(delta)).apply(Envelope.open(bytes), out);
            return true;
        } catch (FormatException _) {
            return false; // for another file, or not whole: the packed file will tell
        }
    }

    /// The name of a file on the way: no digest of it is known, so list and version stand for it.
    private static Digest nameOf(String list, long version) {
        return Digest.of((list + " " + version).getBytes(UTF_8));
    }
}
