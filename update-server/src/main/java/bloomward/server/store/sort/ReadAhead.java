package bloomward.server.store.sort;

import bloomward.format.io.SecondThread;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Future;

/// Rows that a second thread reads while the first works on those before: the next batch is always on its way. It ends at
/// so many rows or so many characters.
final class ReadAhead implements SortedCursor<Staged>, Closeable {

    static final int BATCH = 4096;
    private static final int BATCH_IN_CHARACTERS = 1 << 18;

    private final SortedCursor<Staged> rows;
    private final SecondThread second = new SecondThread("read-ahead");
    private Future<List<Staged>> next;
    private Iterator<Staged> batch = List.<Staged>of().iterator();
    private Staged current = Staged.NONE;

    /// @param rows not closed by this; used by nobody else until this is closed
    ReadAhead(SortedCursor<Staged> rows) {
        this.rows = rows;
        this.next = second.begin(this::read);
    }

    private List<Staged> read() throws IOException {
        List<Staged> read = new ArrayList<>();
        int characters = 0;
        while (read.size() < BATCH && characters < BATCH_IN_CHARACTERS && rows.advance()) {
            read.add(rows.current());
            characters += rows.current().characters();
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
