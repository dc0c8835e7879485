package bloomward.server.store.postgres;

import bloomward.server.store.PublisherStore;
import bloomward.server.store.StoreView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A store that is only looked at, also while a server has it.
public final class PostgresView implements StoreView {

    private final PostgresStore store;

    private PostgresView(PostgresStore store) {
        this.store = store;
    }

    /// Opens a store that is there.
    ///
    /// @throws bloomward.server.store.StoreFormatException if the database is not a store, or one of another program
    public static PostgresView open(PostgresDatabase database, Path folder) throws IOException {
        return new PostgresView(PostgresStore.share(database, folder));
    }

    @Override
    public <R, E extends Exception> R read(PublisherStore.Work<R, E> work) throws IOException, E {
        return store.read(work);
    }

    /// Reads every published file and compares it with its digest. The pages of the database are compared by its own
    /// checksums (`initdb --data-checksums`, `pg_amcheck`).
    @Override
    public List<String> integrityCheck() throws IOException {
        return store.damagedFiles();
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
