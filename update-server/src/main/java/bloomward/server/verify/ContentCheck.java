package bloomward.server.verify;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.publish.folder.PublicFolder;
import bloomward.server.verify.Report.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Verifies the digests of files named by digest, including those of older publications, and the form of the allow
/// file.
final class ContentCheck {

    private final Path folder;
    private final Findings findings;

    ContentCheck(Path folder, Findings findings) {
        this.folder = folder;
        this.findings = findings;
    }

    /// @param versions receives the files named in older manifests
    void verify(Chain chain, Versions versions) throws IOException {
        chain.newest().ifPresent(newest -> versions.add(newest.manifest()));
        List<PublicPath> paths = PublicFolder.paths(folder);
        for (ContentKind kind : ContentKind.values()) {
            int count = 0;
            boolean isSound = true;
            for (PublicPath path : paths) {
                if (path instanceof PublicPath.Content content && content.kind() == kind) {
                    isSound &= verify(content, chain, versions);
                    count++;
                }
            }
            if (isSound) {
                findings.ok(kind.name().toLowerCase(Locale.ROOT) + " files", count + " match their names");
            }
        }
        chain.newest().ifPresent(newest -> Verification.look(findings, "allow list", () -> allow(newest.manifest())));
    }

    private boolean verify(PublicPath.Content content, Chain chain, Versions versions) throws IOException {
        Path file = PublicFolder.at(folder, content);
        try {
            Digest found = Digest.ofFile(file);
            if (!found.equals(content.digest())) {
                findings.problem(content.toString(), "digest " + found + " does not match its name");
                return false;
            }
            if (content.kind() == ContentKind.MANIFEST) {
                older(file, chain).ifPresent(versions::add);
            }
            return true;
        } catch (NoSuchFileException _) {
            return true; // an older one, deleted meanwhile; a newer one is missed by name
        }
    }

    /// A manifest verified by one of the roots. One that none verifies may come from lost keys and is ignored.
    private static Optional<Manifest> older(Path file, Chain chain) throws IOException {
        for (Root root : chain.roots().reversed()) {
            try {
                SignedNote note = Verification.note(file, Manifest.MAX_SIZE_IN_BYTES);
                return Optional.of(root.manifest(note).value());
            } catch (FormatException | UntrustedNoteException | ReleaseException _) {
                // another root may verify it
            }
        }
        return Optional.empty();
    }

    /// Both versions: that each is what the manifest says, and that version 1 allows no more than version 2.
    private String allow(Manifest manifest) throws IOException, FormatException {
        AllowList plain = allow(manifest, manifest.allow());
        if (manifest.allowV2().isEmpty()) {
            plain.requireVersionOf(manifest);
            return plain.size() + " expressions";
        }
        AllowList full = allow(manifest, manifest.allowV2().get());
        full.requireVersionOf(manifest);
        plain.requireWithin(full);
        return full.size() + " entries";
    }

    private AllowList allow(Manifest manifest, FileRef ref) throws IOException, FormatException {
        byte[] bytes = Files
                .readAllBytes(PublicFolder.at(folder, new PublicPath.Content(ContentKind.ALLOW, ref.digest())));
        if (!ref.equals(FileRef.of(bytes))) {
            throw new IOException("the file is " + FileRef.of(bytes) + ", but the manifest names " + ref);
        }
        AllowList allow = AllowList.parse(bytes);
        if (allow.canonical() != manifest.canonical()) {
            throw new IOException("canonical " + allow.canonical() + ", but the manifest has " + manifest.canonical());
        }
        return allow;
    }
}
