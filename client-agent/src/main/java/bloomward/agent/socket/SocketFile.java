package bloomward.agent.socket;

import bloomward.agent.door.Door;
import bloomward.format.io.CloseOnFailure;
import bloomward.program.text.Printable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The file under which an agent listens: only permitted users reach it, only its owner could put another in its
/// place, and no two agents share it.
///
/// The folder protects the socket, also in the moment between its making and its mode. An agent that takes the path holds a
/// lock beside it meanwhile, so that of two agents that find the same stale socket only one replaces it.
final class SocketFile implements AutoCloseable {

    /// The kernel keeps it in 108 bytes, the last of them zero.
    private static final int MAX_PATH_IN_BYTES = 107;

    /// Programs that wait to be accepted. Others wait behind them in order of arrival (see [Door]), so a small number turns no
    /// rush away, and a single program that fills them all delays a newcomer by as few.
    private static final int WAITING = 16;

    private final Path path;
    private final ServerSocketChannel channel;
    private final @Nullable Object inode;

    private SocketFile(Path path, ServerSocketChannel channel, @Nullable Object inode) {
        this.path = path;
        this.channel = channel;
        this.inode = inode;
    }

    /// Listens at a path. Its folder is made if it is not there.
    ///
    /// @throws AlreadyRunningException if an agent answers there
    static SocketFile listen(Path wanted, Access access) throws IOException {
        Path folder = ownFolder(wanted.toAbsolutePath(), access);
        Path path = folder.resolve(Objects.requireNonNull(wanted.getFileName(), "a socket has a name"));
        requireShort(path);
        try (FileChannel lockFile = FileChannel.open(folder.resolve(path.getFileName() + ".lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE)); FileLock lock = tryLock(lockFile)) {
            if (lock == null) {
                throw new IOException(path + ": another agent is starting");
            }
            removeStale(path);
            return bind(path, folder, access);
        }
    }

    ServerSocketChannel channel() {
        return channel;
    }

    Path path() {
        return path;
    }

    private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException _) {
            return null; // the other one is in this process
        }
    }

    private static Path ownFolder(Path socket, Access access) throws IOException {
        Path folder = socket.getParent();
        if (folder == null) {
            throw new IOException(socket + ": a socket needs a folder of its own");
        }
        Set<PosixFilePermission> allowed = PosixFilePermissions.fromString(access.folderMode());
        if (!isPosix(folder)) {
            return Files.createDirectories(folder).toRealPath();
        }
        if (!Files.exists(folder)) {
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(allowed));
        }
        Path real = folder.toRealPath();
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(real);
        if (!allowed.containsAll(permissions)) {
            throw new IOException(real + ": its mode is " + PosixFilePermissions.toString(permissions)
                    + ", of the folder of a socket it is at most " + access.folderMode() + "; run 'chmod "
                    + access.chmod() + "' on it");
        }
        return real;
    }

    private static void requireShort(Path path) throws IOException {
        int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_PATH_IN_BYTES) {
            throw new IOException(Printable.beginningOf(path.toString()) + ": " + length
                    + " bytes, the path of a socket has at most " + MAX_PATH_IN_BYTES);
        }
    }

    private static void removeStale(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Door.isAttended(path)) {
            throw new AlreadyRunningException(path);
        }
        if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).isOther()) {
            throw new IOException(path + ": no socket; it is not replaced");
        }
        Files.delete(path);
    }

    private static SocketFile bind(Path path, Path folder, Access access) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(channel::close)) {
            channel.bind(UnixDomainSocketAddress.of(path), WAITING);
            SocketFile made = new SocketFile(path, channel, inode(path));
            if (isPosix(path)) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(access.socketMode()));
                if (!Files.getOwner(path).equals(Files.getOwner(folder))) {
                    made.close();
                    throw new IOException(folder + ": it belongs to " + Files.getOwner(folder)
                            + ", who could put another socket in the place of this one");
                }
            }
            return failure.keep(made);
        }
    }

    /// Ends listening. The file goes, unless it is another agent's by now.
    @Override
    public void close() throws IOException {
        channel.close();
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && Objects.equals(inode, inode(path))) {
            Files.deleteIfExists(path);
        }
    }

    private static @Nullable Object inode(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
