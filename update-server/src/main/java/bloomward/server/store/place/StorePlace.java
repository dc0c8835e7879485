package bloomward.server.store.place;

import bloomward.server.store.PostgresAddress;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.StoreView;
import bloomward.server.store.cluster.Pulse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;

/// The place of a server's store: a file in its data folder, or a PostgreSQL database.
public sealed interface StorePlace permits SqlitePlace, PostgresPlace {

    /// The file of a data folder.
    static StorePlace sqlite(Path file) {
        return new SqlitePlace(file);
    }

    /// A database, and the data folder that works with it.
    ///
    /// @param passwordFile empty to leave the password to PGPASSFILE or ~/.pgpass
    /// @param file the file that the data folder would have for SQLite
    static StorePlace postgres(PostgresAddress address, Optional<Path> passwordFile, Path file) {
        return new PostgresPlace(address, passwordFile, file, Clock.systemUTC());
    }

    /// The place that the settings name.
    ///
    /// @param database empty for SQLite
    static StorePlace of(Optional<PostgresAddress> database, Optional<Path> passwordFile, Path file) {
        return database.isPresent() ? postgres(database.get(), passwordFile, file) : sqlite(file);
    }

    /// Whether several servers can share the store.
    boolean isShared();

    /// Whether the data folder has had a store here. Nobody else is asked.
    boolean isKnown();

    /// Whether there is a store, or the beginning of one.
    boolean isThere() throws IOException;

    /// Opens the store for a server, and makes it if there is none. Tables of an older program are brought up to date.
    ///
    /// @throws bloomward.server.store.StoreInUseException if another server has it, and it is not one that servers share, or
    ///     has to be brought up to date
    /// @throws bloomward.server.store.StoreFormatException if it is none, or one of a newer program; it stays as it is
    default PublisherStore open() throws IOException {
        return open(UUID.randomUUID());
    }

    /// @param server by which a store that servers share knows this one
    PublisherStore open(UUID server) throws IOException;

    /// The sign of life of a server in a store that several can share, opened already; empty where only one can have it.
    Optional<Pulse> pulse() throws IOException;

    /// Opens the store of a stopped server to move it elsewhere, and keeps all servers away.
    PublisherStore openToLeave() throws IOException;

    /// Opens an empty store, or makes it, to move another one into it.
    PublisherStore openToFill() throws IOException;

    /// Notes in the data folder that its store is here now.
    void take() throws IOException;

    /// Marks the store as one that was moved, which no server opens any more, and closes it. No server gets in between.
    ///
    /// @param open from [#openToLeave]
    /// @param to the new place
    /// @return the words for the store that is left
    String retire(PublisherStore open, String to) throws IOException;

    /// Opens a store that is there to change it for a moment, also while a server has it. Only for what the server reads
    /// anew each time it needs it, as tokens and the audit log.
    PublisherStore share() throws IOException;

    /// Writes a copy of one state into a new SQLite file, also while a server has the store.
    ///
    /// @param target where no file is yet
    void copyTo(Path target) throws IOException;

    /// Opens a store that is there to look at it, also while a server has it.
    StoreView view() throws IOException;
}
