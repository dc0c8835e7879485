package bloomward.server.verify;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.url.UrlExpressions;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.program.text.Figures;
import bloomward.server.publish.folder.PublicFolder;
import bloomward.server.verify.Report.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The verified chain from the first root to the newest manifest.
///
/// @param roots in order, the first one first
/// @param newest empty if nothing is published, or the newest manifest cannot be verified
record Chain(List<Root> roots, Optional<Newest> newest) {

    /// The newest manifest.
    ///
    /// @param note as in its file
    record Newest(Manifest manifest, SignedNote note, Digest digest) {}

    Root root() {
        return roots.getLast();
    }

    /// Verifies the notes of a folder.
    ///
    /// @param pinned a root note for comparison
    /// @return empty if not even the roots can be trusted
    static Optional<Chain> verify(Path folder, Optional<Path> pinned, Instant now, Findings findings)
            throws IOException {
        List<Root> roots = new ArrayList<>();
        boolean isSound = Verification.look(findings, "roots", () -> roots(folder, pinned, roots));
        if (!isSound || roots.isEmpty()) {
            return Optional.empty();
        }
        Root root = roots.getLast();
        if (root.isExpiredAt(now)) {
            findings.remark("roots", "root " + root.version() + " expired at " + root.expires());
        }
        return Optional.of(new Chain(List.copyOf(roots), newest(folder, root, now, findings)));
    }

    private static String roots(Path folder, Optional<Path> pinned, List<Root> roots)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        Path file = root(folder, 1);
        do {
            SignedNote note = Verification.note(file, Root.MAX_SIZE_IN_BYTES);
            Root root = (roots.isEmpty() ? Root.first(note) : roots.getLast().next(note)).value();
            if (root.version() != roots.size() + 1) {
                throw new IOException(file + ": is the note of root " + root.version());
            }
            roots.add(root);
            file = root(folder, roots.size() + 1);
        } while (Files.exists(file));
        long there;
        try (Stream<Path> files = Files.list(folder.resolve("v1/root"))) {
            there = files.filter(each -> PublicFolder.pathOf(folder, each).isPresent()).count();
        }
        if (there != roots.size()) {
            throw new IOException(there + " root notes, but root " + (roots.size() + 1) + " is missing");
        }
        if (pinned.isPresent()) {
            requirePinned(pinned.get(), roots);
        }
        Root root = roots.getLast();
        return roots.size() + " of " + root.origin() + ", each signed by the one before, valid to " + root.expires();
    }

    private static void requirePinned(Path pinned, List<Root> roots)
            throws IOException, FormatException, UntrustedNoteException {
        Root root = Root.first(Verification.note(pinned, Root.MAX_SIZE_IN_BYTES)).value();
        if (root.version() > roots.size() || !roots.get((int) root.version() - 1).equals(root)) {
            throw new IOException("root " + root.version() + " differs from the one in " + pinned);
        }
    }

    private static Optional<Newest> newest(Path folder, Root root, Instant now, Findings findings) {
        Path file = PublicFolder.at(folder, new PublicPath.Latest());
        if (!Files.exists(file) && isEmpty(folder)) {
            findings.remark("latest", "nothing is published yet");
            return Optional.empty();
        }
        List<Latest> latest = new ArrayList<>();
        List<Newest> newest = new ArrayList<>();
        boolean isSound = Verification.look(findings, "latest", () -> {
            latest.add(root.latest(Verification.note(file, Latest.MAX_SIZE_IN_BYTES)).value());
            root.requireReached("latest", latest.getFirst().rootVersion());
            return "names sequence " + latest.getFirst().sequence() + ", valid to " + latest.getFirst().expires();
        }) && Verification.look(findings, "manifest", () -> {
            newest.add(newest(folder, root, latest.getFirst()));
            Manifest manifest = newest.getFirst().manifest();
            return "sequence " + manifest.sequence() + ", " + Figures.amount(manifest.lists().size(), "list", "lists")
                    + ", valid to " + manifest.expires();
        });
        if (!isSound) {
            return Optional.empty();
        }
        if (latest.getFirst().isExpiredAt(now)) {
            findings.remark("latest", "expired at " + latest.getFirst().expires());
        }
        if (newest.getFirst().manifest().isExpiredAt(now)) {
            findings.remark("manifest", "expired at " + newest.getFirst().manifest().expires());
        }
        return Optional.of(newest.getFirst());
    }

    private static Newest newest(Path folder, Root root, Latest latest)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        Path file = PublicFolder.at(folder, new PublicPath.Content(ContentKind.MANIFEST, latest.manifest()));
        SignedNote note = Verification.note(file, Manifest.MAX_SIZE_IN_BYTES);
        Manifest manifest = root.manifest(note).value();
        Digest digest = Digest.of(note.toBytes());
        latest.requireNames(manifest, digest);
        manifest.requireCanonical(UrlExpressions.OLDEST_CANONICAL, UrlExpressions.CANONICAL);
        return new Newest(manifest, note, digest);
    }

    private static boolean isEmpty(Path folder) {
        try (Stream<Path> manifests = Files.list(folder.resolve("v1/manifest"))) {
            return manifests.findAny().isEmpty();
        } catch (IOException _) {
            return true; // no such folder
        }
    }

    private static Path root(Path folder, int version) {
        return PublicFolder.at(folder, new PublicPath.RootNote(version));
    }
}
