package bloomward.server.publish;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.AllowList;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.wire.PublicPath;
import bloomward.server.publish.Published.Newest;
import bloomward.server.safebrowsing.Allowed;
import bloomward.server.safebrowsing.Gateway;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.UnsignedPublication;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The publications themselves: makes a signed manifest the newest one, and has the newest one served under the root
/// and the keys that count.
///
/// One thing at a time is done to them, by [#alone]; a method without another note is called inside it. The snapshot of
/// [#current] and the roots and keys can be read at any time, and never wait.
public final class Commits {

    private static final Logger LOG = LoggerFactory.getLogger(Commits.class);

    private final DataFolder folder;
    private final StoredFiles files;
    private final PublisherStore store;
    private final ConfirmStore confirm;
    private final Optional<Gateway> gateway;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<Committed> last = Optional.empty();
    /// Something failed around a commit, and the store must be read to see whether it was one.
    private boolean isBehind;
    private LatestNotes latestNotes;
    /// Swapped under the lock, read without.
    private volatile ServerKeys keys;
    private volatile RootHistory roots;
    private volatile Published current;

    /// Serves nothing before the first [#catchUp].
    ///
    /// @param gateway that serves each publication, too
    Commits(DataFolder folder, PublisherStore store, ServerKeys keys, RootHistory roots, Optional<Gateway> gateway,
            Clock clock) {
        this.files = new StoredFiles(folder, store);
        this.folder = folder;
        this.gateway = gateway;
        this.store = store;
        this.confirm = new ConfirmStore(folder);
        this.clock = clock;
        this.keys = keys;
        this.roots = roots;
        this.latestNotes = new LatestNotes(folder, keys);
        this.current = new Published(roots.current(), Optional.empty());
    }

    /// A task that must not run beside another publication.
    ///
    /// @param <R> its result
    @FunctionalInterface
    interface Task<R> {
        R run() throws IOException, PublishRefusedException;
    }

    /// Runs a task while no other one runs, and finishes first what failed around the last commit.
    <R> R alone(Task<R> task) throws IOException, PublishRefusedException {
        lock.lock();
        try {
            if (isBehind) {
                catchUp();
            }
            return task.run();
        } finally {
            lock.unlock();
        }
    }

    /// The publication that is served. At any time.
    public Published current() {
        return current;
    }

    /// The answers to confirm questions. At any time.
    public ConfirmStore confirm() {
        return confirm;
    }

    /// The files in the store.
    StoredFiles files() {
        return files;
    }

    /// The publication for clients of Safe Browsing; empty where they are not served. At any time.
    public Optional<Gateway> gateway() {
        return gateway;
    }

    Optional<Committed> last() {
        return last;
    }

    /// The keys that are on the server. At any time.
    public ServerKeys keys() {
        return keys;
    }

    /// Whether the server can sign manifests alone. At any time.
    public boolean holdsPublisherKeys() {
        TrustedKeys publishers = root().publishers();
        return keys.among(publishers).size() >= publishers.threshold();
    }

    Root root() {
        return roots.current();
    }

    /// All roots, the first one first. At any time.
    public List<Root> roots() {
        return roots.all();
    }

