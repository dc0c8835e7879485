package bloomward.server.store.place;

import bloomward.format.io.DurableFiles;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.StoreView;
import bloomward.server.store.cluster.Pulse;
import bloomward.server.store.sqlite.SharedStore;
import bloomward.server.store.sqlite.SqliteStore;
import bloomward.server.store.sqlite.SqliteView;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
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
    public PublisherStore openForMove() throws IOException {
        return SqliteStore.open(file);
    }

    @Override
    public void take() throws IOException {
        Files.deleteIfExists(PostgresPlace.idFile(file));
    }

    /// Its log was folded into the file when it was closed.
    @Override
    public String retire(String to) throws IOException {
        Path left = file.resolveSibling(file.getFileName() + ".moved");
        if (Files.exists(left)) {
            throw new FileAlreadyExistsException(left.toString());
        }
        Files.move(file, left, StandardCopyOption.ATOMIC_MOVE);
        DurableFiles.syncFolder(file.toAbsolutePath().resolveSibling(""));
        return left.toString();
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
