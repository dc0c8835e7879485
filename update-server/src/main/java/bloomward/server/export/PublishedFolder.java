package bloomward.server.export;

import bloomward.format.FormatException;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.compile.ConfirmFiles;
import bloomward.server.publish.Published;
import bloomward.server.publish.Published.Newest;
import bloomward.server.publish.folder.ConfirmStore;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.RootHistory;
import bloomward.server.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The publication of a data folder, read from its files alone, without database and keys, and so also beside a running
/// server. Only the publication named in `latest` counts.
///
/// @param confirm answers of all versions with leaves present
public record PublishedFolder(Published published, ConfirmStore confirm) {

    public static PublishedFolder open(DataFolder folder)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        Root root = RootHistory.open(folder).current();
        ConfirmStore confirm = new ConfirmStore(folder);
        Path file = folder.file(new PublicPath.Latest());
        if (!Files.exists(file)) {
            return new PublishedFolder(new Published(root, Optional.empty()), confirm);
        }
        SignedNote latestNote = Verification.note(file, Latest.MAX_SIZE_IN_BYTES);
        Latest latest = root.latest(latestNote).value();
        SignedNote note = Verification.note(
                folder.file(new PublicPath.Content(ContentKind.MANIFEST, latest.manifest())),
                Manifest.MAX_SIZE_IN_BYTES);
        Manifest manifest = root.manifest(note).value();
        latest.requireNames(manifest, latest.manifest());
        for (ListRelease list : manifest.lists()) {
            for (ConfirmRoot answered : ConfirmFiles.open(folder.confirm(list.name())).roots()) {
                confirm.serve(answered, list.name());
            }
        }
        return new PublishedFolder(
                new Published(root, Optional.of(new Newest(manifest, note, latest.manifest(), latest, latestNote))),
                confirm);
    }
}
