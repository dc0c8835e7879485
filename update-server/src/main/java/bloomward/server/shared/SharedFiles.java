package bloomward.server.shared;

import bloomward.format.Digest;
import bloomward.format.io.DurableFiles;
import bloomward.server.store.FileTable;
import bloomward.server.store.FileTable.FileRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Shared files by their paths in the data folder, as `guards/popular.list`. All works happen in a transaction of the caller.
public final class SharedFiles {

    /// The folders that are shared.
    private static final List<String> FOLDERS = List.of("guards", "kept");
    /// The files that are shared beside them.
    private static final List<String> FILES = List.of("notices.json");
    private static final String UNFINISHED = ".tmp";

    private SharedFiles() {}

    /// Whether the store has a file. One of no bytes stands for a file that was deleted.
    public static Optional<FileRow> find(Tables tables, String path) throws IOException {
        return tables.sharedFiles().isPresent() ? tables.sharedFiles().get().find(path) : Optional.empty();
    }

    /// Puts a file into the store.
    public static void put(Tables tables, String path, Path file) throws IOException {
        if (tables.sharedFiles().isPresent()) {
            FileRow row = new FileRow(path, digest(file), Files.size(file));
            try (InputStream in = Files.newInputStream(file)) {
                tables.sharedFiles().get().put(row, in);
            }
        }
    }

    /// Puts bytes into the store.
    public static void put(Tables tables, String path, byte[] bytes) throws IOException {
        if (tables.sharedFiles().isPresent()) {
            tables.sharedFiles()
                    .get()
                    .put(new FileRow(path, Digest.of(bytes), bytes.length), new ByteArrayInputStream(bytes));
        }
    }

    /// The bytes of a small file in the store.
    public static Optional<byte[]> read(Tables tables, String path) throws IOException {
        if (find(tables, path).isEmpty()) {
            return Optional.empty();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        tables.sharedFiles().orElseThrow().copy(path, bytes);
        return Optional.of(bytes.toByteArray());
    }

    /// Makes a file here as the store has it. What the store does not know stays.
    public static void bring(Tables tables, String path, Path file) throws IOException {
        Optional<FileRow> row = find(tables, path);
        if (row.isEmpty()) {
            return;
        }
        if (row.get().length() == 0) {
            Files.deleteIfExists(file);
        } else if (!isSame(file, row.get())) {
            FileTable files = tables.sharedFiles().orElseThrow();
            Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
            DurableFiles.write(file, out -> files.copy(path, out));
        }
    }

    private static boolean isSame(Path file, FileRow row) throws IOException {
        return Files.exists(file) && Files.size(file) == row.length() && digest(file).equals(row.sha256());
    }

    /// Removes all files of a folder in the store but these.
    ///
    /// @param names without the folder
    public static void removeOthers(Tables tables, String folder, Collection<String> names) throws IOException {
        if (tables.sharedFiles().isPresent()) {
            List<String> others = tables.sharedFiles()
                    .get()
                    .all()
                    .stream()
                    .map(FileRow::path)
                    .filter(path -> path.startsWith(folder + "/"))
                    .filter(path -> !names.contains(path.substring(folder.length() + 1)))
                    .toList();
            tables.sharedFiles().get().remove(others);
        }
    }

    /// Makes the shared files of a data folder as the store has them, for a backup or a move.
    public static void bringAll(PublisherStore store, Path dataFolder) throws IOException {
        store.<Boolean, IOException>read(tables -> {
            if (tables.sharedFiles().isPresent()) {
                for (FileRow row : tables.sharedFiles().get().all()) {
                    bring(tables, row.path(), inside(dataFolder, row.path()));
                }
            }
            return true;
        });
    }

    private static Path inside(Path dataFolder, String path) throws IOException {
        Path file = dataFolder.resolve(path).normalize();
        if (!file.startsWith(dataFolder.normalize())) {
            throw new IOException("damaged database: a shared file with the path " + path);
        }
        return file;
    }

    /// Puts the shared files of a data folder into a store that has just been moved.
    public static void putAll(PublisherStore store, Path dataFolder) throws IOException {
        store.<Boolean, IOException>write(tables -> {
            for (String folder : FOLDERS) {
                if (Files.isDirectory(dataFolder.resolve(folder))) {
                    try (DirectoryStream<Path> files = Files.newDirectoryStream(dataFolder.resolve(folder))) {
                        for (Path file : files) {
                            if (!file.toString().endsWith(UNFINISHED)) {
                                put(tables, folder + "/" + file.getFileName(), file);
                            }
                        }
                    }
                }
            }
            for (String name : FILES) {
                if (Files.exists(dataFolder.resolve(name))) {
                    put(tables, name, dataFolder.resolve(name));
                }
            }
            return true;
        });
    }

    private static Digest digest(Path file) throws IOException {
        try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), Digest.newSha256())) {
            in.transferTo(OutputStream.nullOutputStream());
            return Digest.finish(in.getMessageDigest());
        }
    }
}
