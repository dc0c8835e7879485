package bloomward.agent.service;

import bloomward.agent.store.CurrentSet;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Store;
import bloomward.format.FormatException;
import java.io.IOException;
import java.util.List;

/// The contents of a store, and the set of it that answers. Read by all threads; changed by the loop alone.
final class InUse implements AutoCloseable {

    private static final long MUCH_HEAP_IN_BYTES = 12 << 20;

    private final Store store;
    private final List<String> lists;
    private final CurrentSet current = new CurrentSet();
    private volatile OpenedStore now;

    /// Opens what is there.
    ///
    /// @throws FormatException TOO_NEW if a newer program made the store
    InUse(Store store, List<String> lists) throws IOException, FormatException {
        this.store = store;
        this.lists = lists;
        this.now = OpenedStore.open(store, lists);
        now.set().ifPresent(current::switchTo);
    }

    CurrentSet current() {
        return current;
    }

    OpenedStore now() {
        return now;
    }

    /// Looks whether the store holds something else by now, and answers from that if so. A set that cannot be
    /// opened never replaces one that can, unless a file of that has changed under it.
    ///
    /// @param mayBeRepaired whether damaged files may be whole now, which the state does not show
    void refresh(boolean mayBeRepaired) throws IOException, FormatException {
        boolean isDamaged = !now.damages().isEmpty();
        boolean isIntact = now.set().map(LoadedSet::isIntact).orElse(true);
        if (isIntact && !(isDamaged && mayBeRepaired) && !now.isOutdatedBy(store.state())) {
            return;
        }
        OpenedStore next = OpenedStore.open(store, lists);
        if (next.set().isPresent()) {
            current.switchTo(next.set().get());
        } else if (next.damages().isEmpty() || now.set().isEmpty() || !isIntact) {
            current.close(); // another publication, of which nothing is installed yet; or nothing that can be relied on
        } else {
            next = new OpenedStore(now.state(), now.set(), next.damages());
        }
        now = next;
        collectWhatWasReplaced();
    }

    /// The index of a set lives long enough to count as old, and the old is not collected before the heap is full: that
    /// would be many days of updates later, with 20 MB of such indexes resident. So it is done here, every now and then.
    private static void collectWhatWasReplaced() {
        if (Runtime.getRuntime().totalMemory() > MUCH_HEAP_IN_BYTES) {
            System.gc();
        }
    }

    @Override
    public void close() {
        current.close();
    }
}
