package bloomward.server.store.sqlite;

import bloomward.format.io.CloseOnFailure;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.StoreView;
import bloomward.server.store.sql.SqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/// A store that is only looked at, also while a server of another process has it: the database itself lets others read
/// beside the one that writes. For verifying and for backups. For one thread.
public final class SqliteView implements StoreView {

    private final Path file;
    private final DatabaseFile database;
    private final Db db;

    private SqliteView(Path file, DatabaseFile database, Db db) {
        this.file = file;
        this.database = database;
        this.db = db;
    }

    /// Opens a store that is there.
    ///
    /// @throws bloomward.server.store.StoreFormatException if the file is not a store, or one of a newer program
    public static SqliteView open(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        if (!Files.exists(absolute)) {
            throw new NoSuchFileException(absolute.toString());
        }
        DatabaseFile database = new DatabaseFile(absolute);
        Db db = database.openForReading();
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(db::close)) {
            database.requireOurs(db);
            return failure.keep(new SqliteView(absolute, database, db));
        }
    }

    @Override
    public <R, E extends Exception> R read(PublisherStore.Work<R, E> work) throws IOException, E {
        db.run("BEGIN");
        try (SqlSession<Db> session = new SqlSession<>(db, false, file.resolveSibling(""))) {
            return work.on(SqliteTables.on(session));
        } finally {
            db.rollBack();
        }
    }

    /// Writes a copy of one state, as [SqliteStore#backupTo] does.
    ///
    /// @param target where no file is yet
    public void copyTo(Path target) throws IOException {
        database.copyTo(target);
    }

    @Override
    public List<String> integrityCheck() throws IOException {
        return database.check();
    }

    @Override
    public void close() throws IOException {
        db.close();
    }
}
