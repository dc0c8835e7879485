package bloomward.server.publish;

import bloomward.server.publish.folder.DataFolder;
import bloomward.server.safebrowsing.Gateway;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Deletes files that are no longer needed, between two publications.
public final class Keeper {

    /// The time for which mirrors, caches and sleeping agents find replaced files.
    private static final Duration KEEP = Duration.ofDays(7);

    private final FileKeeping files;
    private final Commits commits;

    public Keeper(DataFolder folder, PublisherStore store, Commits commits) {
        this.files = new FileKeeping(folder, store, commits);
        this.commits = commits;
    }

    /// Deletes the files that nobody needs any more, for all servers.
    ///
    /// @return how many files went
    public int collect(Instant now) throws IOException, PublishRefusedException {
        return commits.alone(() -> {
            return files.collect(now, KEEP) + collectHashes(now);
        });
    }

    /// Deletes what another server has deleted for all.
    ///
    /// @return how many files went
    public int tidy(Instant now) throws IOException, PublishRefusedException {
        return commits.alone(() -> files.tidy() + collectHashes(now));
    }

    private int collectHashes(Instant now) throws IOException {
        Optional<Gateway> gateway = commits.gateway();
        return gateway.isPresent() ? gateway.get().collect(now.minus(KEEP)) : 0;
    }
}
