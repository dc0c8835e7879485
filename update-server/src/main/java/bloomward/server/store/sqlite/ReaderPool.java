package bloomward.server.store.sqlite;

import bloomward.format.io.CloseOnFailure;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;

/// Connections that read. At most so many work at once, and the others wait: more would fight for the same processors.
final class ReaderPool implements Closeable {

    private static final int MOST = 8;

    private final DatabaseFile database;
    private final Semaphore places = new Semaphore(MOST, true);
    /// Both under the lock of `idle`.
    private final ArrayDeque<Db> idle = new ArrayDeque<>();
    private boolean isClosed;

    ReaderPool(DatabaseFile database) {
        this.database = database;
    }

    Db take() throws IOException {
        places.acquireUninterruptibly();
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(places::release)) {
            return failure.keep(takeOrOpen());
        }
    }

    private Db takeOrOpen() throws IOException {
        synchronized (idle) {
            if (isClosed) {
                throw new IllegalStateException("the store is closed");
            }
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        return database.openForReading();
    }

    /// @param isSound whether it can be used again
    void giveBack(Db db, boolean isSound) throws IOException {
        try {
            synchronized (idle) {
                if (isSound) {
                    idle.push(db);
                    return;
                }
            }
            db.close();
        } finally {
            places.release();
        }
    }

    /// Waits for the reads that run.
    @Override
    public void close() throws IOException {
        synchronized (idle) {
            isClosed = true;
        }
        places.acquireUninterruptibly(MOST);
        synchronized (idle) {
            for (Db db : idle) {
                db.close();
            }
            idle.clear();
        }
        places.release(MOST);
    }
}
