package bloomward.server.store.postgres;

import bloomward.format.io.CloseOnFailure;
import bloomward.server.store.FileTable;
import bloomward.server.store.Gathering;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.StoreInUseException;
import bloomward.server.store.sort.SortedGathering;
import bloomward.server.store.sort.Sorter;
import bloomward.server.store.sql.SqlSession;
import bloomward.server.store.work.ReaderPool;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The store in a PostgreSQL database.
///
/// Works read one snapshot (REPEATABLE READ). A writer locks a table before it takes its snapshot, so it sees what all
/// writers before it did, whatever server they are on, and none fails because of another. Readers wait for nobody.
///
/// A commit that gets no answer is looked up ([LastCommit]), never guessed and never repeated. A work is not repeated either,
/// as it may have told others what it saw; only the connection for one is tried again.
///
/// Works are not nested: what is read inside a write is read through its tables.
public final class PostgresStore implements PublisherStore {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

    private static final String BEGIN_READING = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";
    private static final String BEGIN_WRITING = """
            SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ WRITE; LOCK TABLE write_lock IN EXCLUSIVE MODE""";

    private final PostgresDatabase database;
    private final Path folder;
    private final Kind kind;
    private final UUID id;
    private final ReaderPool<PostgresDb> readers;
    private final ReentrantLock writing = new ReentrantLock(true);
    private final ThreadLocal<Boolean> isInside = ThreadLocal.withInitial(() -> false);
    /// All under the lock `writing`; the writer is empty after its connection was lost.
    private final LastCommit lastCommit;
    private Optional<PostgresDb> writer;
    private boolean isClosed;

    /// How a store is used.
    ///
    /// @param writer the name of the connection that writes, as the database shows it
    private record Kind(String writer, Use use) {}

    private enum Use {
        /// By a server, beside others.
        SERVER,
        /// While no server has it.
        ALONE,
        /// Beside servers, for a moment.
        GUEST
    }

    private PostgresStore(PostgresDatabase database, Path folder, Kind kind, PostgresDb writer) throws IOException {
        this.database = database;
        this.folder = folder;
        this.kind = kind;
        this.writer = Optional.of(writer);
        this.readers = new ReaderPool<>(this::openReader);
        this.id = database.id(writer);
        this.lastCommit = new LastCommit(database, id);
        database.requireSame(writer, id); // it may have been moved while this one waited for its lock
        writer.rollBack();
    }

    /// Opens the store for a server, beside others, and makes the tables if there are none. Tables of an older program are
    /// brought up to date, unless other servers use them.
    ///
    /// @param folder for what does not fit into memory
    /// @param server the id by which the database knows the connection that writes
    /// @throws StoreInUseException if the tables have to be changed and other servers use them
    /// @throws bloomward.server.store.StoreFormatException if the database is not a store, or one of a newer program; it
    ///     stays as it is
    public static PostgresStore open(PostgresDatabase database, Path folder, UUID server) throws IOException {
        return open(database, folder, new Kind(PostgresDatabase.WRITER + server, Use.SERVER));
    }

    /// Opens the store while no server has it, and keeps all of them away.
    ///
    /// @throws StoreInUseException if a server has it
    public static PostgresStore openAlone(PostgresDatabase database, Path folder) throws IOException {
        return open(database, folder, new Kind("bloomward-server move", Use.ALONE));
    }

