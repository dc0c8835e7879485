package bloomward.format.io;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A second thread for half the work of a long flow. It starts with the first piece of work; an exception there is thrown
/// where the result is awaited. Used by one thread.
public final class SecondThread implements AutoCloseable {

    private final ExecutorService thread;

    public SecondThread(String name) {
        this.thread = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
    }

    /// Begins work, after the work that was begun before.
    public <T> Future<T> begin(Callable<T> work) {
        return thread.submit(work);
    }

    /// Waits for the result of begun work.
    ///
    /// @throws IOException if the work did, or if this thread was interrupted
    public static <T> T result(Future<T> begun) throws IOException {
        try {
            return begun.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException io -> throw io;
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        }
    }

    /// Interrupts the thread and waits until it touches nothing any more.
    @Override
    public void close() {
        thread.shutdownNow();
        thread.close();
    }
}
