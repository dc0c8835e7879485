package bloomward.server.compile;

import bloomward.format.io.CloseOnFailure;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/// Takes expressions from one thread and has them hashed on others.
///
/// There is a fixed number of batches: empty ones lie in one queue, full ones in the other. So an adding thread waits
/// when the hashers are slower. A hasher that fails goes on emptying batches, or the adding thread would never go on;
/// its exception is thrown where the next batch begins. For one thread.
final class Intake {

    private static final int BATCHES_FOR_A_THREAD = 3;

    private final Workers workers;
    private final BlockingQueue<Batch> empty;
    private final BlockingQueue<Batch> full;
    private final List<Future<Boolean>> hashers = new ArrayList<>();
    private final AtomicBoolean failed = new AtomicBoolean();
    private Batch batch = new Batch();
    private boolean ended;

    Intake(KeySpec spec, Partitions keys, Partitions rows, Workers workers) {
        this.workers = workers;
        int batches = workers.count() * BATCHES_FOR_A_THREAD;
        this.empty = new ArrayBlockingQueue<>(batches + 1);
        this.full = new ArrayBlockingQueue<>(batches + 1);
        for (int i = 0; i < batches; i++) {
            empty.add(new Batch());
        }
        for (int i = 0; i < workers.count(); i++) {
            BatchHasher hasher = new BatchHasher(spec, keys, rows);
            hashers.add(workers.begin(() -> hashAll(hasher)));
        }
    }

    /// @param isAgain whether it is the expression that was added last
    void add(byte[] buffer, int offset, int length, int category, boolean isAgain)
            throws IOException, CompileException {
        if (!batch.add(buffer, offset, length, category, isAgain)) {
            nextBatch();
            batch.add(buffer, offset, length, category, isAgain);
        }
    }

    /// Returns when all is hashed and dealt out. Nothing can be added then.
    void finish() throws IOException, CompileException {
        nextBatch();
        end();
    }

    private void nextBatch() throws IOException, CompileException {
        if (failed.get()) {
            end();
        }
        if (batch.count() > 0) {
            put(batch);
            batch = take(empty);
        }
    }

    /// Ends the hashers, an empty batch for each, and throws the exception of one that failed.
    private void end() throws IOException, CompileException {
        if (ended) {
            throw new IllegalStateException("ended already");
        }
        ended = true;
        batch.clear();
        put(batch);
        for (int i = 1; i < hashers.size(); i++) {
            put(take(empty));
        }
        for (Future<Boolean> hasher : hashers) {
            workers.result(hasher);
        }
    }

    private boolean hashAll(BatchHasher hasher) throws IOException {
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(this::emptyTheRest)) {
            for (Batch next = take(full); next.count() > 0; next = take(full)) {
                hasher.hash(next);
                giveBack(next);
            }
            failure.keep(hasher);
        }
        hasher.finish();
        return true;
    }

    private void emptyTheRest() throws IOException {
        failed.set(true);
        giveBack(new Batch()); // for the one that was lost
        for (Batch next = take(full); next.count() > 0; next = take(full)) {
            giveBack(next);
        }
    }

    private void giveBack(Batch batch) {
        batch.clear();
        empty.add(batch);
    }

    private void put(Batch next) throws IOException {
        try {
            full.put(next);
        } catch (InterruptedException e) {
            throw Workers.interrupted();
        }
    }

    private static Batch take(BlockingQueue<Batch> from) throws IOException {
        try {
            return from.take();
        } catch (InterruptedException e) {
            throw Workers.interrupted();
        }
    }
}
