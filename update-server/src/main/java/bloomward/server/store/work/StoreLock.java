package bloomward.server.store.work;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import bloomward.format.io.CloseOnFailure;
import bloomward.server.store.StoreInUseException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Keeps a store to one process, by a lock of the operating system on an empty file beside it: it is gone with the
/// process, however that ends. The file stays; taking it away would let two processes lock two files of one name.
///
/// A second one in the same process, a mistake, is refused as well, but closing its channel ends the lock of the first
/// towards other processes: so it is with POSIX locks.
///
/// The database's own locks would let two servers take turns, and each would publish what the other does not know of.
public final class StoreLock implements Closeable {

    private final FileChannel channel;

    private StoreLock(FileChannel channel) {
        this.channel = channel;
    }

    /// Takes the lock.
    ///
    /// @param file the database; the lock lies beside it
    /// @throws StoreInUseException if somebody has it
    public static StoreLock take(Path file) throws IOException {
        Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
        FileChannel channel = FileChannel.open(lockFile, CREATE, WRITE);
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(channel::close)) {
            if (!tryLock(channel)) {
                throw new StoreInUseException(file + ": in use by another process, which holds " + lockFile);
            }
            return failure.keep(new StoreLock(channel));
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            @Nullable
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException _) {
            return false; // by this process
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
