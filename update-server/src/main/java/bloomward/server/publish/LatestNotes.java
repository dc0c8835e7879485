package bloomward.server.publish;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.wire.PublicPath;
import bloomward.server.publish.Published.Newest;
import bloomward.server.publish.folder.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// Signs the note that names the newest manifest, and keeps it in its file.
final class LatestNotes {

    /// The time for which agents take it for the newest without asking again.
    private static final Duration VALIDITY = Duration.ofDays(1);

    private final DataFolder folder;
    private final ServerKeys keys;

    LatestNotes(DataFolder folder, ServerKeys keys) {
        this.folder = folder;
        this.keys = keys;
    }

    /// Names a manifest as the newest, from now on.
    ///
    /// It is never dated before the last one, nor outside the validity of its manifest, as agents refuse both: after a
    /// clock was set back it says the last time that was said.
    Newest sign(Root root, Manifest manifest, SignedNote note, Instant now, Optional<Latest> before)
            throws PublishRefusedException {
        SigningKey key = key(root);
        Digest digest = Digest.of(note.toBytes());
        Instant issued = later(now.truncatedTo(ChronoUnit.SECONDS), manifest.issued());
        issued = before.map(Latest::issued).filter(issued::isBefore).orElse(issued);
        if (issued.isAfter(manifest.expires())) {
            throw new PublishRefusedException(PublishRefusedException.Reason.KEY_MISSING,
                    "the manifest expired at " + manifest.expires() + ": publishers must renew it");
        }
        Latest latest = new Latest(root.origin(), digest, manifest.sequence(), root.version(), issued,
                issued.plus(VALIDITY));
        SignedNote latestNote = SignedNote.sign(latest.toText(), List.of(key));
        return new Newest(manifest, note, digest, latest, latestNote);
    }

    private SigningKey key(Root root) throws PublishRefusedException {
        return keys.find(root.timestamp())
                .orElseThrow(() -> new PublishRefusedException(PublishRefusedException.Reason.KEY_MISSING,
                        "the key that signs 'latest' is not here: " + root.timestamp()));
    }

    /// Refuses what would need a key that is not here.
    void requireKey(Root root) throws PublishRefusedException {
        key(root);
    }

    /// Puts a note into the file.
    void keep(Newest newest) throws IOException {
        DurableFiles.write(file(), newest.latestNote().toBytes());
    }

    /// The note in the file, if it is there, verifies, and names this manifest.
    Optional<Newest> read(Root root, Manifest manifest, SignedNote note) throws IOException {
        if (!Files.exists(file())) {
            return Optional.empty();
        }
        Digest digest = Digest.of(note.toBytes());
        try {
            SignedNote latestNote = SignedNote.parse(Files.readAllBytes(file()), Latest.MAX_SIZE_IN_BYTES);
            Latest latest = root.latest(latestNote).value();
            latest.requireNames(manifest, digest);
            return latest.rootVersion() == root.version()
                    ? Optional.of(new Newest(manifest, note, digest, latest, latestNote))
                    : Optional.empty();
        } catch (FormatException | UntrustedNoteException | ReleaseException e) {
            return Optional.empty(); // of another publication than the one that was committed: it is signed again
        }
    }

    /// The note in the file, even if it names another manifest: it has the last time that was said.
    Optional<Latest> readAny(Root root) throws IOException {
        if (!Files.exists(file())) {
            return Optional.empty();
        }
        try {
            return Optional
                    .of(root.latest(SignedNote.parse(Files.readAllBytes(file()), Latest.MAX_SIZE_IN_BYTES)).value());
        } catch (FormatException | UntrustedNoteException | ReleaseException e) {
            return Optional.empty();
        }
    }

    private Path file() {
        return folder.file(new PublicPath.Latest());
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
