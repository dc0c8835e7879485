package bloomward.server.publish;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.server.publish.Manifests.Draft;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/// Signs and dates: makes a proposal a publication where the keys that are here suffice ([Pending] where those of people are
/// wanted), keeps it fresh, and follows root after root. What is published is [#current], which anybody may ask at any time and which never waits for anything.
public final class Signatory {

    /// Who does what nobody asked for: expiry, renewal.
    public static final String SERVER = "server";

    private static final Duration LATEST_EVERY = Duration.ofHours(1);
    /// In the place of the digest of a note that is not complete.
    private static final Digest UNSIGNED = Digest.of(new byte[0]);

    private final DataFolder folder;
    private final PublisherStore store;
    private final ReentrantLock lock = new ReentrantLock();
    /// Guarded by the lock, but for what it serves.
    private final Commits commits;
    private final Pending pending;

    private Signatory(DataFolder folder, PublisherStore store, Commits commits) {
        this.folder = folder;
        this.store = store;
        this.commits = commits;
        this.pending = new Pending(folder, store, this, commits);
    }

    /// Takes up what was published last, and finishes what a crash interrupted.
    public static Signatory open(DataFolder folder, PublisherStore store, ServerKeys keys, Clock clock)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        Commits commits = new Commits(folder, store, keys, RootHistory.open(folder), clock);
        folder.clean();
        commits.confirm().serveAll(store);
        commits.catchUp();
        return new Signatory(folder, store, commits);
    }

    public Published current() {
        return commits.current();
    }

    public ConfirmStore confirm() {
        return commits.confirm();
    }

    /// What waits for signatures.
    public Pending pending() {
        return pending;
    }

    /// All roots, the first one first.
    public List<Root> roots() {
        lock.lock();
        try {
            return commits.roots();
        } finally {
            lock.unlock();
        }
    }

    /// The keys that are on the server.
    public ServerKeys keys() {
        lock.lock();
        try {
            return commits.keys();
        } finally {
            lock.unlock();
        }
    }

    /// Whether the server can sign manifests by itself.
    public boolean holdsPublisherKeys() {
        var publishers = current().root().publishers();
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
            commits.catchUpIfBehind();
            return task.run();
        } finally {
            lock.unlock();
        }
    }

    /// What the next manifest follows. Under the lock.
    Optional<Manifest> last() {
        return commits.last().map(Committed::manifest);
    }

    /// In whole seconds, as notes have it.
    Instant now() {
        return commits.now();
    }

    /// Signs what is published again, so that it stays fresh.
    public PublishOutcome renew(String actor) throws IOException, PublishRefusedException {
        return alone(() -> {
            Manifest before = last()
                    .orElseThrow(() -> new PublishRefusedException(Reason.NO_SUCH_VERSION, "nothing is published yet"));
            OptionalLong floor = store.read(tables -> tables.publications().sequenceFloor());
            Manifest manifest = Manifests.of(commits.root(), Optional.of(before), before.lists(), before.allow(), now(),
                    floor.orElse(1));
            return finish(new Proposal(manifest, List.of(), List.of(), 0, actor, "renewed", true));
        });
    }

    /// Takes the next root, signed by the keys of the one before and by its own. The key that is to sign `latest` from now
    /// on must be in the key folder already; where the publishers changed, what is published is signed again.
    ///
    /// @param passPhrase of key files that are locked
    public Root accept(SignedNote note, Optional<char[]> passPhrase, String actor)
            throws IOException, PublishRefusedException {
        return alone(() -> {
            try {
                Root next = commits.root().next(note).value();
                ServerKeys read = ServerKeys.open(folder.keys(), passPhrase);
                if (read.find(next.timestamp()).isEmpty()) {
                    throw new PublishRefusedException(Reason.KEY_MISSING, "root " + next.version()
                            + " names a timestamp key that is not in " + folder.keys() + ": " + next.timestamp());
                }
                store.write(tables -> tables.audit().append(now(), actor, "root", Long.toString(next.version()), "{}"));
                commits.follow(note, read);
                signUnder(next, actor);
                return next;
            } catch (FormatException | UntrustedNoteException | ReleaseException e) {
                throw badSignature(e);
            }
        });
    }

    private void signUnder(Root next, String actor)
            throws IOException, PublishRefusedException, FormatException, ReleaseException {
        if (commits.last().isEmpty()) {
            return;
        }
        if (commits.last().get().isSignedUnder(next)) {
            commits.signLatest();
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
            if (commits.last().isEmpty()) {
                return false;
            }
            if (isRenewalDue(commits.last().get()) && holdsPublisherKeys()) {
                renew(SERVER);
                return true;
            }
            Instant now = now();
            if (current().newest()
                    .filter(newest -> now.isBefore(newest.latest().issued().plus(LATEST_EVERY)))
                    .isPresent()) {
                return false;
            }
            commits.signLatest();
            return true;
        });
    }

    private boolean isRenewalDue(Committed last) throws IOException {
        try {
            return now().isAfter(last.manifest().issued().plus(Manifests.VALIDITY.dividedBy(2)))
                    || !last.isSignedUnder(commits.root());
        } catch (FormatException | ReleaseException e) {
            throw Commits.unreadable(e);
        }
    }

    /// Signs a proposal with the keys that are here. If they are too few, it waits for those of people.
    PublishOutcome finish(Proposal proposal) throws IOException, PublishRefusedException {
        Manifest manifest = proposal.manifest();
        PublicationRow row = new PublicationRow(manifest.sequence(), UNSIGNED, manifest.allow().digest(),
                manifest.allow().length(), manifest.rootVersion(), manifest.issued(), manifest.expires(),
                proposal.actor(), proposal.note(), proposal.renews());
        Root root = commits.root();
        try {
            Draft draft = Draft.sign(manifest.toText(), commits.keys().among(root.publishers()));
            int missing = draft.missing(root.publishers());
            if (missing > 0) {
                store.write(tables -> {
                    tables.publications().putPending(new PendingRow(draft.toString(), row, proposal.rows(), now()));
                    return tables.audit()
                            .append(now(), proposal.actor(), "propose", Long.toString(manifest.sequence()), "{}");
                });
                return new PublishOutcome.Pending(proposal.outcomes(), proposal.held(), missing);
            }
            SignedNote note = draft.note().orElseThrow();
            commits.commit(note, root.manifest(note).value(), row, proposal.rows(), proposal.actor());
            return new PublishOutcome.Done(manifest.sequence(), proposal.outcomes(), proposal.held());
        } catch (FormatException | UntrustedNoteException | ReleaseException e) {
            throw new IOException("what was signed here does not verify: " + e.getMessage(), e);
        }
    }

    static PublishRefusedException badSignature(Exception e) {
        return new PublishRefusedException(Reason.BAD_SIGNATURE, String.valueOf(e.getMessage()));
    }
}
