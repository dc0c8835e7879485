package bloomward.server.store.place;

import bloomward.server.store.Gathering;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.work.StoreLock;
import java.io.IOException;

/// A store with the lock of the data folder that works with it.
record LockedStore(PublisherStore store, StoreLock lock) implements PublisherStore {

    @Override
    public <R, E extends Exception> R read(Work<R, E> work) throws IOException, E {
        return store.read(work);
    }

    @Override
    public <R, E extends Exception> R write(Work<R, E> work) throws IOException, E {
        return store.write(work);
    }

    @Override
    public Gathering gather() {
        return store.gather();
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            store.close();
        }
    }
}
