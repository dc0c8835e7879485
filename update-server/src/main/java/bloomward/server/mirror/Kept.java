package bloomward.server.mirror;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.publish.folder.PublicFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The manifests that are kept, the newest last: each was verified when it came, and is named by its digest. Immutable.
record Kept(List<Kept.Entry> manifests) {

    Kept {
        manifests = manifests.stream().sorted(Comparator.comparingLong(each -> each.manifest().sequence())).toList();
    }

    /// A manifest.
    ///
    /// @param digest of its note
    record Entry(Digest digest, Manifest manifest) {}

    /// Reads those of a folder. A file that is not what its name says is deleted.
    static Kept read(MirrorFolder folder) throws IOException {
        List<Entry> found = new ArrayList<>();
        for (PublicPath path : PublicFolder.paths(folder.publicFolder(), "manifest")) {
            if (path instanceof Content(ContentKind _, Digest digest)) {
                Optional<Manifest> manifest = manifest(Files.readAllBytes(folder.file(path)), digest);
                if (manifest.isPresent()) {
                    found.add(new Entry(digest, manifest.get()));
                } else {
                    Files.delete(folder.file(path));
                }
            }
        }
        return new Kept(found);
    }

    private static Optional<Manifest> manifest(byte[] note, Digest digest) {
        try {
            return Digest.of(note).equals(digest)
                    ? Optional.of(Manifest.parse(SignedNote.parse(note, Manifest.MAX_SIZE_IN_BYTES).unverifiedText()))
                    : Optional.empty();
        } catch (FormatException _) {
            return Optional.empty();
        }
    }

    Kept plus(Digest digest, Manifest manifest) {
        List<Entry> all = new ArrayList<>(manifests);
        all.removeIf(each -> each.digest().equals(digest));
        all.add(new Entry(digest, manifest));
        return new Kept(all);
    }

    /// A version of a list.
    Optional<ListRelease> version(String list, long version) {
        return manifests.stream()
                .flatMap(each -> each.manifest().list(list).stream())
                .filter(release -> release.version() == version)
                .findFirst();
    }

    /// The number of buckets below a signed root.
    Optional<BucketBits> bits(ConfirmRoot root) {
        return manifests.stream()
                .flatMap(each -> each.manifest().lists().stream())
                .filter(release -> release.confirmRoot().equals(root))
                .map(ListRelease::confirmBits)
                .findFirst();
    }

    /// Whether a version is in a publication that is the newest, or was so after a time.
    boolean isRecent(String list, long version, Instant after) {
        for (int i = 0; i < manifests.size(); i++) {
            boolean has = manifests.get(i).manifest().list(list).filter(each -> each.version() == version).isPresent();
            if (has && (i == manifests.size() - 1 || manifests.get(i + 1).manifest().issued().isAfter(after))) {
                return true;
            }
        }
        return false;
    }
}
