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
    private final Signatory signatory;

    public Keeper(DataFolder folder, PublisherStore store, Signatory signatory) {
        this.files = new FileKeeping(folder, store, signatory.confirm());
        this.signatory = signatory;
    }

    /// @return how many files went
    public int collect(Instant now) throws IOException, PublishRefusedException {
        return signatory.alone(() -> files.collect(now, KEEP));
    }
}
