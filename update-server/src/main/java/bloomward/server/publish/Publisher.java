package bloomward.server.publish;

import bloomward.format.FormatException;
import bloomward.format.release.AllowList;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.url.Expression;
import bloomward.server.compile.CompileException;
import bloomward.server.compile.FullBucketsException;
import bloomward.server.compile.WatchedExpressions;
import bloomward.server.draft.DraftDigests;
import bloomward.server.guard.Guards;
import bloomward.server.progress.Progress;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.version.Collisions;
import bloomward.server.publish.version.FullBuckets;
import bloomward.server.publish.version.NewVersion;
import bloomward.server.publish.version.VersionMaker;
import bloomward.server.publish.version.VersionMaker.Made;
import bloomward.server.publish.version.VersionMaker.Order;
import bloomward.server.safebrowsing.Allowed;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/// Makes drafts publications, one at a time: compiles the changed ones and has the [Signer] sign them.
public final class Publisher {

    /// The actor of what nobody asked for: expiry, renewal.
    public static final String SERVER = "server";

    private final DataFolder folder;
    private final PublisherStore store;
    private final Commits commits;
    private final Pending pending;
    private final Signer signer;
    private final Drafts drafts;
    private final FullBuckets fullBuckets;
    private final VersionMaker versions;

    /// @param guards whose hosts must not be hit by chance
    /// @param digests of the drafts that people approve and name
    Publisher(DataFolder folder, PublisherStore store, Commits commits, Pending pending, Signer signer,
            Supplier<Guards> guards, DraftDigests digests) {
        this.folder = folder;
        this.store = store;
        this.commits = commits;
        this.pending = pending;
        this.signer = signer;
        this.drafts = new Drafts(store, guards, digests);
        this.fullBuckets = new FullBuckets(store);
        this.versions = new VersionMaker(folder, store, commits.confirm(), commits.gateway());
    }

    /// Publishes drafts.
    public PublishOutcome publish(PublishJob job) throws IOException, PublishRefusedException {
        return commits.alone(() -> publishAlone(job));
    }

    private PublishOutcome publishAlone(PublishJob job) throws IOException, PublishRefusedException {
        Instant now = commits.now();
        List<RefusedList> refused = new ArrayList<>();
        Drafts.Selection selection = drafts.select(job, now, refused);
        List<Order> orders = selection.orders();
        Optional<Manifest> before = commits.last().map(Committed::manifest);
        AllowFiles.Made allow = allowFiles(selection);
        boolean isAllowNew = !before.map(AllowFiles::of).equals(Optional.of(allow.files()));
        List<String> leaving = leaving(before, selection.deleted());
        boolean isDue = (before.isPresent() && isAllowNew) || !leaving.isEmpty();
        if (orders.isEmpty() && refused.isEmpty() && !isDue) {
            return new PublishOutcome.Nothing();
        }
        if (!job.isDryRun() && !orders.isEmpty()) {
            pending.makeRoom(job.actor());
        }
        Edition edition = new Edition(now, refused, allowed(allow.contents().getFirst()));
        edition.makeAll(orders);
        if (edition.made.isEmpty() && !refused.isEmpty() && !(job.isForAll() && isDue)) {
            throw RefusedList.all(refused);
        }
        if (job.isDryRun()) {
            return new PublishOutcome.DryRun(edition.outcomes(), edition.held, leaving, refused);
        }
        Progress.tell("signing", 0, 0);
        allow.write(folder);
        OptionalLong floor = store.read(tables -> tables.publications().sequenceFloor());
        Manifest manifest = Manifests.of(commits.root(), before, edition.releases(before, leaving), allow.files(), now,
                floor.orElse(1));
        return signer.sign(new Proposal(manifest, edition.rows(manifest.sequence()), edition.outcomes(), edition.held,
                leaving, refused, job.actor(), job.note(), false));
    }

    private static List<String> leaving(Optional<Manifest> before, Set<String> deleted) {
        return before.stream()
                .flatMap(manifest -> manifest.lists().stream())
                .map(ListRelease::name)
                .filter(deleted::contains)
                .toList();
    }

    private static AllowFiles.Made allowFiles(Drafts.Selection selection) throws PublishRefusedException {
        try {
            return AllowFiles.make(selection.allowed(), selection.listNames(), selection.canonical());
        } catch (FormatException e) {
            throw new PublishRefusedException(Reason.DOES_NOT_FIT, "allow list: " + e.getMessage());
        }
    }

    private static Allowed allowed(byte[] allowFile) throws IOException {
        try {
            return new Allowed(AllowList.parse(allowFile));
        } catch (FormatException e) {
            throw new IOException("the allow file is not right: " + e.getMessage(), e);
        }
    }

    /// The new versions of one publication.
    private final class Edition {

        private final Instant now;
        private final List<Made> made = new ArrayList<>();
        private final List<RefusedList> refused;
        private final Allowed allowed;
        private long held;

        Edition(Instant now, List<RefusedList> refused, Allowed allowed) {
            this.now = now;
            this.allowed = allowed;
            this.refused = refused;
        }

        /// Compiles drafts. One that is refused stops no other.
        void makeAll(List<Order> orders) throws IOException {
            if (orders.isEmpty()) {
                return;
            }
            WatchedExpressions watched = drafts.watched();
            for (Order order : orders) {
                Progress.tell("compiling " + order.list().name(), orders.indexOf(order), orders.size());
                try {
                    make(order, watched);
                } catch (PublishRefusedException e) {
                    refused.add(RefusedList.of(order.list().name(), e));
                }
            }
        }

        /// Compiles a draft; entries that share a key with a host that must not be found, and those for which a bucket
        /// has no room, are held, and it is compiled again.
        private void make(Order first, WatchedExpressions watched) throws IOException, PublishRefusedException {
            Order order = first;
            while (true) {
                try {
                    made.add(versions.make(order, allowed, drafts.watch(order, watched)));
                    return;
                } catch (Collisions.FoundException e) {
                    held += e.victims().size();
                    order = drafts.holdColliding(order, e.victims(), now);
                } catch (FullBucketsException e) {
                    Map<Expression, String> overflow = fullBuckets.overflow(order, e);
                    if (overflow.isEmpty()) {
                        throw doesNotFit(order, e);
                    }
                    held += overflow.size();
                    order = drafts.leaveOut(order, overflow, now);
                } catch (CompileException e) {
                    throw doesNotFit(order, e);
                }
            }
        }

        private static PublishRefusedException doesNotFit(Order order, CompileException e) {
            return new PublishRefusedException(Reason.DOES_NOT_FIT,
                    "list " + order.list().name() + ": " + e.getMessage());
        }

        List<NewVersion> outcomes() {
            return made.stream().map(Made::outcome).toList();
        }

        List<VersionRow> rows(long sequence) {
            return made.stream().map(version -> version.row(sequence, now)).toList();
        }

        /// The new versions, and of all other lists those that are published, but for the leaving ones.
        List<ListRelease> releases(Optional<Manifest> before, List<String> leaving) {
            List<ListRelease> releases = new ArrayList<>(made.stream().map(Made::release).toList());
            Set<String> names = new HashSet<>(releases.stream().map(ListRelease::name).toList());
            names.addAll(leaving);
            before.stream()
                    .flatMap(manifest -> manifest.lists().stream())
                    .filter(list -> !names.contains(list.name()))
                    .forEach(releases::add);
            return releases;
        }
    }
}
