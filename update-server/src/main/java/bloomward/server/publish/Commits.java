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
import bloomward.server.publish.folder.ConfirmStore;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.RootHistory;
import bloomward.server.publish.folder.StoredFiles;
import bloomward.server.publish.version.Leaves;
import bloomward.server.publish.version.VersionMaker;
import bloomward.server.safebrowsing.Allowed;
import bloomward.server.safebrowsing.Gateway;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.UnsignedPublication;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import bloomward.server.store.cluster.NotLeadingException;
import bloomward.server.store.cluster.ServerTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The publications themselves: makes a signed manifest the newest one, and has the newest one served under the root
/// and the keys that count.
///
/// One thing at a time is done to them, by [#alone]; a method without another note is called inside it. The snapshot of
/// [#current] and the roots and keys can be read at any time, and never wait.
///
/// Servers that share a store wait for each other only while they write. Each task begins with what the others have done, and
/// all of its writes that count go through [#change], which refuses if another server was quicker: the task then begins again.
public final class Commits {

    /// Beginnings of one task. Each time, another server has published.
    private static final int MOST_TURNS = 5;
    private static final Duration FOLLOW_PATIENCE = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Commits.class);

    private final DataFolder folder;
    private final StoredFiles files;
    private final PublisherStore store;
    private final ConfirmStore confirm;
    private final Optional<Gateway> gateway;
    private final Clock clock;
    private final KeyReader keyReader;
    private final Leaves leaves;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<Committed> last = Optional.empty();
    /// Something failed around a commit, and the store must be read to see whether it was one.
    private boolean isBehind;
    /// That of the store, as far as it was taken up.
    private volatile long revision = -1;
    private LatestNotes latestNotes;
    /// Swapped under the lock, read without.
    private volatile ServerKeys keys;
    private volatile RootHistory roots;
    private volatile Published current;

    /// Serves nothing before the first [#catchUp].
    ///
    /// @param gateway that serves each publication, too
    Commits(DataFolder folder, PublisherStore store, StoredFiles files, KeyReader keyReader, RootHistory roots,
            Optional<Gateway> gateway, Clock clock) throws IOException, FormatException {
        this.files = files;
        this.keyReader = keyReader;
        this.folder = folder;
        this.gateway = gateway;
        this.store = store;
        this.confirm = new ConfirmStore(folder);
        this.leaves = new Leaves(folder, store, confirm);
        this.clock = clock;
        this.keys = keyReader.read();
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

    /// Reads the keys that are on the server.
    @FunctionalInterface
    public interface KeyReader {
        ServerKeys read() throws IOException, FormatException;
    }

    /// Runs a task while no other one runs here, on what other servers have done, and finishes first what failed around the
    /// last commit. It begins again if another server was quicker.
    <R> R alone(Task<R> task) throws IOException, PublishRefusedException {
        lock.lock();
        try {
            for (int turn = 1;; turn++) {
                takeUp();
                try {
                    return task.run();
                } catch (OvertakenException e) {
                    if (turn == MOST_TURNS) {
                        throw new PublishRefusedException(PublishRefusedException.Reason.OVERTAKEN,
                                String.valueOf(e.getMessage()));
                    }
                    LOG.info("another server was quicker; beginning again");
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// Takes up what other servers have done. At any time; waits a little for a task that runs here.
    ///
    /// @return whether there was something
    public boolean follow() throws IOException {
        if (!lockSoon()) {
            return false; // a task that publishes here takes it up first, or begins again on it
        }
        try {
            long before = revision;
            takeUp();
            return revision != before;
        } finally {
            lock.unlock();
        }
    }

    private boolean lockSoon() {
        try {
            return lock.tryLock(FOLLOW_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// The number of the last change of the store that was taken up. At any time.
    public long revision() {
        return revision;
    }

    private void takeUp() throws IOException {
        boolean isNew = files.areKept()
                && store.<Long, IOException>read(tables -> tables.servers().orElseThrow().revision()) != revision;
        if (isBehind || isNew) {
            catchUp();
        }
    }

    /// Writes something that must follow on what was taken up, and that other servers have to hear of.
    ///
    /// @throws OvertakenException if another server has changed it meanwhile
    <R> R change(PublisherStore.Work<R, PublishRefusedException> work) throws IOException, PublishRefusedException {
        record Changed<R>(R result, long revision) {}
        boolean wasBehind = isBehind;
        long known = revision;
        isBehind = true;
        try {
            Changed<R> changed = store.<Changed<R>, PublishRefusedException>write(tables -> {
                Optional<ServerTable> servers = tables.servers();
                if (servers.isPresent() && servers.get().revision() != known) {
                    throw new OvertakenException();
                }
                R result = work.on(tables);
                return new Changed<>(result, servers.isPresent() ? servers.get().advance() : known);
            });
            revision = changed.revision();
            isBehind = wasBehind;
            return changed.result();
        } catch (PublishRefusedException | NotLeadingException e) {
            isBehind = wasBehind; // nothing was changed
            throw e;
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
        keys = nextKeys;
        latestNotes = new LatestNotes(folder, keys);
        current = new Published(root(), current.newest());
    }

    /// From the manifest file on the disk to the note that names it. The store's commit between the two is the moment
    /// at which it is published; a store that keeps files has the note in the same commit. After a failure from there on,
    /// the next task finishes it.
    void commit(SignedNote note, Manifest manifest, UnsignedPublication publication, List<VersionRow> rows,
            String actor) throws IOException, PublishRefusedException {
        Digest digest = Digest.of(note.toBytes());
        PublicPath path = new PublicPath.Content(PublicPath.ContentKind.MANIFEST, digest);
        if (files.areKept()) {
            latestNotes.requireKey(root());
        }
        DurableFiles.write(folder.file(path), note.toBytes());
        Instant now = now();
        Committed next = new Committed(manifest, note);
        Optional<Newest> named = change(tables -> {
            tables.publications().add(publication.signed(digest), rows, leaving(tables, manifest));
            tables.publications().removePending();
            tables.audit()
                    .append(now, actor, publication.renews() ? "renew" : "publish",
                            Long.toString(publication.sequence()), FlatJson.of("manifest", digest.toHex()).toString());
            if (tables.files().isEmpty()) {
                return Optional.empty();
            }
            files.put(tables, publication, rows);
            StoredFiles.put(tables, path, note.toBytes());
            return Optional.of(name(tables, next));
        });
        last = Optional.of(next);
        isBehind = true;
        if (named.isPresent()) {
            latestNotes.keep(named.get());
            leaves.makeNewest(); // of a proposal that another server has made
            serve(root(), named.get());
        } else {
            signLatest();
        }
        isBehind = false;
    }

    /// Signs `latest` in the transaction that makes what it names the newest, or dates it anew. It is later than any before.
    private Newest name(Tables tables, Committed committed) throws IOException, PublishRefusedException {
        Optional<Latest> stored = StoredFiles.latest(tables);
        Optional<Latest> served = current.newest().map(Newest::latest);
        Optional<Latest> here = latestNotes.readAny(root());
        Optional<Latest> before = Stream.of(stored, served, here)
                .flatMap(Optional::stream)
                .max(Comparator.comparing(Latest::issued));
        Newest newest = latestNotes.sign(root(), committed.manifest(), committed.note(), now(), before);
        StoredFiles.put(tables, new PublicPath.Latest(), newest.latestNote().toBytes());
        return newest;
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
        Newest newest;
        if (files.areKept()) {
            newest = change(tables -> name(tables, committed));
        } else {
            Optional<Latest> before = current.newest().map(Newest::latest);
            newest = latestNotes.sign(root, committed.manifest(), committed.note(), now(),
                    before.isPresent() ? before : latestNotes.readAny(root));
        }
        latestNotes.keep(newest);
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
        boolean isToBeNamed = false;
        try {
            if (files.areKept()) {
                StoredFiles.Fetched fetched = files.fetch(this::mayDiffer);
                takeUpRoots();
                last = Committed.of(fetched.last(), folder, roots);
                leaves.makeNewest();
                revision = fetched.revision();
                isToBeNamed = !fetched.hasLatest() || fetched.isLatestLater();
            } else {
                last = Committed.last(store, folder, roots);
            }
        } catch (FormatException | UntrustedNoteException | ReleaseException e) {
            throw unreadable(e);
        }
        isBehind = false;
        if (last.isPresent()) {
            Optional<Newest> newest = latestNotes.read(root(), last.get().manifest(), last.get().note());
            if (newest.isPresent() && !isToBeNamed) {
                serve(root(), newest.get());
            } else {
                signLatestOrLog();
            }
        }
    }

    /// A delta to a version that this server does not serve yet may have been cut here in vain.
    private boolean mayDiffer(PublicPath path) {
        return path instanceof PublicPath.DeltaFile delta && delta.to() > current.newest()
                .flatMap(newest -> newest.manifest().list(delta.list()))
                .map(ListRelease::version)
                .orElse(0L);
    }

    /// Roots that another server has taken. The keys for them have been put here before that.
    private void takeUpRoots() throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        RootHistory found = RootHistory.open(folder);
        if (found.current().version() > roots.current().version()) {
            keys = keyReader.read();
            roots = found;
            latestNotes = new LatestNotes(folder, keys);
            current = new Published(root(), current.newest());
        }
    }

    private void signLatestOrLog() throws IOException {
        try {
            signLatest();
        } catch (PublishRefusedException e) {
            LOG.error("The publication is not served as newest: {}", e.getMessage());
        } catch (OvertakenException _) {
            isBehind = true; // another server has named it
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
