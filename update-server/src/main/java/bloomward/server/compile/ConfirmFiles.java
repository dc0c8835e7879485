package bloomward.server.compile;

import bloomward.format.FormatException;
import bloomward.format.confirm.Bucket;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.io.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/// The leaves of all versions of one list, in a folder of their own, and the answers out of them.
///
/// Versions share leaves: a new one appends those that differ from the last one's to a segment file, and an index file
/// named by the root of its tree says where each lies. When more of the segment is leaves that no version has any more
/// than the last version has, the next one writes all its leaves into a new segment; the old one goes with the last
/// of its versions.
///
/// A version is there when its index is: leaves are synced before. A crash at any point leaves some bytes behind that
/// no index names.
///
/// Not trusted: the disk. Each leaf is compared with its hash before it is answered, and an index with the root that
/// is its name. What is found changed is an error, and makes the next version write all of its leaves anew.
///
/// Safe for all threads: answers take no lock where the version is one of the last few or was asked for lately; one
/// version is written at a time. One process alone may write into the folder.
public final class ConfirmFiles {

    private static final long LEAST_DEAD_IN_BYTES = 1 << 20;

    private final Path folder;
    private final long leastDeadInBytes;
    private final Segments segments;
    private final LoadedTables tables;
    private final ReentrantLock writing = new ReentrantLock();
    /// A leaf was found changed since all were last written anew.
    private volatile boolean damaged;
    /// Guarded by the writing lock.
    private Optional<ConfirmRoot> newest = Optional.empty();
    private long newestNumber;
    /// Bytes in the segment of the newest version that no version has. Whatever was appended since the oldest version
    /// in it belongs to one that is kept; of what was there before, the oldest's own leaves are needed.
    private long deadInBytes;

    private ConfirmFiles(Path folder, long leastDeadInBytes) {
        this.folder = folder;
        this.leastDeadInBytes = leastDeadInBytes;
        this.segments = new Segments(folder);
        this.tables = new LoadedTables(folder);
    }

    /// Opens a folder, which is made if it is not there.
    public static ConfirmFiles open(Path folder) throws IOException {
        return open(folder, LEAST_DEAD_IN_BYTES);
    }

    /// @param leastDeadInBytes with fewer bytes that the last version does not need, no new segment is begun
    static ConfirmFiles open(Path folder, long leastDeadInBytes) throws IOException {
        Files.createDirectories(folder);
        ConfirmFiles files = new ConfirmFiles(folder, leastDeadInBytes);
        files.findNewest();
        return files;
    }

