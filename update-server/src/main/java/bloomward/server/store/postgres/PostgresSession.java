package bloomward.server.store.postgres;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The right to use a connection while a work runs, and what must be closed when it ends.
final class PostgresSession implements Closeable {

    private final PostgresDb db;
    private final boolean isWriting;
    private final Path folder;
    private final Thread thread = Thread.currentThread();
    private final List<Closeable> things = new ArrayList<>();
    private boolean isOpen = true;

    /// @param folder for what does not fit into memory
    PostgresSession(PostgresDb db, boolean isWriting, Path folder) {
        this.db = db;
        this.isWriting = isWriting;
        this.folder = folder;
    }

    /// The connection, to read.
    PostgresDb reading() {
        requireOpen();
        return db;
    }

    /// The connection, to write.
    PostgresDb writing() {
        requireOpen();
        if (!isWriting) {
            throw new IllegalStateException("a write inside a read");
        }
        return db;
    }

    Path folder() {
        return folder;
    }

    /// Closes something with the work.
    void closeAtEnd(Closeable thing) {
        things.add(thing);
    }

    private void requireOpen() {
        if (!isOpen || !Thread.currentThread().equals(thread)) {
            throw new IllegalStateException("tables are used outside the work that they were given to");
        }
    }

    @Override
    public void close() throws IOException {
        isOpen = false;
        for (Closeable thing : things) {
            thing.close();
        }
    }
}
