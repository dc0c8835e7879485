package bloomward.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.store.AuditLog.Verification;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.StoreFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SharedStoreTest {

    private static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void writesBesideTheOneThatHasTheStore() throws Exception {
        Path file = folder.resolve("store.db");
        try (SqliteStore store = SqliteStore.open(file)) {
            log(store, "first");
            try (SharedStore shared = SharedStore.open(file)) {
                log(shared, "second");
                assertThatThrownBy(() -> shared.write(tables -> {
                    tables.audit().append(NOW, "alice", "not done", "", "{}");
                    throw new IOException("no");
                })).hasMessage("no");
                log(store, "third");
                assertThat(shared.<Integer, RuntimeException>read(tables -> tables.audit().newest(10).size()))
                        .isEqualTo(3);
            }
            Verification found = store.read(tables -> tables.audit().verify());
            assertThat(found).isInstanceOfSatisfying(Verification.Intact.class,
                    intact -> assertThat(intact.rows()).isEqualTo(3));
        }
    }

    @Test
    void writesWhereNobodyHasTheStore() throws Exception {
        Path file = folder.resolve("store.db");
        SqliteStore.open(file).close();
        try (SharedStore shared = SharedStore.open(file)) {
            log(shared, "alone");
        }
        try (SqliteStore store = SqliteStore.open(file)) {
            assertThat(store.<Integer, RuntimeException>read(tables -> tables.audit().newest(10).size())).isEqualTo(1);
        }
    }

    @Test
    void refusesWhatIsNoStoreOfThisProgram() throws Exception {
        assertThatThrownBy(() -> SharedStore.open(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
        Path empty = Files.createFile(folder.resolve("empty"));
        assertThatThrownBy(() -> SharedStore.open(empty)).isInstanceOf(StoreFormatException.class);
        Path old = folder.resolve("old.db");
        SqliteStore.open(old).close();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + old);
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version = 0");
        }
        assertThatThrownBy(() -> SharedStore.open(old)).isInstanceOf(StoreFormatException.class)
                .hasMessageContaining("written by an older program; start the server once");
    }

    private static void log(PublisherStore store, String action) throws IOException {
        store.write(tables -> tables.audit().append(NOW, "alice", action, "", "{}"));
    }
}
