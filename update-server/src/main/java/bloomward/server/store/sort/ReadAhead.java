package bloomward.server.store.sort;

import bloomward.format.io.SecondThread;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/// Rows that a second thread reads while the first works on those before: the next batch is always on its way.
final class ReadAhead implements SortedCursor<Staged>, Closeable {

    static final int BATCH = 4096;

    private final SortedCursor<Staged> rows;
    private final SecondThread second = new SecondThread("read-ahead");
    private Future<List<Staged>> next;
    private Iterator<Staged> batch = List.<Staged>of().iterator();
    private Staged current = new Staged("", Optional.empty(), Optional.empty());

    /// @param rows not closed by this; used by nobody else until this is closed
    ReadAhead(SortedCursor<Staged> rows) {
        this.rows = rows;
        this.next = second.begin(this::read);
    }

    private List<Staged> read() throws IOException {
        List<Staged> read = new ArrayList<>(BATCH);
        while (read.size() < BATCH && rows.advance()) {
            read.add(rows.current());
        }
        return read;
    }

    @Override
    public boolean advance() throws IOException {
        if (!batch.hasNext()) {
            List<Staged> arrived = SecondThread.result(next);
            if (arrived.isEmpty()) {
                return false;
            }
            next = second.begin(this::read);
            batch = arrived.iterator();
        }
        current = batch.next();
        return true;
    }

    @Override
    public Staged current() {
        return current;
    }

    @Override
    public void close() {
        second.close();
    }
}
