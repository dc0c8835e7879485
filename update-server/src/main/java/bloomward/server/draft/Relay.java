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
import java.util.function.ToIntFunction;

/// Work on many items that a second thread does, in their order: while batches are worked on, the next is collected.
///
/// Enough batches may wait to bridge a pause of the work, such as sorting; the adding thread waits when all places are
/// taken. A batch ends at so many items or so many characters. Few items start no thread: [#finish] works on them itself.
/// An exception of the work is thrown where a later batch begins or at the end, and nothing behind it is worked on. Used by
/// one thread.
final class Relay<T> implements AutoCloseable {

    static final int BATCH = 4096;
    static final int BATCH_IN_CHARACTERS = 1 << 18;
    /// About 10 MB of entries.
    static final int MOST_WAITING = 16;

    private final ToIntFunction<T> characters;
    private final Consumer<T> work;
    private final SecondThread second = new SecondThread("relay");
    private List<T> batch = new ArrayList<>();
    private int batchInCharacters;
    private final Queue<Future<Boolean>> begun = new ArrayDeque<>();
    /// Whether work was begun and has not ended well. Of the second thread.
    private boolean failed;

    /// @param characters of an item
    Relay(ToIntFunction<T> characters, Consumer<T> work) {
        this.characters = characters;
        this.work = work;
    }

    void add(T item) {
        batch.add(item);
        batchInCharacters += characters.applyAsInt(item);
        if (batch.size() == BATCH || batchInCharacters >= BATCH_IN_CHARACTERS) {
            if (begun.size() == MOST_WAITING) {
                await();
            }
            List<T> full = batch;
            begun.add(second.begin(() -> workOn(full)));
            batch = new ArrayList<>();
            batchInCharacters = 0;
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

    /// Returns when all work is done; its effects are visible to this thread.
    void finish() {
        while (!begun.isEmpty()) {
            await();
        }
        batch.forEach(work);
    }

    private void await() {
        try {
            if (!SecondThread.result(begun.remove())) {
                throw new IllegalStateException("used after the work has failed");
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
