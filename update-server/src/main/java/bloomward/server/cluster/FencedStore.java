package bloomward.server.cluster;

import bloomward.server.store.Gathering;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.cluster.Fence;
import java.io.IOException;
import java.util.Optional;

/// A store in which each write of a leader's chore checks first, in its own transaction, that this server still leads. What
/// people ask for is not checked: it is done on every server.
public record FencedStore(PublisherStore store) implements PublisherStore {

    @Override
    public <R, E extends Exception> R read(Work<R, E> work) throws IOException, E {
        return store.read(work);
    }

    @Override
    public <R, E extends Exception> R write(Work<R, E> work) throws IOException, E {
        Optional<Fence> fence = Lead.ofThisThread();
        if (fence.isEmpty()) {
            return store.write(work);
        }
        return store.write(tables -> {
            tables.servers().orElseThrow().requireLead(fence.get());
            return work.on(tables);
        });
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
