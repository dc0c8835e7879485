package bloomward.server.publish;

import bloomward.format.FormatException;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.FlatJson;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The proposal that waits for the signatures of people: one, or none. Safe for all threads.
public final class Pending {

    private final DataFolder folder;
    private final PublisherStore store;
    private final Commits commits;

    Pending(DataFolder folder, PublisherStore store, Commits commits) {
        this.folder = folder;
        this.store = store;
        this.commits = commits;
    }

    public Optional<PendingRow> find() throws IOException {
        return store.read(tables -> tables.publications().pending());
    }

    /// The number of signatures it lacks.
    public int missing(PendingRow pending) throws PublishRefusedException {
        try {
            return UnfinishedNote.parse(pending.note()).missing(commits.root().publishers());
        } catch (FormatException | UntrustedNoteException e) {
            throw Commits.badSignature(e);
        }
    }

    /// Forgets it.
    public void withdraw() throws IOException, PublishRefusedException {
        commits.alone(() -> {
            require();
            return commits.change(tables -> {
                tables.publications().removePending();
                return true;
            });
        });
    }

    /// Forgets it, if there is any, before files of the same version numbers are made: its deltas would be those of
    /// another draft then. Inside [Commits#alone].
    void makeRoom(String actor) throws IOException, PublishRefusedException {
        Optional<PendingRow> pending = find();
        if (pending.isPresent()) {
            commits.change(tables -> {
                tables.publications().removePending();
                return tables.audit()
                        .append(commits.now(), actor, "withdraw", Long.toString(pending.get().publication().sequence()),
                                FlatJson.EMPTY);
            });
        }
    }

    /// Adds the signatures of a note to it, and publishes it if they are enough.
    public PublishOutcome sign(SignedNote note, String actor) throws IOException, PublishRefusedException {
        return commits.alone(() -> {
            try {
                return signAlone(require(), note, actor);
            } catch (FormatException | UntrustedNoteException | ReleaseException e) {
                throw Commits.badSignature(e);
            }
        });
    }

    private PublishOutcome signAlone(PendingRow pending, SignedNote note, String actor)
            throws IOException, PublishRefusedException, FormatException, UntrustedNoteException, ReleaseException {
        if (commits.now().isAfter(pending.publication().expires())) {
            throw new PublishRefusedException(Reason.BAD_SIGNATURE,
                    "the pending proposal expired at " + pending.publication().expires() + ": publish again");
        }
        UnfinishedNote waiting = UnfinishedNote.parse(pending.note());
        if (!waiting.text().equals(note.unverifiedText())) {
            throw new PublishRefusedException(Reason.BAD_SIGNATURE,
                    "the note is over another text than the pending one");
        }
        Root root = commits.root();
        List<String> leaving = leaving(Manifest.parse(waiting.text()));
        UnfinishedNote signed = waiting.plus(note);
        int missing = signed.missing(root.publishers());
        if (missing > 0) {
            commits.change(tables -> {
                tables.publications()
                        .putPending(new PendingRow(signed.toString(), pending.publication(), pending.versions(),
                                pending.at()));
                return true;
            });
            return new PublishOutcome.Pending(KeptOutcomes.of(folder, store, pending.versions()), 0, missing, leaving,
                    List.of());
        }
        SignedNote whole = signed.note().orElseThrow();
        Manifest manifest = root.manifest(whole).value();
        if (commits.last().isPresent()) {
            manifest.requireFollows(commits.last().get().manifest());
        }
        commits.commit(whole, manifest, pending.publication(), pending.versions(), actor);
        return new PublishOutcome.Done(manifest.sequence(), KeptOutcomes.of(folder, store, pending.versions()), 0,
                leaving, List.of());
    }

    private List<String> leaving(Manifest next) {
        return commits.last()
                .stream()
                .flatMap(committed -> committed.manifest().lists().stream())
                .map(ListRelease::name)
                .filter(name -> next.list(name).isEmpty())
                .toList();
    }

    private PendingRow require() throws IOException, PublishRefusedException {
        return find()
                .orElseThrow(() -> new PublishRefusedException(Reason.NOTHING_PENDING, "nothing waits for signatures"));
    }
}
