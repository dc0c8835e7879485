package bloomward.server.draft;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Work on many items that a second thread does, in their order: while one batch is worked on, the next is collected.
///
/// The adding thread waits while two batches are full, so memory is bounded. Few items start no thread: [#finish]
/// works on them itself. An exception of the work is thrown where the next batch begins. For one thread.
final class Relay<T> implements AutoCloseable {

    static final int BATCH = 4096;

    private final Consumer<T> work;
    private final ExecutorService second = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("relay").factory());
    private List<T> batch = new ArrayList<>();
    private Optional<Future<?>> begun = Optional.empty();

    Relay(Consumer<T> work) {
        this.work = work;
    }

    void add(T item) {
        batch.add(item);
        if (batch.size() == BATCH) {
            List<T> full = batch;
            await();
            begun = Optional.of(second.submit(() -> full.forEach(work)));
            batch = new ArrayList<>(BATCH);
        }
    }

    /// Returns when all is done. The work was seen by this thread then.
    void finish() {
        await();
        batch.forEach(work);
    }

    private void await() {
        if (begun.isEmpty()) {
            return;
        }
        try {
            begun.get().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted"));
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        }
    }

    /// Ends the second thread and waits until it touches nothing any more.
    @Override
    public void close() {
        second.shutdownNow();
        second.close();
    }
}