    private static PostgresStore open(PostgresDatabase database, Path folder, Kind kind) throws IOException {
        Sorter.clean(folder);
        PostgresDb db = database.openForWriting(kind.writer());
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(db::close)) {
            database.bringUpToDate(db, new ServerLock(database));
            lock(database, kind, db);
            return failure.keep(new PostgresStore(database, folder, kind, db));
        }
    }

    private static void lock(PostgresDatabase database, Kind kind, PostgresDb db) throws IOException {
        switch (kind.use()) {
            case SERVER -> new ServerLock(database).share(db);
            case ALONE -> new ServerLock(database).takeAlone(db);
            case GUEST -> {
                // The schema is looked at once, when it is opened.
            }
        }
    }

    /// Opens a store that is there beside a server that may have it, for what the server reads anew each time it needs it,
    /// as tokens and the audit log, and for looking.
    public static PostgresStore share(PostgresDatabase database, Path folder) throws IOException {
        PostgresDb db = database.openForWriting();
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(db::close)) {
            database.requireUpToDate(db);
            return failure.keep(new PostgresStore(database, folder, new Kind("bloomward-server", Use.GUEST), db));
        }
    }

    /// The id by which this store is told from all others.
    public UUID id() {
        return id;
    }

    @Override
    public <R, E extends Exception> R read(Work<R, E> work) throws IOException, E {
        enter();
        try {
            PostgresDb db = takeReader();
            boolean isSound = false;
            try {
                R result;
                try (SqlSession<PostgresDb> session = new SqlSession<>(db, false, folder)) {
                    result = work.on(PostgresTables.on(session));
                }
                isSound = true;
                return result;
            } finally {
                db.rollBack();
                readers.giveBack(db, isSound && !db.isBroken());
            }
        } finally {
            isInside.remove();
        }
    }

    /// A connection on which a read has begun. One that was lost while nobody used it is replaced.
    private PostgresDb takeReader() throws IOException {
        while (true) {
            PostgresDb db = readers.take();
            try {
                db.run(BEGIN_READING);
                db.use();
                return db;
            } catch (IOException e) {
                readers.giveBack(db, false);
                if (!db.isBroken() || !db.hasBeenUsed()) {
                    throw e;
                }
            }
        }
    }

    @Override
    public <R, E extends Exception> R write(Work<R, E> work) throws IOException, E {
        enter();
        writing.lock();
        try {
            if (isClosed) {
                throw new IllegalStateException("the store is closed");
            }
            PostgresDb db = beginWriting();
            try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> giveUp(db))) {
                R result;
                try (SqlSession<PostgresDb> session = new SqlSession<>(db, true, folder)) {
                    result = work.on(PostgresTables.on(session));
                }
                commit(db);
                return failure.keep(result);
            }
        } finally {
            writing.unlock();
            isInside.remove();
        }
    }

    /// The connection that writes, with a transaction that waits for nobody any more. One that was lost is replaced.
    private PostgresDb beginWriting() throws IOException {
        if (writer.isPresent()) {
            PostgresDb db = writer.get();
            try {
                db.run(BEGIN_WRITING);
                return db;
            } catch (IOException e) {
                giveUp(db);
                if (writer.isPresent()) {
                    throw e;
                }
            }
        }
        PostgresDb db = openWriter();
        writer = Optional.of(db);
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> giveUp(db))) {
            db.run(BEGIN_WRITING);
            return failure.keep(db);
        }
    }

    private PostgresDb openWriter() throws IOException {
        PostgresDb db = database.openForWriting(kind.writer());
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(db::close)) {
            lock(database, kind, db);
            requireSame(db);
            return failure.keep(db);
        }
    }

    private PostgresDb openReader() throws IOException {
        PostgresDb db = database.openForReading();
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(db::close)) {
            requireSame(db);
            return failure.keep(db);
        }
    }

    private void requireSame(PostgresDb db) throws IOException {
        database.requireSame(db, id);
        db.rollBack();
    }

    private void giveUp(PostgresDb db) throws IOException {
        db.rollBack();
        if (db.isBroken()) {
            writer = Optional.empty();
            db.close();
        }
    }

    private void commit(PostgresDb db) throws IOException {
        Optional<String> transaction = lastCommit.announce(db);
        try {
            db.commit();
        } catch (SQLException e) {
            if (!db.isBroken()) {
                throw SqlState.translate(database.toString(), e);
            }
            LOG.warn("{}: the connection was lost during a commit, whose outcome is looked up: {}", database,
                    e.getMessage());
            giveUp(db);
            if (transaction.isPresent()) {
                lastCommit.require(transaction.get(), e);
            }
        }
    }

    /// Reads every published file.
    ///
    /// @return what is wrong, nothing if all is well
    List<String> damagedFiles() throws IOException {
        return read(tables -> {
            List<String> damaged = new ArrayList<>();
            FileTable files = tables.files().orElseThrow();
            for (FileTable.FileRow file : files.all()) {
                try {
                    files.copy(file.path(), OutputStream.nullOutputStream());
                } catch (IOException e) {
                    damaged.add(String.valueOf(e.getMessage()));
                }
            }
            return damaged;
        });
    }

    @Override
    public Gathering gather() {
        return new SortedGathering(folder);
    }

    private void enter() {
        if (isInside.get()) {
            throw new IllegalStateException("a work inside a work");
        }
        isInside.set(true);
    }

    /// Waits for the works that run.
    @Override
    public void close() throws IOException {
        writing.lock();
        try {
            if (isClosed) {
                return;
            }
            isClosed = true;
            try {
                readers.close();
            } finally {
                if (writer.isPresent()) {
                    writer.get().close();
                }
            }
        } finally {
            writing.unlock();
        }
    }
}
