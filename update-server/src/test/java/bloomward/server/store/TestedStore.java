package bloomward.server.store;

import bloomward.server.store.place.StorePlace;
import bloomward.server.store.postgres.TestPostgres;
import bloomward.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The kinds of stores, each of which must pass the contract tests.
public enum TestedStore {

    SQLITE {
        @Override
        public StorePlace at(Path file) {
            return StorePlace.sqlite(file);
        }

        @Override
        public PublisherStore open(Path file) throws IOException {
            if (!Files.exists(file)) {
                Files.copy(migrated(), file);
            }
            return super.open(file);
        }
    },

    /// In a database whose own collation is not that of the bytes.
    POSTGRES {
        @Override
        public StorePlace at(Path file) throws IOException {
            TestPostgres server = TestPostgres.shared();
            return StorePlace.postgres(PostgresAddress.parse(server.address(database(file))),
                    Optional.of(server.passwordFile()), file);
        }
    };

    /// The one that suites without a word about it run on: SQLite, or PostgreSQL with `-Dtests.postgres=true`.
    public static TestedStore ofThisRun() {
        return Boolean.getBoolean("tests.postgres") ? POSTGRES : SQLITE;
    }

    /// The databases of data folders, by the file that each would have for SQLite.
    private static final Map<Path, String> DATABASES = new ConcurrentHashMap<>();

    private static Optional<Path> migrated = Optional.empty();

    /// The place of the store of a data folder, always the same one.
    ///
    /// @param file the one that the folder has for SQLite
    public abstract StorePlace at(Path file) throws IOException;

    /// Opens the store of a data folder. One that is not there yet begins as a copy, since the migrations take longer than
    /// most tests; those of the kind itself run them.
    ///
    /// @param file the one that the folder has for SQLite
    public PublisherStore open(Path file) throws IOException {
        return at(file).open();
    }

    /// A new SQLite store, made once in a run.
    private static synchronized Path migrated() throws IOException {
        if (migrated.isEmpty()) {
            Path folder = Files.createTempDirectory("bloomward-store");
            Path made = folder.resolve("bloomward.db");
            SqliteStore.open(made).close();
            Files.deleteIfExists(folder.resolve("bloomward.db.lock"));
            made.toFile().deleteOnExit();
            folder.toFile().deleteOnExit();
            migrated = Optional.of(made);
        }
        return migrated.get();
    }

    /// The name of a folder's database.
    public static String database(Path file) {
        return DATABASES.computeIfAbsent(file.toAbsolutePath(), _ -> {
            try {
                return TestPostgres.shared().database();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /// Gives a folder the database of another one.
    public static void share(Path file, Path with) {
        DATABASES.put(with.toAbsolutePath(), database(file));
    }
}
