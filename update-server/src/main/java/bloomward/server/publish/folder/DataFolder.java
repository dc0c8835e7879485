package bloomward.server.publish.folder;

import bloomward.format.io.DurableFiles;
import bloomward.format.wire.PublicPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The folder of a server. Only its owner can look into it.
///
/// ```
/// bloomward.db          the store, unless it is a PostgreSQL database
/// store.id              the id of that database
/// keys/                 private keys, *.key
/// public/v1/...         what is served, as the paths of URLs
/// confirm/{list}/       leaves from which confirm questions are answered
/// safebrowsing/         what clients of Safe Browsing are served
/// guards/               lists with which the operator replaced those of the program
/// feeds/                the last good copy of each feed
/// kept/                 imports that wait for a person
/// scratch/              nothing that is missed
/// notices.json          the conditions that people were told of
/// export.lock           empty; held while an export is written
/// ```
public record DataFolder(Path root) {

    private static final String[] FOLDERS = {"keys", "public", "confirm", "guards", "feeds", "kept", "scratch",
        "safebrowsing"};

    /// Makes the folders that are missing.
    public DataFolder create() throws IOException {
        boolean isPosix = Files.getFileStore(existing(root)).supportsFileAttributeView("posix");
        if (!Files.isDirectory(root)) {
            if (isPosix) {
                Files.createDirectories(root,
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else {
                Files.createDirectories(root);
            }
        }
        for (String folder : FOLDERS) {
            Files.createDirectories(root.resolve(folder));
        }
        for (PublicPath.ContentKind kind : PublicPath.ContentKind.values()) {
            Files.createDirectories(contents(kind));
        }
        Files.createDirectories(file(new PublicPath.RootNote(1)).resolveSibling(""));
        return this;
    }

    public Path database() {
        return root.resolve("bloomward.db");
    }

    /// Held while an export is written.
    public Path exportLock() {
        return root.resolve("export.lock");
    }

    /// The conditions that people were told of.
    public Path notices() {
        return root.resolve("notices.json");
    }

    public Path keys() {
        return root.resolve("keys");
    }

    public Path safeBrowsing() {
        return root.resolve("safebrowsing");
    }

    public Path guards() {
        return root.resolve("guards");
    }

    public Path feeds() {
        return root.resolve("feeds");
    }

    public Path kept() {
        return root.resolve("kept");
    }

    public Path scratch() {
        return root.resolve("scratch");
    }

    public Path publicFolder() {
        return root.resolve("public");
    }

    /// The leaves of a list's versions.
    public Path confirm(String list) {
        return root.resolve("confirm").resolve(list);
    }

    /// Where files lie that are named by their digest.
    public Path contents(PublicPath.ContentKind kind) {
        return publicFolder().resolve("v1").resolve(kind.name().toLowerCase(Locale.ROOT));
    }

    /// The file that is served at a path, where a file of its own is.
    public Path file(PublicPath path) {
        return publicFolder().resolve(path.toString().substring(1));
    }

    /// Removes the remains of crashes: nothing in the scratch folder outlives the process that made it, and no file
    /// that was not finished.
    public void clean() throws IOException {
        deleteTree(scratch());
        Files.createDirectories(scratch());
        for (PublicPath.ContentKind kind : PublicPath.ContentKind.values()) {
            DurableFiles.clean(contents(kind));
        }
        DurableFiles.clean(file(new PublicPath.Latest()).resolveSibling(""));
        DurableFiles.clean(file(new PublicPath.RootNote(1)).resolveSibling(""));
    }

    /// Deletes a folder with all that is in it. Links are deleted, not followed.
    public static void deleteTree(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }

    private static Path existing(Path path) {
        Path there = path.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there;
    }
}
