package bloomward.server.store.sqlite;

import bloomward.format.io.CloseOnFailure;
import bloomward.server.store.Gathering;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.sort.SortedGathering;
import bloomward.server.store.sql.SqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A store that is changed for a moment, also while a server of another process has it: the database lets one write at
/// a time, and the other waits. Only for what the server reads anew each time it needs it, as tokens and the audit log.
/// For one thread.
public final class SharedStore implements PublisherStore {

    private final Path file;
    private final Db db;

    private SharedStore(Path file, Db db) {
        this.file = file;
        this.db = db;
    }

    /// Opens a store that is there, with tables as this program has them.
    ///
    /// @throws bloomward.server.store.StoreFormatException if the file is not a store, or one of another program
    public static SharedStore open(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        if (!Files.exists(absolute)) {
            throw new NoSuchFileException(absolute.toString());
        }
        DatabaseFile database = new DatabaseFile(absolute);
        Db db = database.openBeside();
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(db::close)) {
            database.requireOurs(db);
            database.requireUpToDate(db);
            return failure.keep(new SharedStore(absolute, db));
        }
    }

    @Override
    public <R, E extends Exception> R read(Work<R, E> work) throws IOException, E {
        db.run("BEGIN");
        try (SqlSession<Db> session = new SqlSession<>(db, false, file.resolveSibling(""))) {
            return work.on(SqliteTables.on(session));
        } finally {
            db.rollBack();
        }
    }

    @Override
    public <R, E extends Exception> R write(Work<R, E> work) throws IOException, E {
        db.run("BEGIN IMMEDIATE");
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(db::rollBack)) {
            R result;
            try (SqlSession<Db> session = new SqlSession<>(db, true, file.resolveSibling(""))) {
                result = work.on(SqliteTables.on(session));
            }
            db.run("COMMIT");
            return failure.keep(result);
        }
    }

    @Override
    public Gathering gather() {
        return new SortedGathering(file.resolveSibling(""));
    }

    @Override
    public void close() throws IOException {
        db.close();
    }
}
