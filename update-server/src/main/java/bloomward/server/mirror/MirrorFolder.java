package bloomward.server.mirror;

import bloomward.format.Digest;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.FileRef;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.PublicFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// The folder of a mirror, which one process at a time uses.
///
/// ```
/// mirror.lock           empty; held by the process
/// public/v1/...         what is served, as the paths of URLs; each file was checked before it got its name
/// partial/              downloads and files in the making; emptied at each start
/// ```
final class MirrorFolder implements AutoCloseable {

    private static final Digest ANY = Digest.of(new byte[0]);

    private final Path root;
    private final FileChannel lock;

    private MirrorFolder(Path root, FileChannel lock) {
        this.root = root;
        this.lock = lock;
    }

    /// Makes what is missing, and removes the remains of a crash.
    ///
    /// @throws IOException also if another process uses the folder, or it is that of a server
    static MirrorFolder open(Path root) throws IOException {
        if (Files.exists(new DataFolder(root).database())) {
            throw new IOException(root + ": holds a server; a mirror needs a folder of its own");
        }
        Files.createDirectories(root);
        FileChannel lock = FileChannel.open(root.resolve("mirror.lock"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(lock::close)) {
            if (!tryLock(lock)) {
                throw new IOException(root + ": another process mirrors into this folder");
            }
            MirrorFolder folder = new MirrorFolder(root, lock);
            folder.prepare();
            return failure.keep(folder);
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            @Nullable
            FileLock taken = channel.tryLock();
            return taken != null;
        } catch (OverlappingFileLockException _) {
            return false; // by this process
        }
    }

    private void prepare() throws IOException {
        DataFolder.deleteTree(partial());
        Files.createDirectories(partial());
        for (ContentKind kind : ContentKind.values()) {
            Path folder = contents(kind);
            Files.createDirectories(folder);
            DurableFiles.clean(folder);
        }
        Path roots = file(new PublicPath.RootNote(1)).resolveSibling("");
        Files.createDirectories(roots);
        DurableFiles.clean(roots);
        DurableFiles.clean(publicFolder().resolve("v1"));
    }

    Path publicFolder() {
        return root.resolve("public");
    }

    Path root() {
        return root;
    }

    /// The file that is served at a path.
    Path file(PublicPath path) {
        return PublicFolder.at(publicFolder(), path);
    }

    /// The place of files that are named by their digest.
    Path contents(ContentKind kind) {
        return file(new PublicPath.Content(kind, ANY)).resolveSibling("");
    }

    Path partial() {
        return root.resolve("partial");
    }

    /// A place for a file in the making.
    Path partial(String name) {
        return partial().resolve(name);
    }

    /// Whether a file has its place, its length and its digest.
    boolean has(ContentKind kind, FileRef ref) throws IOException {
        Path file = file(new PublicPath.Content(kind, ref.digest()));
        return Files.exists(file) && ref.isOf(file);
    }

    /// Gives a finished file its place, if it has the digest that a manifest names; deletes it otherwise.
    boolean keep(ContentKind kind, FileRef ref, Path made) throws IOException {
        if (!ref.isOf(made)) {
            Files.delete(made);
            return false;
        }
        DurableFiles.moveIntoPlace(made, file(new PublicPath.Content(kind, ref.digest())));
        return true;
    }

    /// Releases the folder.
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
