package bloomward.server.store.work;

import bloomward.format.io.CloseOnFailure;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;

/// Connections that read. At most so many work at once, and the others wait: more would fight for the same processors.
///
/// @param <C> a connection
public final class ReaderPool<C extends Closeable> implements Closeable {

    private static final int MOST = 8;

    private final Opening<C> opening;
    private final Semaphore places = new Semaphore(MOST, true);
    /// Both under the lock of `idle`.
    private final ArrayDeque<C> idle = new ArrayDeque<>();
    private boolean isClosed;

    public ReaderPool(Opening<C> opening) {
        this.opening = opening;
    }

    /// Opens one connection more.
    ///
    /// @param <C> a connection
    @FunctionalInterface
    public interface Opening<C> {
        C open() throws IOException;
    }

    /// A connection for one work, as soon as there is one.
    public C take() throws IOException {
        places.acquireUninterruptibly();
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(places::release)) {
            return failure.keep(takeOrOpen());
        }
    }

    private C takeOrOpen() throws IOException {
        synchronized (idle) {
            if (isClosed) {
                throw new IllegalStateException("the store is closed");
            }
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        return opening.open();
    }

    /// @param isSound whether it can be used again
    public void giveBack(C db, boolean isSound) throws IOException {
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
            for (C db : idle) {
                db.close();
            }
            idle.clear();
        }
        places.release(MOST);
    }
}
