package bloomward.server.store.sqlite;

import bloomward.format.io.CloseOnFailure;
import bloomward.format.io.DurableFiles;
import bloomward.server.store.StoreFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/// A database file and how its connections are set.
///
/// Look at the header first: SQLite changes files by opening them, and a file of somebody else or of a newer program
/// must stay as it is. After that the file is SQLite's alone; opening and closing it by other means would drop its
/// locks.
final class DatabaseFile {

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_SIZE_IN_BYTES = 100;
    private static final int USER_VERSION_AT = 60;
    private static final int APPLICATION_ID_AT = 68;
    /// Fewer and larger pages suit rows that are written and read a million at a time.
    private static final int PAGE_SIZE_IN_BYTES = 8192;
    private static final int WRITER_CACHE_IN_KIB = 64 << 10;
    private static final int READER_CACHE_IN_KIB = 8 << 10;
    static final int WAL_LIMIT_IN_BYTES = 32 << 20;
    private static final int BUSY_TIMEOUT_IN_MILLIS = 30_000;

    private final Path file;

    DatabaseFile(Path file) {
        this.file = file;
    }

    /// Makes the file if there is none, brings its tables up to date, and gives the connection that writes.
    Db openForWriting() throws IOException {
        checkHeader();
        createForOwner();
        Db db = connect(false);
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(db::close)) {
            bringUpToDate(db);
            return failure.keep(db);
        }
    }

    private void bringUpToDate(Db db) throws IOException {
        boolean isEmpty = db.number("SELECT count(*) FROM sqlite_schema") == 0;
        long application = db.number("PRAGMA application_id");
        long version = db.number("PRAGMA user_version");
        requireOurs(isEmpty, application, version);
        db.run("PRAGMA journal_mode = WAL");
        if (application == 0) {
            // Before any table: a crash among the first of them leaves a file that is ours.
            db.run("PRAGMA application_id = " + Schema.APPLICATION_ID);
        }
        if (version < Schema.NEWEST) {
            Schema.migrate(source());
            // So that the header says what this is, whatever looks at it.
            db.run("PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }

    /// Moves the write-ahead log into the file, and makes it empty unless somebody still reads from it.
    void fold(Db writer) throws IOException {
        writer.run("PRAGMA busy_timeout = 0");
        try {
            writer.run("PRAGMA wal_checkpoint(TRUNCATE)");
        } finally {
            writer.run("PRAGMA busy_timeout = " + BUSY_TIMEOUT_IN_MILLIS);
        }
    }

    /// A connection that cannot write.
    Db openForReading() throws IOException {
        return connect(true);
    }

    /// A connection of the writer's kind, beside it.
    Db openBeside() throws IOException {
        return connect(false);
    }

    /// @return what is wrong with the file
    List<String> check() throws IOException {
        try (Db db = connect(true)) {
            List<String> found = db.list("PRAGMA integrity_check(20)", row -> row.text("integrity_check"));
            return found.equals(List.of("ok")) ? List.of() : found;
        }
    }

    /// Writes a copy of one state into a new file. The copy was read back and is on the disk when this returns.
    ///
    /// @param target where no file is yet
    void copyTo(Path target) throws IOException {
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        Path temporary = DurableFiles.temporaryFor(target);
        try {
            try (Db db = openBeside()) {
                db.update("VACUUM INTO ?", temporary.toString());
            }
            List<String> problems = new DatabaseFile(temporary).check();
            if (!problems.isEmpty()) {
                throw new IOException(target + ": the copy is damaged: " + String.join("; ", problems));
            }
            DurableFiles.moveIntoPlace(temporary, target);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /// Refuses what is not a store of this program, by what the database says of itself.
    void requireOurs(Db db) throws IOException {
        requireOurs(false, db.number("PRAGMA application_id"), db.number("PRAGMA user_version"));
    }

    /// Refuses tables of an older program, which only the server brings up to date.
    void requireUpToDate(Db db) throws IOException {
        if (db.number("PRAGMA user_version") < Schema.NEWEST) {
            throw new StoreFormatException(StoreFormatException.Reason.TOO_OLD,
                    file + ": written by an older program; start the server once, which brings it up to date");
        }
    }

    private void checkHeader() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        byte[] header;
        try (InputStream in = Files.newInputStream(file)) {
            header = in.readNBytes(HEADER_SIZE_IN_BYTES);
        }
        if (header.length == 0) {
            return; // a crash came before the first page
        }
        if (header.length < HEADER_SIZE_IN_BYTES || !Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new StoreFormatException(StoreFormatException.Reason.NOT_OUR_FILE,
                    file + ": not a database, or its beginning is damaged");
        }
        ByteBuffer fields = ByteBuffer.wrap(header);
        int application = fields.getInt(APPLICATION_ID_AT);
        // Without an id it may be ours, with its first tables still in the write-ahead log: that is looked at later.
        requireOurs(application == 0, application, fields.getInt(USER_VERSION_AT));
    }

    private void requireOurs(boolean mayBeNew, long application, long version) throws StoreFormatException {
        if (application != Schema.APPLICATION_ID && !(mayBeNew && application == 0 && version == 0)) {
            throw new StoreFormatException(StoreFormatException.Reason.NOT_OUR_FILE,
                    file + ": a database, but not one of Bloomward's");
        }
        if (version > Schema.NEWEST) {
            throw new StoreFormatException(StoreFormatException.Reason.TOO_NEW, file + ": written by a newer program"
                    + " (tables of version " + version + ", known: 1.." + Schema.NEWEST + "); left unchanged");
        }
    }

    /// Feeds are defined with their passwords, so the file is its owner's; SQLite gives its other files the same
    /// rights.
    private void createForOwner() throws IOException {
        boolean isPosix = Files.getFileStore(file.toAbsolutePath().resolveSibling(""))
                .supportsFileAttributeView("posix");
        FileAttribute<?>[] attributes = isPosix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
                : new FileAttribute<?>[0];
        try {
            Files.createFile(file, attributes);
        } catch (FileAlreadyExistsException _) {
            // It keeps the rights that it has.
        }
    }

    /// The settings come one by one, in this order: the page size counts only before the first page is written.
    private Db connect(boolean isReader) throws IOException {
        Db db;
        try {
            db = new Db(file, source().getConnection());
        } catch (SQLException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        db.run("PRAGMA page_size = " + PAGE_SIZE_IN_BYTES);
        db.run("PRAGMA cache_size = -" + (isReader ? READER_CACHE_IN_KIB : WRITER_CACHE_IN_KIB));
        db.run("PRAGMA synchronous = FULL");
        db.run("PRAGMA journal_size_limit = " + WAL_LIMIT_IN_BYTES);
        if (isReader) {
            db.run("PRAGMA query_only = true");
        }
        return db;
    }

    private SQLiteDataSource source() {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_TIMEOUT_IN_MILLIS);
        config.enforceForeignKeys(true);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        return source;
    }
}
