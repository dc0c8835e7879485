package bloomward.agent.store;

import bloomward.format.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Folders with all that is in them, stores above all: copied, compared and deleted.
public final class FileTree {

    private FileTree() {}

    /// @param to is not there yet
    /// @return `to`
    public static Path copy(Path from, Path to) throws IOException {
        for (Path each : all(from)) {
            Files.copy(each, to.resolve(from.relativize(each).toString()), StandardCopyOption.COPY_ATTRIBUTES);
        }
        return to;
    }

    /// The digest of each file, by its name in the folder. Links are left out.
    public static Map<String, Digest> digests(Path folder) throws IOException {
        Map<String, Digest> digests = new TreeMap<>();
        for (Path each : all(folder)) {
            if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
                digests.put(folder.relativize(each).toString(), Digest.ofFile(each));
            }
        }
        return digests;
    }

    /// Deletes it, if it is there.
    public static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            for (Path each : all(folder).stream().sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static List<Path> all(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.toList();
        }
    }
}
