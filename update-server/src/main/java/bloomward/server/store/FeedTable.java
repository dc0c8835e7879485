package bloomward.server.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Feeds that are fetched on a schedule.
public interface FeedTable {

    void put(FeedRow feed) throws IOException;

    /// @return whether it was there
    boolean remove(String name) throws IOException;

    Optional<FeedRow> find(String name) throws IOException;

    /// All by name.
    List<FeedRow> all() throws IOException;
}
