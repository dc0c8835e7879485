package bloomward.server.export;

import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.ListRelease;
import bloomward.format.wire.PublicPath;
import bloomward.server.publish.Published;
import bloomward.server.publish.Published.Newest;
import bloomward.server.publish.folder.ConfirmStore;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.PublicFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The folder of an export: creates it, and removes unfinished and old files.
final class ExportFolder {

    /// The prefix of unfinished files.
    private static final String UNFINISHED = ".unfinished-";

    private ExportFolder() {}

    /// Creates the folder, and removes the remains of a crash.
    static void create(Path folder) throws IOException {
        Path v1 = folder.resolve("v1");
        Files.createDirectories(v1);
        clean(v1);
        for (String each : List.of("root", "manifest", "packed", "flat", "allow", "confirm")) {
            Files.createDirectories(v1.resolve(each));
            clean(v1.resolve(each));
        }
    }

    /// Deletes unfinished files.
    static void clean(Path folder) throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, UNFINISHED + "*")) {
            for (Path each : left) {
                DataFolder.deleteTree(each);
            }
        }
    }

    static Path temporaryFolderFor(Path folder) {
        return DurableFiles.temporaryFor(folder);
    }

    /// Tries to link a file, which some file systems do not support, and none across two of them.
    static boolean tryLink(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from);
            return true;
        } catch (UnsupportedOperationException _) {
            return false;
        } catch (FileSystemException e) {
            if (!Files.exists(from)) {
                throw e;
            }
            return false;
        }
    }

    /// Deletes files that the data folder no longer has.
    static void prune(Path target, DataFolder data, Published published, ConfirmStore confirm) throws IOException {
        Set<ConfirmRoot> current = new HashSet<>();
        published.newest()
                .map(Newest::manifest)
                .stream()
                .flatMap(manifest -> manifest.lists().stream())
                .map(ListRelease::confirmRoot)
                .forEach(current::add);
        for (ConfirmRoot root : PublicFolder.roots(target)) {
            if (!current.contains(root) && !isAnswered(confirm, root)) {
                Path folder = PublicFolder.at(target, new PublicPath.Confirm(root, 0)).resolveSibling("");
                DataFolder.deleteTree(folder);
            }
        }
        Set<String> names = new HashSet<>();
        published.newest().ifPresent(newest -> newest.manifest().lists().forEach(list -> names.add(list.name())));
        for (PublicPath path : PublicFolder.paths(target, "bloom")) {
            if (path instanceof PublicPath.Bloom bloom && !names.contains(bloom.list())) {
                Files.deleteIfExists(PublicFolder.at(target, path));
            }
        }
        deleteEmpty(target.resolve("v1/bloom"));
        for (String kind : List.of("manifest", "packed", "flat", "allow", "delta")) {
            for (PublicPath path : PublicFolder.paths(target, kind)) {
                if (!Files.exists(data.file(path))) {
                    Files.deleteIfExists(PublicFolder.at(target, path));
                }
            }
        }
        deleteEmpty(target.resolve("v1/delta"));
    }

    private static boolean isAnswered(ConfirmStore confirm, ConfirmRoot root) {
        try {
            return confirm.answer(root, 0).isPresent();
        } catch (IOException _) {
            return true; // damaged in the data folder: keep the exported answers
        }
    }

    private static void deleteEmpty(Path top) throws IOException {
        if (!Files.isDirectory(top)) {
            return;
        }
        try (Stream<Path> found = Files.walk(top)) {
            for (Path folder : found.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList()) {
                try (Stream<Path> inside = Files.list(folder)) {
                    if (inside.findAny().isEmpty() && !folder.equals(top)) {
                        Files.delete(folder);
                    }
                }
            }
        }
    }
}
