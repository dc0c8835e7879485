package bloomward.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.store.StoreFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteViewTest {

    private static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void readsAndCopiesBesideTheOneThatWrites() throws Exception {
        Path file = folder.resolve("store.db");
        try (SqliteStore store = SqliteStore.open(file); SqliteView view = SqliteView.open(file)) {
            store.write(tables -> tables.audit().append(NOW, "alice", "init", "", "{}"));
            assertThat(count(view)).isEqualTo(1);
            Path copy = folder.resolve("copy.db");
            view.copyTo(copy);
            store.write(tables -> tables.audit().append(NOW, "alice", "publish", "", "{}"));
            assertThat(count(view)).isEqualTo(2);
            assertThat(view.integrityCheck()).isEmpty();
            try (SqliteView copied = SqliteView.open(copy)) {
                assertThat(count(copied)).isEqualTo(1);
            }
        }
    }

    @Test
    void writesNothing() throws Exception {
        Path file = folder.resolve("store.db");
        SqliteStore.open(file).close();
        try (SqliteView view = SqliteView.open(file)) {
            assertThatThrownBy(() -> view.read(tables -> tables.audit().append(NOW, "alice", "init", "", "{}")))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void refusesWhatIsNoStore() throws Exception {
        assertThatThrownBy(() -> SqliteView.open(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
        assertThat(folder.resolve("none")).doesNotExist();
        Path empty = Files.createFile(folder.resolve("empty"));
        assertThatThrownBy(() -> SqliteView.open(empty)).isInstanceOf(StoreFormatException.class);
        Path letter = Files.writeString(folder.resolve("letter"), "Dear reader, this is no database.\n".repeat(50));
        assertThatThrownBy(() -> SqliteView.open(letter)).isInstanceOf(IOException.class)
                .hasMessageContaining("not a database");
    }

    private static int count(SqliteView view) throws IOException {
        return view.read(tables -> tables.audit().newest(10)).size();
    }
}
