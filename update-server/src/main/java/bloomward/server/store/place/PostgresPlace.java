package bloomward.server.store.place;

import bloomward.format.io.CloseOnFailure;
import bloomward.format.io.DurableFiles;
import bloomward.server.store.PostgresAddress;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.StoreFormatException;
import bloomward.server.store.StoreView;
import bloomward.server.store.cluster.Pulse;
import bloomward.server.store.move.StoreMove;
import bloomward.server.store.postgres.PostgresDatabase;
import bloomward.server.store.postgres.PostgresPulse;
import bloomward.server.store.postgres.PostgresStore;
import bloomward.server.store.postgres.PostgresView;
import bloomward.server.store.sqlite.SqliteStore;
import bloomward.server.store.work.StoreLock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;

/// A PostgreSQL database. The data folder notes its id, so that files of one publication never meet the rows of another.
///
/// @param file the file that the data folder would have for SQLite
record PostgresPlace(PostgresAddress address, Optional<Path> passwordFile, Path file,
        Clock clock) implements StorePlace {

    private static final String ID_FILE = "store.id";

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public boolean isKnown() {
        return Files.exists(idFile(file));
    }

    @Override
    public boolean isThere() throws IOException {
        return database().isThere();
    }

    @Override
    public PublisherStore open(UUID server) throws IOException {
        if (Files.exists(file)) {
            throw new IOException(file + ": the data folder has a SQLite store, but " + address
                    + " is set; move it by 'bloomward-server store move', or use a new data folder");
        }
        StoreLock lock = StoreLock.take(file.toAbsolutePath());
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(lock::close)) {
            PostgresStore store = PostgresStore.open(database(), folder(), server);
            try (CloseOnFailure<IOException> half = CloseOnFailure.of(store::close)) {
                requireSame(store);
                return half.keep(failure.keep(new LockedStore(store, lock)));
            }
        }
    }

    @Override
    public Optional<Pulse> pulse() throws IOException {
        String id = Files.readString(idFile(file), StandardCharsets.UTF_8).strip();
        return Optional.of(new PostgresPulse(database(), UUID.fromString(id)));
    }

    /// Without the lock of the folder, which the SQLite store on the other side of the move has.
    @Override
    public PublisherStore openToLeave() throws IOException {
        PostgresStore store = PostgresStore.openAlone(database(), folder());
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(store::close)) {
            requireSame(store);
            return failure.keep(store);
        }
    }

    @Override
    public PublisherStore openToFill() throws IOException {
        return PostgresStore.openAlone(database(), folder());
    }

    @Override
    public void take() throws IOException {
        Files.deleteIfExists(idFile(file));
        share().close();
    }

    @Override
    public String retire(PublisherStore open, String to) throws IOException {
        database().retire(to);
        open.close();
        return address + ", marked as moved";
    }

    static Path idFile(Path file) {
        return file.resolveSibling(ID_FILE);
    }

    @Override
    public PublisherStore share() throws IOException {
        PostgresStore store = PostgresStore.share(database(), folder());
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(store::close)) {
            requireSame(store);
            return failure.keep(store);
        }
    }

    @Override
    public void copyTo(Path target) throws IOException {
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> Files.deleteIfExists(target));
                PublisherStore source = share()) {
            try (PublisherStore copy = SqliteStore.open(target)) {
                StoreMove.copy(source, copy);
            }
            Files.deleteIfExists(target.resolveSibling(target.getFileName() + ".lock"));
            failure.keep(target);
        }
    }

    @Override
    public StoreView view() throws IOException {
        return PostgresView.open(database(), folder());
    }

    private PostgresDatabase database() {
        return new PostgresDatabase(address, passwordFile, clock);
    }

    private Path folder() {
        return file.toAbsolutePath().resolveSibling("");
    }

    /// Compares the id of the store with the one that the folder has, or notes it there.
    private void requireSame(PostgresStore store) throws IOException {
        Path noted = idFile(file);
        if (!Files.exists(noted)) {
            DurableFiles.write(noted, (store.id() + "\n").getBytes(StandardCharsets.UTF_8));
            return;
        }
        String expected = Files.readString(noted, StandardCharsets.UTF_8).strip();
        if (!expected.equals(store.id().toString())) {
            throw new StoreFormatException(StoreFormatException.Reason.NOT_OUR_FILE,
                    address + ": another store (" + store.id() + ") than this data folder belongs to (" + expected
                            + " in " + noted + "); correct the address or use a new data folder");
        }
    }

    /// Refuses to begin a store in a file where the folder belongs to a database.
    static void requireNoStoreId(Path file) throws IOException {
        Path noted = idFile(file);
        if (Files.exists(noted)) {
            throw new IOException(noted + ": the data folder belongs to a PostgreSQL store, but the setting 'store' is"
                    + " sqlite; set its address, or move it by 'bloomward-server store move'");
        }
    }

    @Override
    public String toString() {
        return address.toString();
    }
}
