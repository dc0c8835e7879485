package bloomward.agent.cli.check;

import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;

/// Checks inputs and writes their results in order: the first ones at once, and many in [batches][Batch] on several threads.
///
/// ```
/// input -> batch -> one of the threads: judge, results as bytes -> in order -> results
/// ```
///
/// There are only so many batches, so memory is bounded. Before a wait for input all of them are finished, so a
/// program can talk to this one line by line. All methods are for one thread.
final class Batches implements Flushable, AutoCloseable {

    /// A shorter input is done before threads are warm.
    private static final int ALONE = 1024;
    /// More are not kept busy by the thread that reads and writes.
    private static final int MAX_THREADS = 4;

    private final Judge judge;
    private final Results results;
    private final VerdictCounts counts;
    private final Function<OutputStream, Results> form;
    private final Predicate<CheckResult> shows;
    private final int threads;

    private long alone;
    private Optional<ExecutorService> workers = Optional.empty();
    private final Queue<Batch> free = new ArrayDeque<>();
    /// In the order of their inputs.
    private final Queue<Running> running = new ArrayDeque<>();

    private record Running(Batch batch, Future<?> end) {}

    /// @param judge not closed by this
    /// @param results told everything, in order
    /// @param form makes the same results for another target
    /// @param threads how many may work at the same time; with one, all is done by the caller
    Batches(Judge judge, Results results, VerdictCounts counts, Function<OutputStream, Results> form,
            Predicate<CheckResult> shows, int threads) {
        this.judge = judge;
        this.results = results;
        this.counts = counts;
        this.form = form;
        this.shows = shows;
        this.threads = Math.min(threads, MAX_THREADS);
    }

    /// Checks an input, now or later.
    void add(byte[] bytes, int offset, int length) throws IOException {
        if (isAlone()) {
            checkAlone(bytes, offset, length);
            return;
        }
        Batch batch = free.isEmpty() ? finishFirst() : free.element();
        batch.add(bytes, offset, length);
        if (batch.isFull()) {
            start();
        }
    }

    private void checkAlone(byte[] bytes, int offset, int length) throws IOException {
        CheckResult result = judge.judge(bytes, offset, length);
        counts.add(result);
        if (shows.test(result)) {
            results.add(bytes, offset, length, result);
        }
    }

    private boolean isAlone() {
        if (workers.isPresent()) {
            return false;
        }
        if (threads == 1 || ++alone % ALONE != 0) {
            return true;
        }
        while (free.size() < threads + 2) {
            Optional<Judge> other = judge.another();
            if (other.isEmpty()) {
                return true;
            }
            free.add(new Batch(other.get(), form, shows));
        }
        workers = Optional
                .of(Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().name("check").factory()));
        return false;
    }

    /// Starts the batch that was filled last.
    private void start() {
        Batch batch = free.remove();
        running.add(new Running(batch, workers.orElseThrow().submit(() -> {
            batch.check();
            return batch;
        })));
    }

    private Batch finishFirst() throws IOException {
        Running first = running.element();
        try {
            first.end.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case RuntimeException fault -> throw fault;
                case Error error -> throw error;
                default -> throw new IllegalStateException(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        first.batch.moveTo(results, counts);
        free.add(running.remove().batch);
        return first.batch;
    }

    /// Finishes all that was added.
    void finish() throws IOException {
        boolean hasRest = !free.isEmpty() && !free.element().isEmpty();
        if (hasRest && running.isEmpty()) {
            Batch rest = free.element(); // a few lines: handing them over takes longer
            rest.check();
            rest.moveTo(results, counts);
        } else if (hasRest) {
            start();
        }
        while (!running.isEmpty()) {
            finishFirst();
        }
    }

    @Override
    public void flush() throws IOException {
        finish();
        results.flush();
    }

    @Override
    public void close() throws IOException {
        workers.ifPresent(pool -> {
            pool.shutdownNow();
            pool.close(); // waits: no list is unmapped under a thread
        });
        for (Running one : running) {
            one.batch.close();
        }
        for (Batch one : free) {
            one.close();
        }
    }
}
