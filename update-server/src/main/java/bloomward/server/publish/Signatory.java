package bloomward.server.publish;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.file.DurableFiles;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.wire.PublicPath;
import bloomward.server.publish.Manifests.Draft;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.publish.Published.Newest;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Signs and dates: makes a proposal a publication as soon as enough keys have signed it, keeps it fresh, and follows root
/// after root. What is published is [#current], which anybody may ask at any time and which never waits for anything.
public final class Signatory {

    /// Who does what nobody asked for: expiry, renewal.
    public static final String SERVER = "server";

    private static final Logger LOG = LoggerFactory.getLogger(Signatory.class);
    private static final Duration LATEST_EVERY = Duration.ofHours(1);
    /// In the place of the digest of a note that is not complete.
    private static final Digest UNSIGNED = Digest.of(new byte[0]);

    private final DataFolder folder;
    private final PublisherStore store;
    private final ConfirmStore confirm;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    /// The next five are guarded by the lock.
    private Optional<Committed> committed = Optional.empty();
    /// Something failed around a commit, and whether it was one is to be read.
    private boolean isBehind;
    private ServerKeys keys;
    private RootHistory roots;
    private LatestNotes latestNotes;
    /// Swapped under the lock, read without.
    private volatile Published current;

    private Signatory(DataFolder folder, PublisherStore store, ServerKeys keys, RootHistory roots, Clock clock) {
        this.folder = folder;
        this.store = store;
        this.confirm = new ConfirmStore(folder);
        this.clock = clock;
        this.keys = keys;
        this.roots = roots;
        this.latestNotes = new LatestNotes(folder, keys);
        this.current = new Published(roots.current(), Optional.empty());
    }

