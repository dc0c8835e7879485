package bloomward.server.mirror;

import bloomward.format.Digest;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.delta.Rungs;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.PublicFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Deletes files that agents no longer ask for: those of a publication a week after its replacement, but for packed files from
/// which deltas will be cut, and deltas that lead from rung to rung.
final class Keeping {

    private static final Duration AFTER_REPLACEMENT = Duration.ofDays(7);

    private final MirrorFolder folder;

    Keeping(MirrorFolder folder) {
        this.folder = folder;
    }

    /// Deletes.
    ///
    /// @param kept the newest last, which is the served one
    /// @return the manifests that stay
    Kept tidy(Kept kept, Instant now) throws IOException {
        List<Kept.Entry> all = kept.manifests();
        if (all.isEmpty()) {
            return kept;
        }
        Manifest newest = all.getLast().manifest();
        List<Kept.Entry> staying = new ArrayList<>();
        Set<Digest> wanted = new HashSet<>();
        Set<ConfirmRoot> roots = new HashSet<>();
        for (int i = 0; i < all.size(); i++) {
            Kept.Entry each = all.get(i);
            boolean isRecent = i == all.size() - 1
                    || all.get(i + 1).manifest().issued().isAfter(now.minus(AFTER_REPLACEMENT));
            Set<Digest> bases = bases(each.manifest(), newest);
            wanted.addAll(bases);
            if (isRecent) {
                each.manifest().allowFiles().forEach(file -> wanted.add(file.digest()));
                for (ListRelease list : each.manifest().lists()) {
                    wanted.add(list.packed().digest());
                    wanted.add(list.flat().digest());
                    roots.add(list.confirmRoot());
                }
            }
            if (isRecent || !bases.isEmpty()) {
                wanted.add(each.digest());
                staying.add(each);
            }
        }
        Kept left = new Kept(staying);
        deleteContents(wanted);
        deleteAnswers(roots);
        deleteDeltas(left, newest, now);
        return left;
    }

    /// The packed files from which deltas to coming versions will be cut.
    private static Set<Digest> bases(Manifest manifest, Manifest newest) {
        Set<Digest> bases = new HashSet<>();
        for (ListRelease list : manifest.lists()) {
            Optional<ListRelease> current = newest.list(list.name());
            if (current.isPresent() && Rungs.isBase(list.version(), current.get().version())) {
                bases.add(list.packed().digest());
            }
        }
        return bases;
    }

    private void deleteDeltas(Kept left, Manifest newest, Instant now) throws IOException {
        for (PublicPath path : PublicFolder.paths(folder.publicFolder(), "delta")) {
            if (path instanceof DeltaFile delta) {
                Optional<Long> current = newest.list(delta.list()).map(ListRelease::version);
                boolean leadsOn = current.isPresent() && Rungs.leadsOn(delta.to(), current.get());
                boolean isRecent = left.isRecent(delta.list(), delta.to(), now.minus(AFTER_REPLACEMENT));
                if (!leadsOn && !isRecent) {
                    Files.deleteIfExists(folder.file(delta));
                }
            }
        }
    }

    private void deleteContents(Set<Digest> wanted) throws IOException {
        for (ContentKind kind : ContentKind.values()) {
            for (PublicPath path : PublicFolder.paths(folder.publicFolder(), kind.name().toLowerCase(Locale.ROOT))) {
                if (path instanceof Content content && !wanted.contains(content.digest())) {
                    Files.deleteIfExists(folder.file(content));
                }
            }
        }
    }

    private void deleteAnswers(Set<ConfirmRoot> roots) throws IOException {
        for (ConfirmRoot root : PublicFolder.roots(folder.publicFolder())) {
            if (!roots.contains(root)) {
                DataFolder.deleteTree(Buckets.folderOf(folder, root));
            }
        }
    }
}
