package bloomward.server.publish;

import bloomward.format.FormatException;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.wire.PublicPath;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.RootHistory;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/// The publication that the store names last, whether or not a `latest` names it yet.
record Committed(Manifest manifest, SignedNote note) {

    /// Reads it.
    static Optional<Committed> last(PublisherStore store, DataFolder folder, RootHistory roots)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        return of(store.read(tables -> tables.publications().latest()), folder, roots);
    }

    /// Reads the one of a row.
    static Optional<Committed> of(Optional<PublicationRow> row, DataFolder folder, RootHistory roots)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        if (row.isEmpty()) {
            return Optional.empty();
        }
        SignedNote note = SignedNote.parse(
                Files.readAllBytes(
                        folder.file(new PublicPath.Content(PublicPath.ContentKind.MANIFEST, row.get().manifest()))),
                Manifest.MAX_SIZE_IN_BYTES);
        return Optional.of(new Committed(verify(note, roots.all()), note));
    }

    /// The publishers can have changed since: a note that was signed under an older root counts until it is signed
    /// again, and one that was proposed under an older root may have been signed under a newer one.
    private static Manifest verify(SignedNote note, List<Root> roots)
            throws FormatException, UntrustedNoteException, ReleaseException {
        for (Root root : roots.reversed()) {
            if (isSignedUnder(root, note)) {
                return root.manifest(note).value();
            }
        }
        return roots.getLast().manifest(note).value();
    }

    /// Whether the publishers of a root have signed it.
    boolean isSignedUnder(Root root) throws FormatException, ReleaseException {
        return isSignedUnder(root, note);
    }

    private static boolean isSignedUnder(Root root, SignedNote note) throws FormatException, ReleaseException {
        try {
            root.manifest(note);
            return true;
        } catch (UntrustedNoteException e) {
            return false;
        }
    }
}
