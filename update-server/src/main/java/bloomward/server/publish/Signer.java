package bloomward.server.publish;

import bloomward.format.FormatException;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.server.store.FlatJson;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.UnsignedPublication;
import java.io.IOException;

/// Signs a proposal with the keys that are on the server: it becomes a publication or, where they are too few, waits
/// for the keys of people. Called inside [Commits#alone].
final class Signer {

    private final Commits commits;

    Signer(Commits commits) {
        this.commits = commits;
    }

    PublishOutcome sign(Proposal proposal) throws IOException, PublishRefusedException {
        Manifest manifest = proposal.manifest();
        UnsignedPublication publication = new UnsignedPublication(manifest.sequence(), manifest.allow(),
                manifest.allowV2(), manifest.rootVersion(), manifest.issued(), manifest.expires(), proposal.actor(),
                proposal.note(), proposal.renews());
        Root root = commits.root();
        try {
            UnfinishedNote note = UnfinishedNote.sign(manifest.toText(), commits.keys().among(root.publishers()));
            int missing = note.missing(root.publishers());
            if (missing > 0 || note.note().isEmpty()) {
                commits.change(tables -> {
                    commits.files().put(tables, publication, proposal.rows());
                    tables.publications()
                            .putPending(new PendingRow(note.toString(), publication, proposal.rows(), commits.now()));
                    return tables.audit()
                            .append(commits.now(), proposal.actor(), "propose", Long.toString(manifest.sequence()),
                                    FlatJson.EMPTY);
                });
                return new PublishOutcome.Pending(proposal.outcomes(), proposal.held(), missing, proposal.leaving(),
                        proposal.refused());
            }
            Manifest verified = root.manifest(note.note().get()).value();
            commits.commit(note.note().get(), verified, publication, proposal.rows(), proposal.actor());
            return new PublishOutcome.Done(manifest.sequence(), proposal.outcomes(), proposal.held(),
                    proposal.leaving(), proposal.refused());
        } catch (FormatException | UntrustedNoteException | ReleaseException e) {
            throw new IOException("the note that was signed here does not verify: " + e.getMessage(), e);
        }
    }
}
