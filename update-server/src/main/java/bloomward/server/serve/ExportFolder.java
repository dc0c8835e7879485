package bloomward.server.serve;

import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.ListRelease;
import bloomward.format.wire.PublicPath;
import bloomward.server.publish.ConfirmStore;
import bloomward.server.publish.DataFolder;
import bloomward.server.publish.Published;
import bloomward.server.publish.Published.Newest;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The folder that an export writes: what is in it, and what is old in it.
final class ExportFolder {

    /// As files have that are not finished.
    private static final String UNFINISHED = ".unfinished-";

    private ExportFolder() {}

    /// The file of a path below a folder.
    static Path at(Path folder, PublicPath path) {
        return folder.resolve(path.toString().substring(1));
    }

    /// The path whose file this is, if it is one of ours.
    static Optional<PublicPath> pathOf(Path folder, Path file) {
        return PublicPath.parse("/" + folder.relativize(file).toString().replace('\\', '/'));
    }

    /// Makes the folder, and removes what a crash has left in it.
    static void create(Path folder) throws IOException {
        Path v1 = folder.resolve("v1");
        Files.createDirectories(v1);
        clean(v1);
        for (String each : List.of("root", "manifest", "packed", "flat", "allow", "confirm")) {
            Files.createDirectories(v1.resolve(each));
            clean(v1.resolve(each));
        }
    }

    /// Deletes what is not finished.
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

    /// Whether a file could be given a second name, which some file systems cannot, and none can across two of them.
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

    /// All files below a folder that are ours.
    static List<PublicPath> paths(Path folder) throws IOException {
        return paths(folder, folder.resolve("v1"));
    }

    /// The deltas of a list.
    static List<PublicPath.DeltaFile> deltas(Path folder, String list) throws IOException {
        List<PublicPath.DeltaFile> deltas = new ArrayList<>();
        for (PublicPath path : paths(folder, folder.resolve("v1/delta").resolve(list))) {
            if (path instanceof PublicPath.DeltaFile delta) {
                deltas.add(delta);
            }
        }
        return deltas;
    }

    private static List<PublicPath> paths(Path folder, Path below) throws IOException {
        if (!Files.isDirectory(below)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(Files::isRegularFile).map(file -> pathOf(folder, file)).flatMap(Optional::stream)
                    .toList();
        }
    }

    /// Deletes what the data folder no longer has.
    static void prune(Path target, DataFolder data, Published published, ConfirmStore confirm) throws IOException {
        Set<ConfirmRoot> current = new HashSet<>();
        published.newest().map(Newest::manifest).stream().flatMap(manifest -> manifest.lists().stream())
                .map(ListRelease::confirmRoot).forEach(current::add);
        for (ConfirmRoot root : roots(target)) {
            if (!current.contains(root) && !isAnswered(confirm, root)) {
                Path folder = at(target, new PublicPath.Confirm(root, 0)).resolveSibling("");
                DataFolder.deleteTree(folder);
            }
        }
        for (String kind : List.of("manifest", "packed", "flat", "allow", "delta")) {
            for (PublicPath path : paths(target, target.resolve("v1").resolve(kind))) {
                if (!Files.exists(data.file(path))) {
                    Files.deleteIfExists(at(target, path));
                }
            }
        }
        deleteEmpty(target.resolve("v1/delta"));
    }

    /// The versions of which there are confirm answers.
    static List<ConfirmRoot> roots(Path target) throws IOException {
        List<ConfirmRoot> roots = new ArrayList<>();
        Path confirm = target.resolve("v1/confirm");
        if (Files.isDirectory(confirm)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(confirm)) {
                for (Path folder : folders) {
                    if (pathOf(target, folder.resolve("0")).orElse(
                            new PublicPath.Latest()) instanceof PublicPath.Confirm answer) {
                        roots.add(answer.root());
                    }
                }
            }
        }
        return roots;
    }

    private static boolean isAnswered(ConfirmStore confirm, ConfirmRoot root) {
        try {
            return confirm.answer(root, 0).isPresent();
        } catch (IOException _) {
            return true; // damaged in the data folder: the exported answers are all there is
        }
    }

    private static void deleteEmpty(Path deltas) throws IOException {
        if (!Files.isDirectory(deltas)) {
            return;
        }
        try (Stream<Path> found = Files.walk(deltas)) {
            for (Path folder : found.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList()) {
                try (Stream<Path> inside = Files.list(folder)) {
                    if (inside.findAny().isEmpty() && !folder.equals(deltas)) {
                        Files.delete(folder);
                    }
                }
            }
        }
    }
}
