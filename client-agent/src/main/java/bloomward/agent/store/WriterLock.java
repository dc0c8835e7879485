package bloomward.agent.store;

import bloomward.format.io.CloseOnFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The lock that lets one process write a store: one of the operating system, which ends with its process.
final class WriterLock implements AutoCloseable {

    /// The lock files that this process holds. The operating system locks for a process as a whole, and takes the lock away
    /// when the process closes any channel of the file (POSIX): so a process that holds it must not even open the file
    /// again, and only one place for the whole process can know that.
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private WriterLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /// @return empty if another process, or this one, has it
    static Optional<WriterLock> tryLock(StoreFolder folder) throws IOException {
        Path file = folder.path().toRealPath().resolve(folder.lock().getFileName());
        if (!HELD.add(file)) {
            return Optional.empty();
        }
        try (CloseOnFailure<RuntimeException> held = CloseOnFailure.of(() -> HELD.remove(file))) {
            FileChannel channel = folder.open(folder.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try (CloseOnFailure<IOException> opened = CloseOnFailure.of(channel::close)) {
                Optional<FileLock> lock = Optional.ofNullable(channel.tryLock());
                return lock.map(_ -> held.keep(opened.keep(new WriterLock(file, channel))));
            }
        }
    }

    /// @throws IllegalStateException if it was given back
    void requireHeld() {
        if (!channel.isOpen()) {
            throw new IllegalStateException("this writer was closed");
        }
    }

    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            try {
                channel.close();
            } finally {
                HELD.remove(file);
            }
        }
    }
}
