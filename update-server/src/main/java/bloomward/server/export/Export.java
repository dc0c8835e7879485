package bloomward.server.export;

import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.release.SignedFilter;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.Form;
import bloomward.server.publish.Published;
import bloomward.server.publish.Published.Newest;
import bloomward.server.publish.folder.ConfirmStore;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.PublicFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// Writes the content of the public side to a folder, under the paths of [PublicPath], so that any web server can serve
/// it.
///
/// Files are linked where the file system allows it, as they never change; confirm answers, one file each, are built in
/// a temporary folder. `latest` comes last and by rename, so a reader finds a complete publication, old or new, at any
/// time and after a crash. Older files stay until the data folder deletes them.
///
/// Confirm answers are not synced one by one, which would take minutes, so they may be empty after a power failure.
/// [#write] checks every file, [#refresh] trusts present ones; so a server writes once at its start, and refreshes from
/// then on.
public final class Export {

    private final DataFolder folder;
    private final ConfirmStore confirm;
    private final Path target;
    private final boolean trusts;
    private int written;

    private Export(DataFolder folder, ConfirmStore confirm, Path target, boolean trusts) {
        this.folder = folder;
        this.confirm = confirm;
        this.target = target;
        this.trusts = trusts;
    }

    /// Writes all files, and replaces damaged ones.
    ///
    /// @param target created if missing
    /// @return the number of files written
    public static int write(DataFolder folder, Published published, ConfirmStore confirm, Path target)
            throws IOException {
        return new Export(folder, confirm, target, false).run(published);
    }

    /// Writes new files, and deletes those that the data folder no longer has.
    ///
    /// @return the number of files written
    public static int refresh(DataFolder folder, Published published, ConfirmStore confirm, Path target)
            throws IOException {
        return new Export(folder, confirm, target, true).run(published);
    }

    private int run(Published published) throws IOException {
        // A server that refreshes the folder and a command that writes it take turns, as each would remove the other's
        // unfinished files.
        try (FileChannel lock = FileChannel.open(folder.exportLock(), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE); FileLock _ = lock.lock()) {
            return runAlone(published);
        }
    }

    private int runAlone(Published published) throws IOException {
        ExportFolder.create(target);
        for (long version = 1; version <= published.root().version(); version++) {
            link(new PublicPath.RootNote(version));
        }
        if (published.newest().isPresent()) {
            Newest newest = published.newest().get();
            for (ListRelease list : newest.manifest().lists()) {
                write(list, newest);
            }
            for (FileRef allow : newest.manifest().allowFiles()) {
                link(new PublicPath.Content(ContentKind.ALLOW, allow.digest()));
            }
            link(new PublicPath.Content(ContentKind.MANIFEST, newest.digest()));
            byte[] latest = newest.latestNote().toBytes();
            Path note = at(new PublicPath.Latest());
            if (!trusts || !Files.exists(note) || !Arrays.equals(Files.readAllBytes(note), latest)) {
                DurableFiles.write(note, latest);
                written++;
            }
        }
        ExportFolder.prune(target, folder, published, confirm);
        return written;
    }

    private void write(ListRelease list, Newest newest) throws IOException {
        link(new PublicPath.Content(ContentKind.PACKED, list.packed().digest()));
        link(new PublicPath.Content(ContentKind.FLAT, list.flat().digest()));
        for (PublicPath.DeltaFile delta : PublicFolder.deltas(folder.publicFolder(), list.name())) {
            // A delta to an unpublished version may be cut again.
            if (delta.to() <= list.version()) {
                linkIfThere(delta);
            }
        }
        answers(list.confirmRoot(), list.confirmBits());
        bloom(list.name(), Form.PACKED, list.packed(), newest);
        bloom(list.name(), Form.FLAT, list.flat(), newest);
    }

    private void linkIfThere(PublicPath path) throws IOException {
        try {
            link(path);
        } catch (NoSuchFileException e) {
            if (Files.exists(folder.file(path))) {
                throw e;
            } // otherwise deleted since the folder was listed
        }
    }

    private void link(PublicPath path) throws IOException {
        Path from = folder.file(path);
        Path to = at(path);
        if (Files.exists(to) && isSame(from, to)) {
            return;
        }
        Files.createDirectories(to.resolveSibling(""));
        if (Files.exists(to, LinkOption.NOFOLLOW_LINKS) || !ExportFolder.tryLink(from, to)) {
            DurableFiles.write(to, out -> copy(from, out));
        }
        written++;
    }

    private boolean isSame(Path from, Path to) throws IOException {
        return Files.isSameFile(from, to)
                || (Files.size(from) == Files.size(to) && (trusts || Files.mismatch(from, to) < 0));
    }

    private static void copy(Path from, OutputStream out) throws IOException {
        Files.copy(from, out);
    }

    private void answers(ConfirmRoot root, BucketBits bits) throws IOException {
        Path there = at(new PublicPath.Confirm(root, 0)).resolveSibling("");
        if (Files.isDirectory(there) && (trusts || isWhole(there, root, bits))) {
            return;
        }
        Path built = ExportFolder.temporaryFolderFor(there);
        Files.createDirectories(built);
        for (int bucket = 0; bucket < bits.buckets(); bucket++) {
            Files.write(built.resolve(Integer.toString(bucket)), answer(root, bucket), StandardOpenOption.CREATE_NEW);
            written++;
        }
        if (Files.exists(there)) { // damaged: its answers are missing for a moment, which is no worse
            Files.move(there, ExportFolder.temporaryFolderFor(there), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(built, there, StandardCopyOption.ATOMIC_MOVE);
        ExportFolder.clean(there.resolveSibling(""));
    }

    private boolean isWhole(Path there, ConfirmRoot root, BucketBits bits) throws IOException {
        for (int bucket = 0; bucket < bits.buckets(); bucket++) {
            Path file = there.resolve(Integer.toString(bucket));
            if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), answer(root, bucket))) {
                return false;
            }
        }
        return true;
    }

    private byte[] answer(ConfirmRoot root, int bucket) throws IOException {
        return confirm.answer(root, bucket)
                .orElseThrow(() -> new IOException("no answer for bucket " + bucket + " of " + root
                        + ": the leaves are missing; restore a backup, or publish a change of the list"));
    }

    private void bloom(String list, Form form, FileRef ref, Newest newest) throws IOException {
        ContentKind kind = form == Form.PACKED ? ContentKind.PACKED : ContentKind.FLAT;
        Path filter = folder.file(new PublicPath.Content(kind, ref.digest()));
        Path to = at(new PublicPath.Bloom(list, form));
        byte[] tail = SignedFilter.tail(newest.note());
        if (trusts && endsWith(to, ref.length(), tail)) {
            return;
        }
        Files.createDirectories(to.resolveSibling(""));
        DurableFiles.write(to, out -> {
            copy(filter, out);
            out.write(tail);
        });
        written++;
    }

    /// The note names the content before it, so a file that ends with the right note is the right one.
    private static boolean endsWith(Path file, long at, byte[] tail) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() != at + tail.length) {
                return false;
            }
            ByteBuffer found = ByteBuffer.allocate(tail.length);
            while (found.hasRemaining() && channel.read(found, at + found.position()) >= 0) {
                // until everything is read
            }
            return Arrays.equals(found.array(), tail);
        }
    }

    private Path at(PublicPath path) {
        return PublicFolder.at(target, path);
    }
}
