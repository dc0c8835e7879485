package bloomward.server.publish;

import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.server.draft.DraftDigests;
import bloomward.server.guard.Guards;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.RootHistory;
import bloomward.server.publish.folder.StoredFiles;
import bloomward.server.publish.version.Leaves;
import bloomward.server.safebrowsing.Gateway;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/// The parts that publish from one data folder. They share the [Commits], so one of them works at a time.
///
/// ```
/// Publisher --+                    +--> Pending <-- signatures of people
///             +--> Proposal --> Signer                    |
/// Freshness --+                    +------> Commits <-----+
///     ^                                        ^
///     +---------------- Roots -----------------+
/// ```
public final class Publishing {

    private final DataFolder folder;
    private final PublisherStore store;
    private final Commits commits;
    private final Pending pending;
    private final Signer signer;
    private final Freshness freshness;
    private final DraftDigests digests = new DraftDigests();
    private final Roots roots;

    private Publishing(DataFolder folder, PublisherStore store, Commits commits) {
        this.folder = folder;
        this.store = store;
        this.commits = commits;
        this.pending = new Pending(folder, store, commits);
        this.signer = new Signer(commits);
        this.freshness = new Freshness(store, commits, signer);
        this.roots = new Roots(folder, commits, freshness);
    }

    /// Takes up the last publication, and finishes what a crash interrupted.
    public static Publishing open(DataFolder folder, PublisherStore store, ServerKeys keys, Clock clock)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        return open(folder, store, () -> keys, Optional.empty(), clock);
    }

    /// The same with a gateway that serves each publication, too.
    ///
    /// @param keys reads the keys, now and when another server has taken a root
    public static Publishing open(DataFolder folder, PublisherStore store, Commits.KeyReader keys,
            Optional<Gateway> gateway, Clock clock)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        StoredFiles files = new StoredFiles(folder, store);
        if (files.areKept()) {
            files.keepFirst();
            files.fetch();
        }
        Commits commits = new Commits(folder, store, files, keys, RootHistory.open(folder), gateway, clock);
        folder.clean();
        commits.confirm().serveAll(store);
        commits.catchUp();
        return new Publishing(folder, store, commits);
    }

    /// Makes the confirm answers of versions that another server has compiled, where they are missing here.
    ///
    /// @return how many versions
    public int makeLeaves() throws IOException {
        return commits.files().areKept() ? new Leaves(folder, store, commits.confirm()).makeAll() : 0;
    }

    /// @param guards whose hosts must not be hit by chance
    public Publisher publisher(Supplier<Guards> guards) {
        return new Publisher(folder, store, commits, pending, signer, guards, digests);
    }

    public Commits commits() {
        return commits;
    }

    /// The digests of drafts, which are costly to compute twice.
    public DraftDigests digests() {
        return digests;
    }

    /// The proposal that waits for signatures.
    public Pending pending() {
        return pending;
    }

    public Freshness freshness() {
        return freshness;
    }

    public Roots roots() {
        return roots;
    }
}