    /// Takes up what was published last, and finishes what a crash interrupted.
    public static Signatory open(DataFolder folder, PublisherStore store, ServerKeys keys, Clock clock)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        Signatory signatory = new Signatory(folder, store, keys, RootHistory.open(folder), clock);
        folder.clean();
        signatory.confirm.serveAll(store);
        signatory.catchUp();
        return signatory;
    }

    public Published current() {
        return current;
    }

    public ConfirmStore confirm() {
        return confirm;
    }

    /// All roots, the first one first.
    public List<Root> roots() {
        lock.lock();
        try {
            return roots.all();
        } finally {
            lock.unlock();
        }
    }

    /// The keys that are on the server.
    public ServerKeys keys() {
        lock.lock();
        try {
            return keys;
        } finally {
            lock.unlock();
        }
    }

    /// Whether the server can sign manifests by itself.
    public boolean holdsPublisherKeys() {
        var publishers = current.root().publishers();
        return keys().among(publishers).size() >= publishers.threshold();
    }

    /// Something that must not run beside another publication.
    ///
    /// @param <R> what comes of it
    @FunctionalInterface
    interface Task<R> {
        R run() throws IOException, PublishRefusedException;
    }

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

    /// What the next manifest follows. Under the lock.
    Optional<Manifest> last() {
        return committed.map(Committed::manifest);
    }

    /// In whole seconds, as notes have it.
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    /// Signs what is published again, so that it stays fresh.
    public PublishOutcome renew(String actor) throws IOException, PublishRefusedException {
        return alone(() -> {
            Manifest before = last().orElseThrow(
                    () -> new PublishRefusedException(Reason.NO_SUCH_VERSION, "nothing is published yet"));
            OptionalLong floor = store.read(tables -> tables.publications().sequenceFloor());
            Manifest manifest = Manifests.of(roots.current(), Optional.of(before), before.lists(), before.allow(),
                    now(), floor.orElse(1));
            return finish(new Proposal(manifest, List.of(), List.of(), 0, actor, "renewed", true));
        });
    }

    /// What waits for signatures.
    public Optional<PendingRow> pending() throws IOException {
        return store.read(tables -> tables.publications().pending());
    }

    /// How many signatures it lacks.
    public int missing(PendingRow pending) throws PublishRefusedException {
        try {
            return Draft.parse(pending.note()).missing(current.root().publishers());
        } catch (FormatException | UntrustedNoteException e) {
            throw badSignature(e);
        }
    }

    /// Forgets what waits for signatures.
    public void withdrawPending() throws IOException, PublishRefusedException {
        alone(() -> {
            requirePending();
            return store.write(tables -> {
                tables.publications().removePending();
                return true;
            });
        });
    }

    /// Forgets what waits for signatures, if anything does, before files of the same version numbers are made: its deltas
    /// would be those of another draft then.
    void makeRoom(String actor) throws IOException {
        Optional<PendingRow> pending = pending();
        if (pending.isPresent()) {
            store.write(tables -> {
                tables.publications().removePending();
                return tables.audit().append(now(), actor, "withdraw",
                        Long.toString(pending.get().publication().sequence()), "{}");
            });
        }
    }

    /// Adds the signatures of a note to what is pending, and publishes it if they are enough.
    public PublishOutcome sign(SignedNote note, String actor) throws IOException, PublishRefusedException {
        return alone(() -> {
            try {
                return signAlone(requirePending(), note, actor);
            } catch (FormatException | UntrustedNoteException | ReleaseException e) {
                throw badSignature(e);
            }
        });
    }

    private PublishOutcome signAlone(PendingRow pending, SignedNote note, String actor)
            throws IOException, PublishRefusedException, FormatException, UntrustedNoteException, ReleaseException {
        if (now().isAfter(pending.publication().expires())) {
            throw new PublishRefusedException(Reason.BAD_SIGNATURE, "what is pending expired at "
                    + pending.publication().expires() + ": publish again");
        }
        Draft draft = Draft.parse(pending.note());
        if (!draft.text().equals(note.unverifiedText())) {
            throw new PublishRefusedException(Reason.BAD_SIGNATURE,
                    "the note is over another text than what is pending");
        }
        Root root = roots.current();
        Draft signed = draft.plus(note);
        int missing = signed.missing(root.publishers());
        if (missing > 0) {
            store.write(tables -> {
                tables.publications().putPending(new PendingRow(signed.toString(), pending.publication(),
                        pending.versions(), pending.at()));
                return true;
            });
            return new PublishOutcome.Pending(KeptOutcomes.of(folder, store, pending.versions()), 0, missing);
        }
        SignedNote whole = signed.note().orElseThrow();
        Manifest manifest = root.manifest(whole).value();
        if (committed.isPresent()) {
            manifest.requireFollows(committed.get().manifest());
        }
        commit(whole, manifest, pending.publication(), pending.versions(), actor);
        return new PublishOutcome.Done(manifest.sequence(), KeptOutcomes.of(folder, store, pending.versions()), 0);
    }

    /// Takes the next root, signed by the keys of the one before and by its own. The key that is to sign `latest` from now
    /// on must be in the key folder already; where the publishers changed, what is published is signed again.
    ///
    /// @param passPhrase of key files that are locked
    public Root accept(SignedNote note, Optional<char[]> passPhrase, String actor)
            throws IOException, PublishRefusedException {
        return alone(() -> {
            try {
                Root next = roots.current().next(note).value();
                ServerKeys read = ServerKeys.open(folder.keys(), passPhrase);
                if (read.find(next.timestamp()).isEmpty()) {
                    throw new PublishRefusedException(Reason.KEY_MISSING, "root " + next.version()
                            + " names a timestamp key that is not in " + folder.keys() + ": " + next.timestamp());
                }
                store.write(tables -> tables.audit().append(now(), actor, "root", Long.toString(next.version()),
                        "{}"));
                roots = roots.plus(folder, note);
                keys = read;
                latestNotes = new LatestNotes(folder, keys);
                current = new Published(next, current.newest());
                signUnder(next, actor);
                return next;
            } catch (FormatException | UntrustedNoteException | ReleaseException e) {
                throw badSignature(e);
            }
        });
    }

    private void signUnder(Root next, String actor)
            throws IOException, PublishRefusedException, FormatException, ReleaseException {
        if (committed.isEmpty()) {
            return;
        }
        if (committed.get().isSignedUnder(next)) {
            signLatest(committed.get());
        } else {
            renew(actor); // by the keys that count from now on; `latest` follows with their signatures
        }
    }

    /// To be called every few minutes: dates `latest` anew each hour, and renews the manifest at half of its life, or after
    /// a root with other publishers, where the keys for it are here.
    ///
    /// @return whether something was signed
    public boolean refresh() throws IOException, PublishRefusedException {
        return alone(() -> {
            if (committed.isEmpty()) {
                return false;
            }
            if (isRenewalDue(committed.get()) && holdsPublisherKeys()) {
                renew(SERVER);
                return true;
            }
            Instant now = now();
            if (current.newest().filter(newest -> now.isBefore(newest.latest().issued().plus(LATEST_EVERY)))
                    .isPresent()) {
                return false;
            }
            signLatest(committed.get());
            return true;
        });
    }

    private boolean isRenewalDue(Committed last) throws IOException {
        try {
            return now().isAfter(last.manifest().issued().plus(Manifests.VALIDITY.dividedBy(2)))
                    || !last.isSignedUnder(roots.current());
        } catch (FormatException | ReleaseException e) {
            throw unreadable(e);
        }
    }

    /// Signs a proposal with the keys that are here. If they are too few, it waits for those of people.
    PublishOutcome finish(Proposal proposal) throws IOException, PublishRefusedException {
        Manifest manifest = proposal.manifest();
        PublicationRow row = new PublicationRow(manifest.sequence(), UNSIGNED, manifest.allow().digest(),
                manifest.allow().length(), manifest.rootVersion(), manifest.issued(), manifest.expires(),
                proposal.actor(), proposal.note(), proposal.renews());
        Root root = roots.current();
        try {
            Draft draft = Draft.sign(manifest.toText(), keys.among(root.publishers()));
            int missing = draft.missing(root.publishers());
            if (missing > 0) {
                store.write(tables -> {
                    tables.publications().putPending(new PendingRow(draft.toString(), row, proposal.rows(), now()));
                    return tables.audit().append(now(), proposal.actor(), "propose",
                            Long.toString(manifest.sequence()), "{}");
                });
                return new PublishOutcome.Pending(proposal.outcomes(), proposal.held(), missing);
            }
            SignedNote note = draft.note().orElseThrow();
            commit(note, root.manifest(note).value(), row, proposal.rows(), proposal.actor());
            return new PublishOutcome.Done(manifest.sequence(), proposal.outcomes(), proposal.held());
        } catch (FormatException | UntrustedNoteException | ReleaseException e) {
            throw new IOException("what was signed here does not verify: " + e.getMessage(), e);
        }
    }

    /// From the manifest file on the disk to the note that names it. The store's commit between the two is the moment at
    /// which it is published. Whatever fails from there on, the next one who comes finishes it.
    private void commit(SignedNote note, Manifest manifest, PublicationRow unsigned, List<VersionRow> rows,
            String actor) throws IOException, PublishRefusedException {
        Digest digest = Digest.of(note.toBytes());
        DurableFiles.write(folder.file(new PublicPath.Content(PublicPath.ContentKind.MANIFEST, digest)),
                note.toBytes());
        PublicationRow row = new PublicationRow(unsigned.sequence(), digest, unsigned.allow(),
                unsigned.allowLength(), unsigned.rootVersion(), unsigned.issued(), unsigned.expires(),
                unsigned.actor(), unsigned.note(), unsigned.renews());
        Instant now = now();
        isBehind = true;
        store.write(tables -> {
            tables.publications().add(row, rows);
            tables.publications().removePending();
            return tables.audit().append(now, actor, unsigned.renews() ? "renew" : "publish",
                    Long.toString(row.sequence()), "{\"manifest\":\"" + digest.toHex() + "\"}");
        });
        committed = Optional.of(new Committed(manifest, note));
        signLatest(committed.get());
        isBehind = false;
    }

    private void signLatest(Committed last) throws IOException, PublishRefusedException {
        Root root = roots.current();
        Optional<Latest> before = current.newest().map(Newest::latest);
        serve(root, latestNotes.sign(root, last.manifest(), last.note(), now(), before.isPresent()
                ? before
                : latestNotes.readAny(root)));
    }

    private void serve(Root root, Newest newest) throws IOException {
        for (ListRelease list : newest.manifest().lists()) {
            confirm.serve(list.confirmRoot(), list.name());
        }
        current = new Published(root, Optional.of(newest));
    }

    /// Serves what the store names last, and names it in `latest` where that is still to be done.
    private void catchUp() throws IOException {
        try {
            committed = Committed.last(store, folder, roots);
        } catch (FormatException | UntrustedNoteException | ReleaseException e) {
            throw unreadable(e);
        }
        if (committed.isPresent()) {
            Committed last = committed.get();
            Optional<Newest> newest = latestNotes.read(roots.current(), last.manifest(), last.note());
            if (newest.isPresent()) {
                serve(roots.current(), newest.get());
            } else {
                signLatestOrLog(last);
            }
        }
        isBehind = false;
    }

    private void signLatestOrLog(Committed last) throws IOException {
        try {
            signLatest(last);
        } catch (PublishRefusedException e) {
            LOG.error("What is published is not served as newest: {}", e.getMessage());
        }
    }

    private static IOException unreadable(Exception e) {
        return new IOException("what is published cannot be read: " + e.getMessage(), e);
    }

    private PendingRow requirePending() throws IOException, PublishRefusedException {
        return pending().orElseThrow(() -> new PublishRefusedException(Reason.NOTHING_PENDING,
                "nothing waits for signatures"));
    }

    private static PublishRefusedException badSignature(Exception e) {
        return new PublishRefusedException(Reason.BAD_SIGNATURE, String.valueOf(e.getMessage()));
    }
}