    /// The roots of all versions that are there.
    public Set<ConfirmRoot> roots() throws IOException {
        Set<ConfirmRoot> roots = new HashSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.map(ConfirmIndex::rootOf).flatMap(Optional::stream).forEach(roots::add);
        }
        return roots;
    }

    /// The bytes of the [ConfirmAnswer] for a bucket of the version with this root.
    ///
    /// @return none if there is no such version, or no such bucket in it
    /// @throws IOException if the files are damaged or cannot be read: nothing is known then
    public Optional<byte[]> answer(ConfirmRoot root, int bucket) throws IOException {
        Optional<LeafTable> table = tables.find(root);
        if (table.isEmpty() || bucket < 0 || bucket >= table.get().buckets()) {
            return Optional.empty();
        }
        return Optional.of(answer(table.get(), bucket));
    }

    /// Deletes all versions but those with these roots, and the leaves that none of them needs.
    ///
    /// @param keep with what is compiled and not yet published; a root that is not there does no harm
    public void collect(Collection<ConfirmRoot> keep) throws IOException {
        writing.lock();
        try {
            Set<ConfirmRoot> needed = new HashSet<>(keep);
            Set<Long> neededSegments = new HashSet<>();
            boolean knowsAll = true;
            for (ConfirmRoot root : keep) {
                try {
                    ConfirmIndex index = ConfirmIndex.readHeader(ConfirmIndex.path(folder, root));
                    index.base().ifPresent(needed::add);
                    neededSegments.add(index.segment());
                } catch (NoSuchFileException _) {
                    needed.remove(root);
                } catch (IOException _) {
                    knowsAll = false; // which leaves it has is not known, so none are deleted
                }
            }
            deleteIndexes(needed);
            if (knowsAll) {
                segments.deleteOthers(neededSegments);
            }
            DurableFiles.syncFolder(folder);
            findNewest();
        } finally {
            writing.unlock();
        }
    }

    /// Begins a version, which no other thread can do until it is closed, by this thread.
    ConfirmWriter begin(BucketBits bits) throws IOException {
        writing.lock();
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(writing::unlock)) {
            Optional<LeafTable> previous = previous().filter(table -> table.tree().bits().equals(bits));
            long segment = previous.isPresent() ? previous.get().segment() : nextSegment();
            return failure.keep(new ConfirmWriter(this, bits, previous, segment, segments.path(segment)));
        }
    }

    /// Whether there is a sound version with this root.
    boolean has(ConfirmRoot root) {
        try {
            return tables.find(root).isPresent();
        } catch (IOException _) {
            return false;
        }
    }

    long nextNumber() {
        return newestNumber + 1;
    }

    /// Makes a table whose leaves are synced a version.
    ///
    /// @param allNew whether it shares no leaf with another
    void keep(LeafTable table, boolean allNew) throws IOException {
        if (allNew && Files.exists(ConfirmIndex.path(folder, table.root()))) {
            makeWholeWhatDependsOn(table.root());
        }
        ConfirmIndex.write(folder, table);
        newest = Optional.of(table.root());
        newestNumber = table.number();
        if (allNew) {
            deadInBytes = 0;
            damaged = false;
        }
        tables.put(table);
    }

    void end(long segment, boolean finished) {
        if (!finished) {
            segments.forget(segment);
        }
        writing.unlock();
    }

    /// A bucket of a version, proven.
    Bucket bucket(LeafTable table, int bucket) throws IOException {
        try {
            return ConfirmAnswer.parse(answer(table, bucket)).prove(table.root(), table.tree().bits(), bucket);
        } catch (FormatException e) {
            throw new IOException(segments.path(table.segment()) + " has no bucket at " + table.offset(bucket), e);
        }
    }

    private byte[] answer(LeafTable table, int bucket) throws IOException {
        try {
            byte[] leaf = segments.read(table.segment(), table.offset(bucket), table.length(bucket));
            return ConfirmAnswer.of(table.tree(), bucket, leaf).toBytes();
        } catch (IOException e) {
            damaged = true;
            throw e;
        } catch (IllegalArgumentException e) {
            damaged = true;
            throw new IOException(segments.path(table.segment()) + " is damaged at " + table.offset(bucket)
                    + ": leaf of bucket " + bucket + " is another one", e);
        }
    }

    /// Gives a whole index to each version that has this one as its base, before the base is written anew elsewhere.
    private void makeWholeWhatDependsOn(ConfirmRoot base) throws IOException {
        for (ConfirmRoot root : roots()) {
            Optional<LeafTable> dependent = dependent(root, base);
            if (dependent.isPresent()) {
                ConfirmIndex.write(folder, dependent.get().whole());
                tables.put(dependent.get().whole());
            }
        }
    }

    private Optional<LeafTable> dependent(ConfirmRoot root, ConfirmRoot base) {
        try {
            return ConfirmIndex.readHeader(ConfirmIndex.path(folder, root)).base().filter(base::equals).isPresent()
                    ? Optional.of(ConfirmIndex.read(folder, root))
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty(); // damaged before, which is said when somebody asks for it
        }
    }

    /// The version whose leaves the next one shares; none if all are to be written anew.
    private Optional<LeafTable> previous() throws IOException {
        if (damaged || newest.isEmpty()) {
            return Optional.empty();
        }
        try {
            Optional<LeafTable> table = tables.find(newest.get())
                    .filter(last -> deadInBytes <= Math.max(last.sizeInBytes(), leastDeadInBytes));
            if (table.isPresent() && Files.size(segments.path(table.get().segment())) < table.get().end()) {
                return Optional.empty(); // cut
            }
            return table;
        } catch (IOException _) {
            return Optional.empty(); // the last version is damaged, which is no reason to have no next one
        }
    }

    private long nextSegment() throws IOException {
        long last = 0;
        for (long segment : segments.numbers()) {
            last = Math.max(last, segment);
        }
        return last + 1;
    }

    private void findNewest() throws IOException {
        newest = Optional.empty();
        newestNumber = 0;
        deadInBytes = 0;
        List<ConfirmIndex> headers = new ArrayList<>();
        for (ConfirmRoot root : roots()) {
            try {
                ConfirmIndex header = ConfirmIndex.readHeader(ConfirmIndex.path(folder, root));
                headers.add(header);
                if (header.number() > newestNumber) {
                    newest = Optional.of(root);
                    newestNumber = header.number();
                }
            } catch (IOException _) {
                // said when somebody asks for it
            }
        }
        headers.sort(Comparator.comparingLong(ConfirmIndex::number));
        if (!headers.isEmpty()) {
            long segment = headers.getLast().segment();
            ConfirmIndex oldest = headers.stream()
                    .filter(header -> header.segment() == segment)
                    .findFirst()
                    .orElseThrow();
            deadInBytes = oldest.end() - oldest.live();
        }
    }

    private void deleteIndexes(Set<ConfirmRoot> needed) throws IOException {
        DurableFiles.clean(folder); // of a crash: nobody else writes now
        for (ConfirmRoot root : roots()) {
            if (!needed.contains(root)) {
                Files.deleteIfExists(ConfirmIndex.path(folder, root));
            }
        }
        tables.retain(needed);
    }
}
