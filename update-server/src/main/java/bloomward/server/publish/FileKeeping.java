package bloomward.server.publish;

import bloomward.format.Digest;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.delta.Rungs;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.publish.folder.ConfirmStore;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.PublicFolder;
import bloomward.server.publish.folder.StoredFiles;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Deletes files that are no longer needed: replaced ones after some days, so that slow mirrors and agents in the
/// middle of an update still find them.
///
/// The packed files stay longer from which deltas will still be cut, and the deltas that lead from rung to rung.
/// The store forgets a version's files before they go, so a crash leaves files too many and never one too few.
final class FileKeeping {

    private final DataFolder folder;
    private final PublisherStore store;
    private final ConfirmStore confirm;
    private final Commits commits;

    FileKeeping(DataFolder folder, PublisherStore store, Commits commits) {
        this.folder = folder;
        this.store = store;
        this.confirm = commits.confirm();
        this.commits = commits;
    }

    /// Deletes.
    ///
    /// @param keep the time for which a file stays after its replacement
    /// @return how many files went
    int collect(Instant now, Duration keep) throws IOException, PublishRefusedException {
        Instant before = now.minus(keep);
        List<Path> deleted = new ArrayList<>();
        Set<Digest> wanted = new HashSet<>();
        for (ListRow list : store.read(tables -> tables.lists().allEver())) {
            deleted.addAll(collect(list, before, wanted));
        }
        for (PublicationRow publication : store.read(tables -> tables.publications().history(Integer.MAX_VALUE))) {
            if (publication.expires().isAfter(before) || publication.issued().isAfter(before)) {
                wanted.add(publication.manifest());
                publication.allowFiles().forEach(file -> wanted.add(file.digest()));
            }
        }
        store.read(tables -> tables.publications().latest()).ifPresent(latest -> {
            wanted.add(latest.manifest());
            latest.allowFiles().forEach(file -> wanted.add(file.digest()));
        });
        store.read(tables -> tables.publications().pending()).ifPresent(pending -> {
            pending.publication().allowFiles().forEach(file -> wanted.add(file.digest()));
            pending.versions().forEach(row -> {
                wanted.add(row.content().packed().digest());
                wanted.add(row.content().flat().digest());
            });
        });
        for (ContentKind kind : ContentKind.values()) {
            deleted.addAll(deleteOthers(kind, wanted));
        }
        List<PublicPath> paths = deleted.stream()
                .map(file -> PublicFolder.pathOf(folder.publicFolder(), file))
                .flatMap(Optional::stream)
                .toList();
        if (!paths.isEmpty()) {
            // Refused if another server has published or proposed meanwhile: it may need one of them again.
            commits.change(tables -> {
                StoredFiles.forget(tables, paths);
                return true;
            });
        }
        return deleted.size();
    }

    /// Deletes here what another server has deleted for all.
    ///
    /// @return how many files went
    int tidy() throws IOException {
        for (ListRow list : store.read(tables -> tables.lists().allEver())) {
            Set<ConfirmRoot> roots = new HashSet<>(pendingRoots(list));
            List<VersionRow> rows = store.read(tables -> tables.publications().versions(list.id(), Integer.MAX_VALUE));
            rows.stream().filter(VersionRow::hasFiles).forEach(row -> roots.add(row.content().confirmRoot()));
            for (VersionRow row : rows) {
                if (!roots.contains(row.content().confirmRoot())) {
                    confirm.forget(row.content().confirmRoot(), list.name());
                }
            }
            if (!rows.isEmpty()) {
                confirm.of(list.name()).collect(roots);
            }
        }
        return commits.files().tidy();
    }

    private List<ConfirmRoot> pendingRoots(ListRow list) throws IOException {
        return store.read(tables -> tables.publications().pending())
                .map(pending -> pending.versions()
                        .stream()
                        .filter(row -> row.listId() == list.id())
                        .map(row -> row.content().confirmRoot())
                        .toList())
                .orElse(List.of());
    }

    private List<Path> collect(ListRow list, Instant before, Set<Digest> wanted) throws IOException {
        List<VersionRow> versions = store.read(tables -> tables.publications().versions(list.id(), Integer.MAX_VALUE));
        if (versions.isEmpty()) {
            return List.of();
        }
        long newest = versions.getFirst().version();
        boolean isThere = versions.getFirst().isPublished(); // no delta will lead on from a list that has left
        Set<ConfirmRoot> roots = new HashSet<>();
        Set<Long> recent = new HashSet<>();
        for (VersionRow row : versions) {
            boolean isRecent = row.replacedAt().isEmpty() || row.replacedAt().get().isAfter(before);
            ConfirmRoot root = row.content().confirmRoot();
            if (isRecent) {
                wanted.add(row.content().packed().digest());
                wanted.add(row.content().flat().digest());
                roots.add(root);
                recent.add(row.version());
            } else {
                if (row.hasFiles()) {
                    forget(list, row);
                }
                if (!roots.contains(root)) { // newer versions came first, and one may be as this one was
                    confirm.forget(root, list.name());
                }
                if (isThere && Rungs.isBase(row.version(), newest)) {
                    wanted.add(row.content().packed().digest());
                }
            }
        }
        roots.addAll(pendingRoots(list));
        confirm.of(list.name()).collect(roots);
        return deleteDeltas(list.name(), newest, recent, isThere);
    }

    private void forget(ListRow list, VersionRow row) throws IOException {
        store.write(tables -> {
            tables.publications().forgetFiles(list.id(), row.version());
            return true;
        });
    }

    private List<Path> deleteDeltas(String list, long newest, Set<Long> recent, boolean isThere) throws IOException {
        Path deltas = folder.publicFolder().resolve("v1/delta").resolve(list);
        List<Path> deleted = new ArrayList<>();
        for (Path from : list(deltas)) {
            List<Path> targets = list(from);
            int left = targets.size();
            for (Path to : targets) {
                if (!isStillNeeded(to.getFileName().toString(), newest, recent, isThere)) {
                    Files.deleteIfExists(to);
                    deleted.add(to);
                    left--;
                }
            }
            if (left == 0) {
                Files.delete(from);
            }
        }
        if (!isThere && Files.isDirectory(deltas) && list(deltas).isEmpty()) {
            Files.delete(deltas);
        }
        return deleted;
    }

    /// A file without a number for a name is left from a crash: no delta is cut meanwhile.
    private static boolean isStillNeeded(String to, long newest, Set<Long> recent, boolean isThere) {
        if (!to.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return false;
        }
        long version = Long.parseLong(to);
        return recent.contains(version) || (isThere && (version > newest || Rungs.leadsOn(version, newest)));
    }

    private List<Path> deleteOthers(ContentKind kind, Set<Digest> wanted) throws IOException {
        List<Path> deleted = new ArrayList<>();
        Set<String> names = new HashSet<>();
        wanted.forEach(digest -> names.add(digest.toHex()));
        for (Path file : list(folder.contents(kind))) {
            String name = file.getFileName().toString();
            if (Digest.isHex(name) && !names.contains(name)) {
                Files.deleteIfExists(file);
                deleted.add(file);
            }
        }
        return deleted;
    }

    private static List<Path> list(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
                all.forEach(files::add);
            }
        }
        return files;
    }
}
