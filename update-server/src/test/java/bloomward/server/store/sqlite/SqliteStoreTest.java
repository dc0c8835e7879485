package bloomward.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.store.AuditLog.Verification;
import bloomward.server.store.EntryTable;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStoreContract;
import bloomward.server.store.StoreFormatException;
import bloomward.server.store.StoreInUseException;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Properties that the store has because it is a file.
final class SqliteStoreTest extends PublisherStoreContract {

    private Path file() {
        return folder.resolve("store.db");
    }

    private void reopen() throws IOException {
        store.close();
        store = SqliteStore.open(file());
    }

    private SqliteStore sqlite() {
        return (SqliteStore) store;
    }

    /// Goes around the store.
    private static void tamper(Path file, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void remembers() throws IOException {
        long list = newList("bad");
        long source = newSource(list, "s");
        add(list, source, "a.example/");
        reopen();
        assertThat(scan(list, EntryTable.NOW)).containsExactly("a.example/=" + source);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(path -> path.getFileName().toString())).allMatch(name -> name.startsWith("store.db"));
        }
    }

    /// A file is copied while its store is open, as a crash leaves it.
    @Test
    void remembersAfterACrash() throws IOException {
        long list = newList("bad");
        long source = newSource(list, "s");
        add(list, source, "a.example/");
        Path crashed = Files.createDirectory(folder.resolve("crashed"));
        for (String name : List.of("store.db", "store.db-wal")) {
            Files.copy(folder.resolve(name), crashed.resolve(name));
        }
        Path leftover = Files.createFile(crashed.resolve(".bloomward-sort-123"));
        try (SqliteStore again = SqliteStore.open(crashed.resolve("store.db"))) {
            long count = again.<Long, RuntimeException>read(tables -> tables.entries().count(list, EntryTable.NOW));
            assertThat(count).isEqualTo(1);
            assertThat(leftover).doesNotExist();
        }
    }

    @Test
    void isForItsOwner() throws IOException {
        try (SqliteStore made = SqliteStore.open(folder.resolve("made.db"))) {
            made.<ListRow, RuntimeException>write(tables -> tables.lists().create(list("bad")));
            for (String name : List.of("made.db", "made.db-wal")) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                        .isEqualTo("rw-------");
            }
        }
    }

    @Test
    void isOpenedOnce() throws IOException {
        assertThatThrownBy(() -> SqliteStore.open(file())).isInstanceOf(StoreInUseException.class)
                .hasMessageContaining("in use by another process");
        reopen();
    }

    @Test
    void refusesAnotherFile() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "x".repeat(5000));
        Path brief = Files.writeString(folder.resolve("brief"), "SQLite format 3\0");
        for (Path file : List.of(text, brief)) {
            byte[] before = Files.readAllBytes(file);
            assertRefused(file, StoreFormatException.Reason.NOT_OUR_FILE);
            assertThat(file).hasBinaryContent(before);
        }
    }

    @Test
    void refusesAnotherDatabase() throws Exception {
        Path other = folder.resolve("other.db");
        tamper(other, "CREATE TABLE entry (a)");
        byte[] before = Files.readAllBytes(other);
        assertRefused(other, StoreFormatException.Reason.NOT_OUR_FILE);
        assertThat(other).hasBinaryContent(before);
    }

    @Test
    void refusesAStoreOfANewerProgramAndLeavesIt() throws Exception {
        store.close();
        tamper(file(), "PRAGMA user_version = 99");
        byte[] before = Files.readAllBytes(file());
        assertRefused(file(), StoreFormatException.Reason.TOO_NEW);
        assertThat(file()).hasBinaryContent(before);
    }

    @Test
    void saysWhichTextIsNoExpression() throws Exception {
        long list = newList("bad");
        add(list, newSource(list, "s"), "a.example/");
        store.close();
        tamper(file(), "UPDATE entry SET expression = 'a.example'");
        store = SqliteStore.open(file());
        assertThatThrownBy(() -> scan(list, EntryTable.NOW)).isInstanceOf(IOException.class)
                .hasMessageContaining("damaged database")
                .hasMessageContaining("'a.example'");
    }

    private static void assertRefused(Path file, StoreFormatException.Reason reason) {
        assertThatThrownBy(() -> SqliteStore.open(file)).isInstanceOfSatisfying(StoreFormatException.class, e -> {
            assertThat(e.reason()).isEqualTo(reason);
            assertThat(e).hasMessageContaining(file.toString());
        });
    }

    @Test
    void goesOnWhereACrashStoppedMakingTheTables() throws Exception {
        Path half = folder.resolve("half.db");
        tamper(half, "PRAGMA application_id = " + Schema.APPLICATION_ID);
        try (SqliteStore finished = SqliteStore.open(half)) {
            assertThat(finished.<List<ListRow>, RuntimeException>read(tables -> tables.lists().all())).isEmpty();
        }
    }

    @Test
    void takesAnEmptyFileForANewStore() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.db"));
        SqliteStore.open(empty).close();
        SqliteStore.open(empty).close();
    }

    @Test
    void saysThatTheDatabaseIsDamaged() throws IOException {
        long list = newList("bad");
        long source = newSource(list, "s");
        apply(list, source, true, IntStream.range(0, 20_000).mapToObj(i -> "h" + i + ".example/").toList());
        assertThat(sqlite().integrityCheck()).isEmpty();
        store.close();
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            for (long at = channel.size() / 2; at < channel.size(); at += 8192) {
                channel.write(ByteBuffer.wrap(new byte[] {77, 77, 77, 77, 77, 77, 77, 77}), at / 8192 * 8192);
            }
        }
        store = SqliteStore.open(file());
        assertThat(sqlite().integrityCheck()).isNotEmpty();
        assertThatThrownBy(() -> scan(list, EntryTable.NOW)).isInstanceOf(IOException.class)
                .hasMessageContaining("the database is damaged");
        assertThatThrownBy(() -> sqlite().backupTo(folder.resolve("copy.db"))).isInstanceOf(IOException.class);
        assertThat(folder.resolve("copy.db")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UPDATE audit SET actor = 'eve' WHERE number = 2", "DELETE FROM audit WHERE number = 2",
        "UPDATE audit SET detail = 'x' || char(0) WHERE number = 2", "UPDATE audit SET at = at + 1 WHERE number = 2",
        "UPDATE audit SET number = 9 WHERE number = 2",
        "UPDATE audit SET subject = 'bad', action = '' WHERE number = 2",
        "INSERT INTO audit SELECT 0, at, actor, action, subject, detail, hash FROM audit WHERE number = 2",
        "REPLACE INTO audit SELECT 2, at, actor, action, subject, detail, hash FROM audit WHERE number = 1"})
    void seesWhatWasDoneToTheLog(String sql) throws Exception {
        change(tables -> {
            for (int i = 0; i < 3; i++) {
                tables.audit().append(T0, "anna", "bad", "", "detail");
            }
        });
        store.close();
        if (!sql.startsWith("INSERT") && !sql.startsWith("REPLACE")) {
            assertThatThrownBy(() -> tamper(file(), sql)).isInstanceOf(SQLException.class)
                    .hasMessageContaining("the audit log only grows");
        }
        tamper(file(), "DROP TRIGGER audit_is_not_changed", "DROP TRIGGER audit_is_not_shortened", sql);
        store = SqliteStore.open(file());
        assertThat(read((Tables tables) -> tables.audit().verify())).isInstanceOf(Verification.Broken.class);
    }

    @Test
    void backsUpWhileItServes() throws IOException {
        long list = newList("bad");
        long source = newSource(list, "s");
        add(list, source, "a.example/");
        Path copy = folder.resolve("backup.db");
        sqlite().backupTo(copy);
        add(list, source, "b.example/");
        assertThatThrownBy(() -> sqlite().backupTo(copy)).isInstanceOf(FileAlreadyExistsException.class);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("store.db",
                    "store.db-shm", "store.db-wal", "store.db.lock", "backup.db");
        }
        try (SqliteStore restored = SqliteStore.open(copy)) {
            assertThat(restored.integrityCheck()).isEmpty();
            long count = restored.<Long, RuntimeException>read(tables -> tables.entries().count(list, EntryTable.NOW));
            assertThat(count).isEqualTo(1);
        }
    }

    private static List<String> fortyMegabytes(String name) {
        String padding = "x".repeat(4000);
        return IntStream.range(0, 10_000).mapToObj(i -> name + i + ".example/" + padding).toList();
    }

    @Test
    void foldsALargeLogIntoTheFile() throws IOException {
        long list = newList("bad");
        long source = newSource(list, "s");
        apply(list, source, true, fortyMegabytes("h"));
        assertThat(folder.resolve("store.db-wal")).isEmptyFile();
        assertThat(Files.size(file())).isGreaterThan(40_000_000);
    }

    @Test
    void aLongReadHoldsBackTheFoldingButNoWrite() throws Exception {
        long list = newList("bad");
        long source = newSource(list, "s");
        Path log = folder.resolve("store.db-wal");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            store.<Boolean, Exception>read(tables -> {
                assertThat(tables.entries().count(list, EntryTable.NOW)).isZero();
                threads.submit(() -> apply(list, source, true, fortyMegabytes("h"))).get();
                assertThat(Files.size(log)).isGreaterThan(DatabaseFile.WAL_LIMIT_IN_BYTES);
                return true;
            });
        }
        add(list, source, "a.example/");
        assertThat(log).isEmptyFile();
        assertThat(scan(list, EntryTable.NOW)).hasSize(10_001);
    }
}
