package bloomward.server.store.place;

import bloomward.format.io.DurableFiles;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.StoreView;
import bloomward.server.store.cluster.Pulse;
import bloomward.server.store.sqlite.SharedStore;
import bloomward.server.store.sqlite.SqliteStore;
import bloomward.server.store.sqlite.SqliteView;
import bloomward.server.store.work.StoreLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.UUID;

/// A file in the data folder.
record SqlitePlace(Path file) implements StorePlace {

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public boolean isKnown() {
        return isThere();
    }

    @Override
    public boolean isThere() {
        return Files.exists(file);
    }

    @Override
    public PublisherStore open(UUID server) throws IOException {
        if (!Files.exists(file)) {
            PostgresPlace.requireNoStoreId(file);
        }
        return SqliteStore.open(file);
    }

    @Override
    public Optional<Pulse> pulse() {
        return Optional.empty();
    }

    @Override
    public PublisherStore openToLeave() throws IOException {
        if (Files.exists(left())) {
            throw new IOException(left() + ": left by an earlier move; delete it or take it elsewhere, then try again");
        }
        return SqliteStore.open(file);
    }

    @Override
    public PublisherStore openToFill() throws IOException {
        return SqliteStore.open(file);
    }

    @Override
    public void take() throws IOException {
        Files.deleteIfExists(PostgresPlace.idFile(file));
    }

    /// Its log is folded into the file when it is closed. A server that was started in that moment keeps it.
    @Override
    public String retire(PublisherStore open, String to) throws IOException {
        open.close();
        StoreLock lock = StoreLock.take(file.toAbsolutePath());
        try (lock) {
            Files.move(file, left(), StandardCopyOption.ATOMIC_MOVE);
            DurableFiles.syncFolder(file.toAbsolutePath().resolveSibling(""));
        }
        return left().toString();
    }

    private Path left() {
        return file.resolveSibling(file.getFileName() + ".moved");
    }

    @Override
    public PublisherStore share() throws IOException {
        return SharedStore.open(file);
    }

    @Override
    public void copyTo(Path target) throws IOException {
        try (SqliteView store = SqliteView.open(file)) {
            store.copyTo(target);
        }
    }

    @Override
    public StoreView view() throws IOException {
        return SqliteView.open(file);
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
