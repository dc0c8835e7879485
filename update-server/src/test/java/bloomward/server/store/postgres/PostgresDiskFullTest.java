package bloomward.server.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import bloomward.format.testing.Needs;
import bloomward.format.url.Expression;
import bloomward.server.store.Change;
import bloomward.server.store.EntryTable;
import bloomward.server.store.EntryTable.Staging;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.SourceKind;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A database on a disk that becomes full: a small file system of its own, as a tablespace, so that the log has room.
final class PostgresDiskFullTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int TOO_MANY = 400_000;

    @TempDir
    private Path folder;

    @Test
    void saysSoAndLosesNothing() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        Needs.mounting(run("mount", "-t", "tmpfs", "-o", "size=32m,mode=700", "tmpfs", disk.toString()) == 0,
                "a small file system needs the right to mount");
        try {
            try (TestPostgres server = TestPostgres.start(Files.createDirectory(folder.resolve("server")))) {
                Files.createDirectory(disk.resolve("data"));
                server.run("postgres", "CREATE TABLESPACE small LOCATION '" + disk.resolve("data") + "'",
                        "CREATE DATABASE small TEMPLATE template0 ENCODING 'UTF8' TABLESPACE small STRATEGY file_copy");
                try (PublisherStore store = PostgresStore.open(server.connect("small"), folder, UUID.randomUUID())) {
                    becomesFull(server, store, disk.resolve("filler"));
                }
            }
        } finally {
            run("umount", disk.toString());
        }
    }

    private static void becomesFull(TestPostgres server, PublisherStore store, Path filler) throws IOException {
        long list = store.write((Tables tables) -> tables.lists()
                .create(new ListRow(0, "bad", new Category("malware"), new KeySpec(1, 36, -7), 1_000_000, false, 1,
                        NOW))
                .id());
        long source = store.write(
                (Tables tables) -> tables.lists().source(list, "feed", SourceKind.IMPORT, Optional.empty()).id());
        add(store, list, source, 100);
        Files.write(filler, new byte[2 << 20]);
        assertThatThrownBy(() -> add(store, list, source, TOO_MANY)).isInstanceOf(IOException.class)
                .hasMessageContaining("no space left on the database's disk; nothing was changed");
        assertThat(count(store, list)).as("what was there is there, and can be read").isEqualTo(100);
        Files.delete(filler);
        server.run("small", "VACUUM entry"); // as autovacuum does
        assertThat(add(store, list, source, 200)).isPositive();
        assertThat(count(store, list)).isEqualTo(200);
    }

    private static long add(PublisherStore store, long list, long source, int count) throws IOException {
        return store.write((Tables tables) -> {
            Staging staging = tables.entries().stage(list, source);
            for (int i = 0; i < count; i++) {
                staging.add(new Expression("h%06d.example/".formatted(i)), Optional.empty(), Optional.empty());
            }
            long change = tables.lists().begin(new Change(0, list, NOW, "anna", "test"));
            staging.apply(change, false);
            return change;
        });
    }

    private static long count(PublisherStore store, long list) throws IOException {
        return store.read((Tables tables) -> tables.entries().count(list, EntryTable.NOW));
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
