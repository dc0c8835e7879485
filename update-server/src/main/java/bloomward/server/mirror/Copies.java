package bloomward.server.mirror;

import bloomward.format.FormatException;
import bloomward.format.delta.Delta;
import bloomward.format.delta.Rungs;
import bloomward.format.file.Envelope;
import bloomward.format.file.FileType;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import bloomward.server.compile.DeltaFiles;
import bloomward.server.compile.DeltaFiles.Outcome;
import bloomward.server.mirror.Origin.Reply;
import bloomward.server.publish.folder.DataFolder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Completes the files of a manifest, each compared with its signed digest before it gets its place.
///
/// Deltas have no digest, so none is taken over: they are cut here, from packed files that were compared. As cutting is a
/// function of two files, they are the origin's, byte for byte.
final class Copies {

    private static final Logger LOG = LoggerFactory.getLogger(Copies.class);

    /// A longer delta saves little, and all of it is held in memory.
    private static final int MAX_DELTA_IN_BYTES = 4 << 20;

    private final MirrorFolder folder;
    private final Origin origin;

    Copies(MirrorFolder folder, Origin origin) {
        this.folder = folder;
        this.origin = origin;
    }

    /// Completes all of them.
    ///
    /// @param before the manifest that is served now
    /// @param kept earlier manifests, from whose versions deltas are cut
    void complete(Manifest manifest, Optional<Manifest> before, Kept kept)
            throws OriginException, IOException, InterruptedException {
        for (FileRef allow : manifest.allowFiles()) {
            allow(allow);
        }
        for (ListRelease list : manifest.lists()) {
            try {
                packed(list, before.flatMap(served -> served.list(list.name())));
                flat(list);
                cut(list, kept);
            } catch (FormatException e) {
                throw OriginException.refused("list " + list.name(), e);
            }
        }
    }

    /// Whether every file is there and undamaged.
    boolean areComplete(Manifest manifest) throws IOException {
        for (ListRelease list : manifest.lists()) {
            if (!folder.has(ContentKind.PACKED, list.packed()) || !folder.has(ContentKind.FLAT, list.flat())) {
                return false;
            }
        }
        for (FileRef allow : manifest.allowFiles()) {
            if (!folder.has(ContentKind.ALLOW, allow)) {
                return false;
            }
        }
        return true;
    }

    private void allow(FileRef allow) throws OriginException, IOException, InterruptedException {
        if (allow.length() > AllowList.MAX_SIZE_IN_BYTES) {
            throw OriginException.refused("allow file",
                    allow.length() + " bytes, at most " + AllowList.MAX_SIZE_IN_BYTES + " are allowed");
        }
        if (!folder.has(ContentKind.ALLOW, allow)) {
            fetch(ContentKind.ALLOW, allow);
        }
    }

    private void packed(ListRelease list, Optional<ListRelease> before)
            throws OriginException, IOException, FormatException, InterruptedException {
        if (folder.has(ContentKind.PACKED, list.packed()) || (before.isPresent() && climb(before.get(), list))) {
            return;
        }
        fetch(ContentKind.PACKED, list.packed());
    }

    private void fetch(ContentKind kind, FileRef ref) throws OriginException, IOException, InterruptedException {
        requireRoomFor(ref.length());
        Content path = new Content(kind, ref.digest());
        Path made = folder.partial(ref.digest().toHex());
        if (!origin.download(path, ref.length(), made)) {
            throw OriginException.unreachable(origin.name(path), "the manifest names it, and it is not there");
        }
        if (!folder.keep(kind, ref, made)) {
            throw OriginException.refused(origin.name(path), "not the bytes that the manifest names");
        }
    }

    /// Files in the making stand beside those that they replace, so half of the free disk stays free.
    private void requireRoomFor(long bytes) throws IOException {
        long free = Files.getFileStore(folder.root()).getUsableSpace();
        if (bytes > free / 2) {
            throw new IOException("not enough disk space: " + bytes + " bytes are needed; " + free
                    + " are free, of which at most half may be used");
        }
    }

