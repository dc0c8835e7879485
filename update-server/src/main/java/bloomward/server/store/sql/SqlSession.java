package bloomward.server.store.sql;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The right to use a connection while a work runs, and what must be closed when it ends.
///
/// @param <D> the connection
public final class SqlSession<D extends Sql> implements Closeable {

    private final D db;
    private final boolean isWriting;
    private final Path folder;
    private final Thread thread = Thread.currentThread();
    private final List<Closeable> things = new ArrayList<>();
    private boolean isOpen = true;

    /// @param folder for what does not fit into memory
    public SqlSession(D db, boolean isWriting, Path folder) {
        this.db = db;
        this.isWriting = isWriting;
        this.folder = folder;
    }

    /// The connection, to read.
    public D reading() {
        requireOpen();
        return db;
    }

    /// The connection, to write.
    public D writing() {
        requireOpen();
        if (!isWriting) {
            throw new IllegalStateException("a write inside a read");
        }
        return db;
    }

    public Path folder() {
        return folder;
    }

    /// Closes something with the work.
    public void closeAtEnd(Closeable thing) {
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
