package bloomward.server.publish;

import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/// Deletes what nobody needs any more, between two publications.
public final class Keeper {

    /// So long mirrors, caches and sleeping agents find what they were promised.
    private static final Duration KEEP = Duration.ofDays(7);

    private final FileKeeping files;
    private final Commits commits;

    public Keeper(DataFolder folder, PublisherStore store, Commits commits) {
        this.files = new FileKeeping(folder, store, commits.confirm());
        this.commits = commits;
    }

    /// @return how many files went
    public int collect(Instant now) throws IOException, PublishRefusedException {
        return commits.alone(() -> files.collect(now, KEEP));
    }
}
