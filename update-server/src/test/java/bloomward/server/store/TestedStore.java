package bloomward.server.store;

import bloomward.server.store.place.StorePlace;
import bloomward.server.store.postgres.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
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

    /// The place of the store of a data folder, always the same one.
    ///
    /// @param file the one that the folder has for SQLite
    public abstract StorePlace at(Path file) throws IOException;

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
