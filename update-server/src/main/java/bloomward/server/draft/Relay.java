package bloomward.server.draft;

import bloomward.format.io.SecondThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Work on many items that a second thread does, in their order: while one batch is worked on, the next is collected.
///
/// The adding thread waits while two batches are full, so memory is bounded. Few items start no thread: [#finish]
/// works on them itself. An exception of the work is thrown where the next batch begins. For one thread.
final class Relay<T> implements AutoCloseable {

    static final int BATCH = 4096;

    private final Consumer<T> work;
    private final SecondThread second = new SecondThread("relay");
    private List<T> batch = new ArrayList<>();
    private Optional<Future<Boolean>> begun = Optional.empty();

    Relay(Consumer<T> work) {
        this.work = work;
    }

    void add(T item) {
        batch.add(item);
        if (batch.size() == BATCH) {
            List<T> full = batch;
            await();
            begun = Optional.of(second.begin(() -> {
                full.forEach(work);
                return true;
            }));
            batch = new ArrayList<>(BATCH);
        }
    }

    /// Returns when all is done. The work was seen by this thread then.
    void finish() {
        await();
        batch.forEach(work);
    }

    private void await() {
        try {
            if (begun.isPresent()) {
                SecondThread.result(begun.get());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        second.close();
    }
}
