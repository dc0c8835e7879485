package bloomward.server.serve;

import bloomward.format.Digest;
import bloomward.server.publish.Commits;
import bloomward.server.publish.Published.Newest;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Recognises the digests of earlier publications, to distinguish replaced content from content that never existed. The
/// store is read once per publication, regardless of the number of requests.
final class KnownDigests implements Predicate<Digest> {

    private static final Logger LOG = LoggerFactory.getLogger(KnownDigests.class);

    private final PublisherStore store;
    private final Commits commits;
    /// Swapped as a whole; two threads may load it at once, with the same result.
    private volatile Known known = new Known(-1, Set.of());

    KnownDigests(PublisherStore store, Commits commits) {
        this.store = store;
        this.commits = commits;
    }

    private record Known(long sequence, Set<Digest> digests) {}

    @Override
    public boolean test(Digest digest) {
        long sequence = commits.current()
                .newest()
                .map(Newest::manifest)
                .map(manifest -> manifest.sequence())
                .orElse(0L);
        Known now = known;
        if (now.sequence != sequence) {
            try {
                now = new Known(sequence, load());
                known = now;
            } catch (IOException e) {
                LOG.warn("cannot read the digests of earlier publications", e);
            }
        }
        return now.digests.contains(digest);
    }

    private Set<Digest> load() throws IOException {
        return store.read(tables -> {
            Set<Digest> all = new HashSet<>();
            for (ListRow list : tables.lists().allEver()) {
                for (VersionRow row : tables.publications().versions(list.id(), Integer.MAX_VALUE)) {
                    all.add(row.content().packed().digest());
                    all.add(row.content().flat().digest());
                    all.add(row.content().confirmRoot().digest());
                }
            }
            for (PublicationRow row : tables.publications().history(Integer.MAX_VALUE)) {
                all.add(row.manifest());
                row.allowFiles().forEach(file -> all.add(file.digest()));
            }
            return all;
        });
    }
}
