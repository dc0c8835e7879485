package bloomward.server.history;

import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;

/// A server that has counted polls and keeps them.
final class CountingServer {

    private final HistoryKeeper keeper;
    private Map<String, Long> counted = Map.of();

    CountingServer(PublisherStore store, Clock clock) {
        keeper = new HistoryKeeper(store, () -> {
            Map<String, Long> taken = counted;
            counted = Map.of();
            return taken;
        }, clock);
    }

    void keep(Map<String, Long> polls) throws IOException {
        counted = polls;
        keeper.look();
    }
}
