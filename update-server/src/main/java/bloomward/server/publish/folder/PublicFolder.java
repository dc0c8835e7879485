package bloomward.server.publish.folder;

import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.wire.PublicPath;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A folder of published files under their public paths: the public part of a data folder, or an exported one.
public final class PublicFolder {

    private PublicFolder() {}

    /// The file of a path below a folder.
    public static Path at(Path folder, PublicPath path) {
        return folder.resolve(path.toString().substring(1));
    }

    /// The path whose file this is, if it is one of ours.
    public static Optional<PublicPath> pathOf(Path folder, Path file) {
        return PublicPath.parse("/" + folder.relativize(file).toString().replace('\\', '/'));
    }

    /// All files below a folder that are ours.
    public static List<PublicPath> paths(Path folder) throws IOException {
        return paths(folder, folder.resolve("v1"));
    }

    /// The deltas of a list.
    public static List<PublicPath.DeltaFile> deltas(Path folder, String list) throws IOException {
        List<PublicPath.DeltaFile> deltas = new ArrayList<>();
        for (PublicPath path : paths(folder, folder.resolve("v1/delta").resolve(list))) {
            if (path instanceof PublicPath.DeltaFile delta) {
                deltas.add(delta);
            }
        }
        return deltas;
    }

    /// The files of one kind, which is the first word of their paths below `v1`.
    public static List<PublicPath> paths(Path folder, String kind) throws IOException {
        return paths(folder, folder.resolve("v1").resolve(kind));
    }

    private static List<PublicPath> paths(Path folder, Path below) throws IOException {
        if (!Files.isDirectory(below)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> pathOf(folder, file))
                    .flatMap(Optional::stream)
                    .toList();
        }
    }

    /// The versions of which there are confirm answers.
    public static List<ConfirmRoot> roots(Path target) throws IOException {
        List<ConfirmRoot> roots = new ArrayList<>();
        Path confirm = target.resolve("v1/confirm");
        if (Files.isDirectory(confirm)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(confirm)) {
                for (Path folder : folders) {
                    if (pathOf(target, folder.resolve("0"))
                            .orElse(new PublicPath.Latest()) instanceof PublicPath.Confirm answer) {
                        roots.add(answer.root());
                    }
                }
            }
        }
        return roots;
    }
}
