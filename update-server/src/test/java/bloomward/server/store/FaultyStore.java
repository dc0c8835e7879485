package bloomward.server.store;

import java.io.IOException;

/// A store whose n-th write fails as in life: before anything was done, or after all of it was, when only the answer was
/// lost. Every write after it fails too, as after a crash, until the test goes on with the store behind it.
public final class FaultyStore implements PublisherStore {

    private final PublisherStore store;
    private final When when;
    private final int failingWrite;
    private int writes;

    /// When a write fails.
    public enum When {
        BEFORE_APPLIED, AFTER_APPLIED
    }

    /// The failure that was asked for.
    public static final class Fault extends IOException {

        private static final long serialVersionUID = 1;

        Fault(String message) {
            super(message);
        }
    }

    /// @param failingWrite counted from 1
    public FaultyStore(PublisherStore store, When when, int failingWrite) {
        this.store = store;
        this.when = when;
        this.failingWrite = failingWrite;
    }

    /// How many writes were asked for. A test that counts them first knows which can fail.
    public synchronized int writes() {
        return writes;
    }

    @Override
    public <R, E extends Exception> R read(Work<R, E> work) throws IOException, E {
        return store.read(work);
    }

    @Override
    public <R, E extends Exception> R write(Work<R, E> work) throws IOException, E {
        int number = countWrite();
        if (number > failingWrite || (number == failingWrite && when == When.BEFORE_APPLIED)) {
            throw new Fault("write " + number + " was not applied");
        }
        R result = store.write(work);
        if (number == failingWrite) {
            throw new Fault("write " + number + " was applied");
        }
        return result;
    }

    private synchronized int countWrite() {
        return ++writes;
    }

    @Override
    public Gathering gather() {
        return store.gather();
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
