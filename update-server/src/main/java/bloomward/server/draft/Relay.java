package bloomward.server.draft;

import bloomward.format.io.SecondThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Work on many items that a second thread does, in their order: while batches are worked on, the next is collected.
///
/// So many batches may wait that a pause of the work, such as sorting, does not stop the adding thread; when they are full,
/// it waits. Few items start no thread: [#finish] works on them itself. An exception of the work is thrown where a later
/// batch begins or at the end, and nothing behind it is worked on. For one thread.
final class Relay<T> implements AutoCloseable {

    static final int BATCH = 4096;
    /// About 10 MB of entries.
    static final int MOST_WAITING = 16;

    private final Consumer<T> work;
    private final SecondThread second = new SecondThread("relay");
    private List<T> batch = new ArrayList<>();
    private final Queue<Future<Boolean>> begun = new ArrayDeque<>();
    /// Whether work was begun and has not ended well. Of the second thread.
    private boolean failed;

    Relay(Consumer<T> work) {
        this.work = work;
    }

    void add(T item) {
        batch.add(item);
        if (batch.size() == BATCH) {
            if (begun.size() == MOST_WAITING) {
                await();
            }
            List<T> full = batch;
            begun.add(second.begin(() -> workOn(full)));
            batch = new ArrayList<>(BATCH);
        }
    }

    private boolean workOn(List<T> items) {
        if (!failed) {
            failed = true;
            items.forEach(work);
            failed = false;
        }
        return !failed;
    }

    /// Returns when all is done. The work was seen by this thread then.
    void finish() {
        while (!begun.isEmpty()) {
            await();
        }
        batch.forEach(work);
    }

    private void await() {
        try {
            SecondThread.result(begun.remove());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        second.close();
    }
}
