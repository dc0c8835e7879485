package bloomward.server.publish;

import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.wire.PublicPath;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.StoredFiles;
import bloomward.server.store.FlatJson;
import java.io.IOException;
import java.util.Optional;

/// Follows root after root. Safe for all threads.
public final class Roots {

    private final DataFolder folder;
    private final Commits commits;
    private final Freshness freshness;

    Roots(DataFolder folder, Commits commits, Freshness freshness) {
        this.folder = folder;
        this.commits = commits;
        this.freshness = freshness;
    }

    /// Takes the next root, signed by the keys of the one before and by its own. The key that is to sign `latest` from
    /// now on must be in the key folder already; where the publishers changed, the publication is signed again.
    ///
    /// @param passPhrase of key files that are locked
    public Root accept(SignedNote note, Optional<char[]> passPhrase, String actor)
            throws IOException, PublishRefusedException {
        Root taken = commits.alone(() -> {
            try {
                Root next = commits.root().next(note).value();
                ServerKeys read = ServerKeys.open(folder.keys(), passPhrase);
                if (read.find(next.timestamp()).isEmpty()) {
                    throw new PublishRefusedException(Reason.KEY_MISSING, "root " + next.version()
                            + " names a timestamp key that is not in " + folder.keys() + ": " + next.timestamp());
                }
                commits.change(tables -> {
                    StoredFiles.put(tables, new PublicPath.RootNote(next.version()), note.toBytes());
                    return tables.audit()
                            .append(commits.now(), actor, "root", Long.toString(next.version()), FlatJson.EMPTY);
                });
                commits.follow(note, read);
                return next;
            } catch (FormatException | UntrustedNoteException | ReleaseException e) {
                throw Commits.badSignature(e);
            }
        });
        // A task of its own: where another server is quicker it begins again, and the root is taken already.
        commits.alone(() -> {
            try {
                signUnder(taken, actor);
                return taken;
            } catch (FormatException | ReleaseException e) {
                throw Commits.badSignature(e);
            }
        });
        return taken;
    }

    private void signUnder(Root next, String actor)
            throws IOException, PublishRefusedException, FormatException, ReleaseException {
        if (commits.last().isEmpty() || commits.root().version() != next.version()) {
            return;
        }
        if (commits.last().get().isSignedUnder(next)) {
            commits.signLatest();
        } else {
            freshness.renewAlone(actor); // by the keys that count from now on; `latest` follows with their signatures
        }
    }
}
