package bloomward.server.compile;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A few threads, and what goes wrong on them as if it had gone wrong here.
final class Workers implements AutoCloseable {

    private final ExecutorService threads;
    private final int count;

    /// Work with a result.
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException, CompileException;
    }

    Workers(int count) {
        this.count = count;
        this.threads = Executors.newFixedThreadPool(count, Thread.ofPlatform().daemon().name("compile-", 0).factory());
    }

    int count() {
        return count;
    }

    <T> Future<T> begin(Work<T> work) {
        return threads.submit(work::run);
    }

    /// The results in the order of the works.
    <T> List<T> all(List<Work<T>> works) throws IOException, CompileException {
        List<Future<T>> begun = new ArrayList<>();
        for (Work<T> work : works) {
            begun.add(begin(work));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : begun) {
            results.add(result(future));
        }
        return results;
    }

    /// Waits for the result of begun work.
    <T> T result(Future<T> begun) throws IOException, CompileException {
        try {
            return begun.get();
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (CancellationException e) {
            throw new IOException("work was given up", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException io -> throw io;
                case CompileException compile -> throw compile;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        }
    }

    static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted");
    }

    /// Ends the threads and waits until none of them touches anything any more.
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
