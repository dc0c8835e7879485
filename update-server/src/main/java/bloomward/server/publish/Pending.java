package bloomward.server.publish;

import bloomward.format.FormatException;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.server.publish.Manifests.Draft;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.util.Optional;

/// What waits for the signatures of people: one proposal, or none.
public final class Pending {

    private final DataFolder folder;
    private final PublisherStore store;
    private final Signatory signatory;
    private final Commits commits;

    Pending(DataFolder folder, PublisherStore store, Signatory signatory, Commits commits) {
        this.folder = folder;
        this.store = store;
        this.signatory = signatory;
        this.commits = commits;
    }

    public Optional<PendingRow> find() throws IOException {
        return store.read(tables -> tables.publications().pending());
    }

    /// How many signatures it lacks.
    public int missing(PendingRow pending) throws PublishRefusedException {
        try {
            return Draft.parse(pending.note()).missing(signatory.current().root().publishers());
        } catch (FormatException | UntrustedNoteException e) {
            throw Signatory.badSignature(e);
        }
    }

    /// Forgets it.
    public void withdraw() throws IOException, PublishRefusedException {
        signatory.alone(() -> {
            require();
            return store.write(tables -> {
                tables.publications().removePending();
                return true;
            });
        });
    }

    /// Forgets it, if there is any, before files of the same version numbers are made: its deltas would be those of
    /// another draft then. Under the lock.
    void makeRoom(String actor) throws IOException {
        Optional<PendingRow> pending = find();
        if (pending.isPresent()) {
            store.write(tables -> {
                tables.publications().removePending();
                return tables.audit()
                        .append(commits.now(), actor, "withdraw", Long.toString(pending.get().publication().sequence()),
                                "{}");
            });
        }
    }

    /// Adds the signatures of a note to it, and publishes it if they are enough.
    public PublishOutcome sign(SignedNote note, String actor) throws IOException, PublishRefusedException {
        return signatory.alone(() -> {
            try {
                return signAlone(require(), note, actor);
            } catch (FormatException | UntrustedNoteException | ReleaseException e) {
                throw Signatory.badSignature(e);
            }
        });
    }

    private PublishOutcome signAlone(PendingRow pending, SignedNote note, String actor)
            throws IOException, PublishRefusedException, FormatException, UntrustedNoteException, ReleaseException {
        if (commits.now().isAfter(pending.publication().expires())) {
            throw new PublishRefusedException(Reason.BAD_SIGNATURE,
                    "what is pending expired at " + pending.publication().expires() + ": publish again");
        }
        Draft draft = Draft.parse(pending.note());
        if (!draft.text().equals(note.unverifiedText())) {
            throw new PublishRefusedException(Reason.BAD_SIGNATURE,
                    "the note is over another text than what is pending");
        }
        Root root = commits.root();
        Draft signed = draft.plus(note);
        int missing = signed.missing(root.publishers());
        if (missing > 0) {
            store.write(tables -> {
                tables.publications()
                        .putPending(new PendingRow(signed.toString(), pending.publication(), pending.versions(),
                                pending.at()));
                return true;
            });
            return new PublishOutcome.Pending(KeptOutcomes.of(folder, store, pending.versions()), 0, missing);
        }
        SignedNote whole = signed.note().orElseThrow();
        Manifest manifest = root.manifest(whole).value();
        if (commits.last().isPresent()) {
            manifest.requireFollows(commits.last().get().manifest());
        }
        commits.commit(whole, manifest, pending.publication(), pending.versions(), actor);
        return new PublishOutcome.Done(manifest.sequence(), KeptOutcomes.of(folder, store, pending.versions()), 0);
    }

    private PendingRow require() throws IOException, PublishRefusedException {
        return find()
                .orElseThrow(() -> new PublishRefusedException(Reason.NOTHING_PENDING, "nothing waits for signatures"));
    }
}