    /// In whole seconds, as notes have it.
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    /// Goes on under the next root.
    void follow(SignedNote nextRoot, ServerKeys nextKeys)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        roots = roots.plus(folder, nextRoot);
        files.keep();
        keys = nextKeys;
        latestNotes = new LatestNotes(folder, keys);
        current = new Published(root(), current.newest());
    }

    /// From the manifest file on the disk to the note that names it. The store's commit between the two is the moment
    /// at which it is published. After a failure from there on, the next task finishes it.
    void commit(SignedNote note, Manifest manifest, UnsignedPublication publication, List<VersionRow> rows,
            String actor) throws IOException, PublishRefusedException {
        Digest digest = Digest.of(note.toBytes());
        DurableFiles.write(folder.file(new PublicPath.Content(PublicPath.ContentKind.MANIFEST, digest)),
                note.toBytes());
        files.keep();
        Instant now = now();
        isBehind = true;
        store.write(tables -> {
            tables.publications().add(publication.signed(digest), rows, leaving(tables, manifest));
            tables.publications().removePending();
            return tables.audit()
                    .append(now, actor, publication.renews() ? "renew" : "publish",
                            Long.toString(publication.sequence()), FlatJson.of("manifest", digest.toHex()).toString());
        });
        last = Optional.of(new Committed(manifest, note));
        signLatest();
        isBehind = false;
    }

    /// The lists of the store that have a published version and that a manifest does not name.
    private static List<Long> leaving(Tables tables, Manifest manifest) throws IOException {
        List<Long> leaving = new ArrayList<>();
        for (ListRow list : tables.lists().allEver()) {
            if (manifest.list(list.name()).isEmpty()) {
                leaving.add(list.id());
            }
        }
        return leaving;
    }

    /// Names the last publication as the newest, from now on; there must be one.
    void signLatest() throws IOException, PublishRefusedException {
        Root root = root();
        Committed committed = last.orElseThrow();
        Optional<Latest> before = current.newest().map(Newest::latest);
        Newest newest = latestNotes.sign(root, committed.manifest(), committed.note(), now(),
                before.isPresent() ? before : latestNotes.readAny(root));
        files.keepLatest();
        serve(root, newest);
    }

    private void serve(Root root, Newest newest) throws IOException {
        for (ListRelease list : newest.manifest().lists()) {
            confirm.serve(list.confirmRoot(), list.name());
        }
        current = new Published(root, Optional.of(newest));
        gateway.ifPresent(each -> serve(each, newest.manifest()));
    }

    /// The publication stands, whatever becomes of this: the gateway goes on with what it has, and the next dating of
    /// `latest` tries again.
    private void serve(Gateway clients, Manifest manifest) {
        try {
            AllowList allowed = AllowList.parse(Files.readAllBytes(
                    folder.file(new PublicPath.Content(PublicPath.ContentKind.ALLOW, manifest.allow().digest()))));
            VersionMaker maker = new VersionMaker(folder, store, confirm, gateway);
            clients.publish(manifest, new Allowed(allowed), maker::makeHashes, waiting(clients));
        } catch (IOException | FormatException e) {
            LOG.error("Clients of Safe Browsing get an older publication: {}", e.getMessage());
            clients.failed(String.valueOf(e.getMessage()));
        }
    }

    private Set<Path> waiting(Gateway clients) throws IOException {
        return store.read(tables -> {
            Set<Path> waiting = new HashSet<>();
            Optional<PendingRow> pending = tables.publications().pending();
            if (pending.isPresent()) {
                for (ListRow list : tables.lists().all()) {
                    pending.get()
                            .versions()
                            .stream()
                            .filter(row -> row.listId() == list.id())
                            .forEach(row -> waiting.add(clients.hashes(list.name(), row.content().confirmRoot(),
                                    pending.get().publication().allow().digest())));
                }
            }
            return waiting;
        });
    }

    /// Serves the last publication of the store, and names it in `latest` where that is still to be done.
    void catchUp() throws IOException {
        try {
            last = Committed.last(store, folder, roots);
        } catch (FormatException | UntrustedNoteException | ReleaseException e) {
            throw unreadable(e);
        }
        if (last.isPresent()) {
            Optional<Newest> newest = latestNotes.read(root(), last.get().manifest(), last.get().note());
            if (newest.isPresent()) {
                serve(root(), newest.get());
            } else {
                signLatestOrLog();
            }
        }
        isBehind = false;
    }

    private void signLatestOrLog() throws IOException {
        try {
            signLatest();
        } catch (PublishRefusedException e) {
            LOG.error("The publication is not served as newest: {}", e.getMessage());
        }
    }

    static PublishRefusedException badSignature(Exception e) {
        return new PublishRefusedException(PublishRefusedException.Reason.BAD_SIGNATURE,
                String.valueOf(e.getMessage()));
    }

    static IOException unreadable(Exception e) {
        return new IOException("the publication cannot be read: " + e.getMessage(), e);
    }
}