    /// Makes a packed file by deltas.
    ///
    /// @return whether it has its place; if not, the whole is fetched
    private boolean climb(ListRelease from, ListRelease to) throws OriginException, IOException, InterruptedException {
        if (from.version() >= to.version() || !from.spec().equals(to.spec())) {
            return false;
        }
        Optional<List<Long>> hops = Rungs.path(from.version(), to.version());
        if (hops.isEmpty()) {
            return false;
        }
        Path result = folder.partial("climbed");
        Files.copy(folder.file(new Content(ContentKind.PACKED, from.packed().digest())), result,
                StandardCopyOption.REPLACE_EXISTING);
        long at = from.version();
        for (long hop : hops.get()) {
            int most = (int) Math.min(to.packed().length(), MAX_DELTA_IN_BYTES);
            if (!(origin.get(new DeltaFile(to.name(), at, hop), most, Optional.empty()) instanceof Reply.Content delta)
                    || !apply(delta.bytes(), result)) {
                return false;
            }
            at = hop;
        }
        return folder.keep(ContentKind.PACKED, to.packed(), result);
    }

    /// Replaces a file by what a delta makes of it; only the end of the way has a digest to be compared with.
    private boolean apply(byte[] delta, Path file) throws IOException {
        Path next = folder.partial("next");
        try (FileChannel base = FileChannel.open(file, StandardOpenOption.READ);
                Arena arena = Arena.ofConfined();
                FileChannel out = FileChannel.open(next, StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            MemorySegment bytes = base.map(MapMode.READ_ONLY, 0, base.size(), arena);
            Delta.open(MemorySegment.ofArray(delta)).apply(Envelope.open(bytes), out);
        } catch (FormatException e) {
            LOG.info("a delta of the origin does not fit, so the whole file is fetched: {}", e.getMessage());
            return false;
        }
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        return true;
    }

    /// Derives the flat file, which need not be fetched.
    private void flat(ListRelease list) throws OriginException, IOException, FormatException {
        try (FilterFile file = FilterFile.open(folder.file(new Content(ContentKind.PACKED, list.packed().digest())))) {
            PackedFilter packed = file.packed();
            list.requireFits(ListFields.of(packed));
            if (folder.has(ContentKind.FLAT, list.flat())) {
                return;
            }
            long length = FileType.FLAT.headerLength() + packed.flatBlocks() * FlatFilter.BLOCK_IN_BYTES
                    + Integer.BYTES;
            if (length != list.flat().length()) { // or a short packed file could fill the disk
                throw OriginException.refused("list " + list.name() + ", flat file",
                        "derived it has " + length + " bytes, the manifest names " + list.flat().length());
            }
            requireRoomFor(length);
            Path made = folder.partial(list.flat().digest().toHex());
            try (FileChannel out = FileChannel.open(made, StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
                FilterFile.writeFlat(out, packed);
            }
            if (!folder.keep(ContentKind.FLAT, list.flat(), made)) {
                throw OriginException.refused("list " + list.name() + ", flat file",
                        "derived it is not the file that the manifest names");
            }
        }
    }

    /// Cuts the deltas to a version that are not there, from all versions that were mirrored.
    private void cut(ListRelease list, Kept kept) throws IOException, FormatException {
        List<DeltaFiles.Job> jobs = new ArrayList<>();
        for (long from : Rungs.basesFor(list.version())) {
            Optional<ListRelease> base = kept.version(list.name(), from)
                    .filter(release -> release.spec().equals(list.spec()));
            Path target = folder.file(new DeltaFile(list.name(), from, list.version()));
            if (base.isPresent() && !Files.exists(target) && folder.has(ContentKind.PACKED, base.get().packed())) {
                Files.createDirectories(target.resolveSibling(""));
                jobs.add(new DeltaFiles.Job(folder.file(new Content(ContentKind.PACKED, base.get().packed().digest())),
                        target));
            }
        }
        if (jobs.isEmpty()) {
            return;
        }
        Path packed = folder.file(new Content(ContentKind.PACKED, list.packed().digest()));
        for (Outcome outcome : DeltaFiles.cut(packed, jobs)) {
            if (outcome instanceof Outcome.BadBase(String why)) {
                LOG.warn("list {}: no delta from {}", list.name(), why);
            }
        }
    }

    /// Removes the deltas of lists: after a stolen publisher's key was replaced, other versions may get their numbers.
    void forgetDeltas() throws IOException {
        DataFolder.deleteTree(folder.publicFolder().resolve("v1/delta"));
    }
}
