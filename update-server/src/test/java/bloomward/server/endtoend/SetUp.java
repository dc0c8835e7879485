package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.SetClock;
import bloomward.program.testing.Run;
import bloomward.server.cli.server.ServerProgram;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.postgres.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A data folder as `init` leaves it. Each kind is made once in this JVM, and every installation begins as a copy: with the same
/// keys and the same first token.
final class SetUp {

    private static final Map<Optional<TestPostgres>, SetUp> MADE = new HashMap<>();

    private final Optional<TestPostgres> server;
    private final Path data;
    /// Nobody connects to it, so that it can be copied. Empty for SQLite.
    private final String database;

    private SetUp(Optional<TestPostgres> server, Path data) throws IOException {
        this.server = server;
        this.data = data;
        this.database = server.isPresent() ? server.get().emptyDatabase() : "";
        Files.createDirectories(data);
        writeSettings(data, database);
        Run run = new Run.Setting().at(new SetClock())
                .run(ServerProgram::run, "init", "--data-dir", data.toString(), "--origin", "lists.example");
        assertThat(run.exitCode()).as(run.err()).isZero();
        Files.deleteIfExists(data.resolve("store.id")); // of the database that is copied
    }

    /// @param server empty for SQLite
    static synchronized SetUp of(Optional<TestPostgres> server) throws IOException {
        if (!MADE.containsKey(server)) {
            Path folder = Files.createTempDirectory("bloomward-set-up");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            MADE.put(server, new SetUp(server, folder.resolve("data")));
        }
        return MADE.get(server);
    }

    private static void delete(Path folder) {
        try {
            DataFolder.deleteTree(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeSettings(Path folder, String name) throws IOException {
        if (server.isPresent()) {
            Files.writeString(folder.resolve("server.toml"), "store = '" + server.get().address(name)
                    + "'\nstore-password-file = '" + server.get().passwordFile() + "'\n");
        }
    }

    /// @param folder that is not there yet
    void copyTo(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(data)) {
            files = all.toList();
        }
        for (Path file : files) {
            Files.copy(file, folder.resolve(data.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
        }
        if (server.isPresent()) {
            writeSettings(folder, server.get().copyOf(database));
        }
    }
}
