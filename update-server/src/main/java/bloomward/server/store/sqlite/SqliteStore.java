package bloomward.server.store.sqlite;

import bloomward.format.io.CloseOnFailure;
import bloomward.server.store.Gathering;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.sort.SortedGathering;
import bloomward.server.store.sort.Sorter;
import bloomward.server.store.sql.SqlSession;
import bloomward.server.store.work.ReaderPool;
import bloomward.server.store.work.StoreLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The store in one SQLite file.
///
/// One connection writes, under a fair lock; what it has committed is on the disk. Readers have connections of their
/// own and see the state of the moment they began (WAL), so neither waits for the other. The log of what was written
/// grows with the largest transaction and is folded into the file after it.
///
/// Works are not nested: what is read inside a write is read through its tables.
public final class SqliteStore implements PublisherStore {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteStore.class);

    private final Path file;
    private final StoreLock lock;
    private final DatabaseFile database;
    private final ReaderPool<Db> readers;
    private final ReentrantLock writing = new ReentrantLock(true);
    private final ThreadLocal<Boolean> isInside = ThreadLocal.withInitial(() -> false);
    /// Both under the lock `writing`.
    private final Db writer;
    private boolean isClosed;

    private SqliteStore(Path file, StoreLock lock, DatabaseFile database, Db writer) {
        this.file = file;
        this.lock = lock;
        this.database = database;
        this.writer = writer;
        this.readers = new ReaderPool<>(database::openForReading);
    }

    /// Opens a store, and makes it if there is none. Tables of an older program are brought up to date.
    ///
    /// @throws bloomward.server.store.StoreInUseException if another process has it
    /// @throws bloomward.server.store.StoreFormatException if the file is not a store, or one of a newer program; it stays as it is
    public static SqliteStore open(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        StoreLock lock = StoreLock.take(absolute);
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(lock::close)) {
            Sorter.clean(absolute.resolveSibling(""));
            DatabaseFile database = new DatabaseFile(absolute);
            return failure.keep(new SqliteStore(absolute, lock, database, database.openForWriting()));
        }
    }

    @Override
    public <R, E extends Exception> R read(Work<R, E> work) throws IOException, E {
        enter();
        try {
            Db db = readers.take();
            boolean isSound = false;
            try {
                R result = transact(db, "BEGIN", "ROLLBACK", false, work);
                isSound = true;
                return result;
            } finally {
                readers.giveBack(db, isSound);
            }
        } finally {
            isInside.remove();
        }
    }

    @Override
    public <R, E extends Exception> R write(Work<R, E> work) throws IOException, E {
        enter();
        writing.lock();
        try {
            requireOpen();
            R result = transact(writer, "BEGIN IMMEDIATE", "COMMIT", true, work);
            foldLog();
            return result;
        } finally {
            writing.unlock();
            isInside.remove();
        }
    }

    private <R, E extends Exception> R transact(Db db, String begin, String end, boolean isWriting, Work<R, E> work)
            throws IOException, E {
        db.run(begin);
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(db::rollBack)) {
            R result;
            try (SqlSession<Db> session = new SqlSession<>(db, isWriting, file.resolveSibling(""))) {
                result = work.on(SqliteTables.on(session));
            }
            db.run(end);
            return failure.keep(result);
        }
    }

    /// Folds what can be folded without waiting for a read; the rest is folded after the next write. What was written
    /// is on the disk either way, so no write fails by this.
    private void foldLog() {
        try {
            if (Files.size(file.resolveSibling(file.getFileName() + "-wal")) > DatabaseFile.WAL_LIMIT_IN_BYTES) {
                database.fold(writer);
            }
        } catch (IOException e) {
            LOG.warn("The write-ahead log was not folded into the store, and grows", e);
        }
    }

    /// Writes a copy of one state into a new file; the store goes on serving. The copy was read back and is on the disk
    /// when this returns. To restore it is to open it.
    ///
    /// @param target where no file is yet
    public void backupTo(Path target) throws IOException {
        database.copyTo(target);
    }

    /// Reads all of the file and compares its parts with each other; the store goes on serving.
    ///
    /// @return what is wrong, nothing if all is well
    public List<String> integrityCheck() throws IOException {
        return database.check();
    }

    @Override
    public Gathering gather() {
        return new SortedGathering(file.resolveSibling(""));
    }

    private void enter() {
        if (isInside.get()) {
            throw new IllegalStateException("a work inside a work");
        }
        isInside.set(true);
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("the store is closed");
        }
    }

    /// Waits for the works that run.
    @Override
    public void close() throws IOException {
        writing.lock();
        try (lock) {
            if (!isClosed) {
                isClosed = true;
                readers.close();
                writer.close();
            }
        } finally {
            writing.unlock();
        }
    }
}
