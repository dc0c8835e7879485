package bloomward.server.backup;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.io.DurableFiles;
import bloomward.format.io.PrivateFiles;
import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.program.command.CommandException;
import bloomward.server.backup.BackupIndex.Part;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.shared.SharedFiles;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.place.StorePlace;
import bloomward.server.store.sqlite.SqliteView;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes a whole data folder, including private keys, to one file that only its owner can read.
///
/// The server may be running. Its database is copied first, in one state; newer files do no harm, and files deleted
/// meanwhile belong to versions no longer needed. The backup is written whole or not at all.
public final class Backup {

    private static final int BUFFER_IN_BYTES = 1 << 16;
    private static final String INDEX_SUFFIX = ".leaves";

    private final DataFolder folder;
    private final ZipOutputStream out;
    private final Map<String, Part> parts = new HashMap<>();

    private Backup(DataFolder folder, ZipOutputStream out) {
        this.folder = folder;
        this.out = out;
    }

    /// The file written.
    ///
    /// @param sizeInBytes size of the file
    /// @param keys the private keys in it, by their paths in the data folder
    public record Written(int files, long sizeInBytes, List<String> keys) {}

    /// Writes a backup of a data folder with a SQLite store.
    public static Written write(DataFolder folder, Path file, Instant now) throws IOException, CommandException {
        return write(folder, StorePlace.sqlite(folder.database()), file, now);
    }

    /// Writes a backup. Whatever the store is, the backup has it as a SQLite file.
    ///
    /// @param file a file that does not exist yet
    /// @throws CommandException if there is no data folder, or a file of the newest publication is missing
    public static Written write(DataFolder folder, StorePlace place, Path file, Instant now)
            throws IOException, CommandException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        if (!place.isKnown()) {
            throw CommandException
                    .error(folder.root() + ": not a data folder, as it contains no " + folder.database().getFileName());
        }
        Path target = file.toAbsolutePath();
        Path copies = PrivateFiles.createFolder(DurableFiles.temporaryFor(target));
        Path built = copies.resolve("backup");
        try {
            Path database = copies.resolve(BackupIndex.DATABASE);
            Optional<PublicationRow> newest;
            place.copyTo(database);
            bringShared(folder, place);
            try (SqliteView copy = SqliteView.open(database)) {
                newest = copy.read(tables -> tables.publications().latest());
            }
            Set<String> paths;
            try (ZipOutputStream zip = new ZipOutputStream(PrivateFiles.create(built))) {
                paths = new Backup(folder, zip).write(database, newest, now);
            }
            long size = Files.size(built);
            DurableFiles.moveIntoPlace(built, target);
            return new Written(paths.size(), size,
                    paths.stream().filter(path -> path.matches("keys/.*\\.key")).sorted().toList());
        } finally {
            DataFolder.deleteTree(copies);
        }
    }

    /// Other servers may have changed what all of them share.
    private static void bringShared(DataFolder folder, StorePlace place) throws IOException {
        if (place.isShared()) {
            try (PublisherStore store = place.share()) {
                SharedFiles.bringAll(store, folder.root());
            }
        }
    }

    /// @return the paths of the files
    private Set<String> write(Path database, Optional<PublicationRow> newest, Instant now)
            throws IOException, CommandException {
        out.setLevel(Deflater.BEST_SPEED);
        add(BackupIndex.DATABASE, database);
        for (String top : BackupIndex.TOPS) {
            Path from = folder.root().resolve(top);
            if (Files.isDirectory(from)) {
                addAll(from);
            }
        }
        if (newest.isPresent()) {
            requireWhole(newest.get());
        }
        out.putNextEntry(new ZipEntry(BackupIndex.NAME));
        out.write(new BackupIndex(now, parts).toBytes());
        out.closeEntry();
        return Set.copyOf(parts.keySet());
    }

    /// Leaves follow the indexes that name them, as they only grow.
    private void addAll(Path top) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(top)) {
            files = all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted(Comparator.comparing((Path file) -> file.toString().endsWith(INDEX_SUFFIX))
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
        }
        for (Path file : files) {
            String name = file.getFileName().toString();
            String path = folder.root().relativize(file).toString().replace('\\', '/');
            if (!name.startsWith(".") && !name.endsWith(".tmp") && BackupIndex.isSafe(path)) {
                add(path, file);
            }
        }
    }

    private void add(String path, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            out.putNextEntry(new ZipEntry(path));
            parts.put(path, copy(in, out));
            out.closeEntry();
        } catch (NoSuchFileException _) {
            // deleted since the folder was listed
        }
    }

    /// Copies a file, and returns its digest and length.
    static Part copy(InputStream in, OutputStream out) throws IOException {
        MessageDigest sha256 = Digest.newSha256();
        byte[] buffer = new byte[BUFFER_IN_BYTES];
        long length = 0;
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            sha256.update(buffer, 0, count);
            out.write(buffer, 0, count);
            length += count;
        }
        return new Part(Digest.finish(sha256), length);
    }

    /// Checks that the backup can be restored.
    private void requireWhole(PublicationRow newest) throws IOException, CommandException {
        try {
            Path note = folder.file(new PublicPath.Content(ContentKind.MANIFEST, newest.manifest()));
            Manifest manifest = Manifest
                    .parse(SignedNote.parse(Files.readAllBytes(note), Manifest.MAX_SIZE_IN_BYTES).unverifiedText());
            require(ContentKind.MANIFEST, newest.manifest());
            for (FileRef allow : newest.allowFiles()) {
                require(ContentKind.ALLOW, allow.digest());
            }
            for (ListRelease list : manifest.lists()) {
                require(ContentKind.PACKED, list.packed().digest());
                require(ContentKind.FLAT, list.flat().digest());
            }
        } catch (FormatException | NoSuchFileException e) {
            throw CommandException.error("the newest manifest cannot be read: " + e.getMessage()
                    + "\n'bloomward-server verify' reports all problems");
        }
    }

    private void require(ContentKind kind, Digest digest) throws CommandException {
        PublicPath path = new PublicPath.Content(kind, digest);
        Part part = parts.get(BackupIndex.PUBLIC + path);
        if (part == null || !part.digest().equals(digest)) {
            throw CommandException.error(folder.file(path) + ": " + (part == null ? "missing" : "damaged")
                    + ", but needed by the newest publication\n'bloomward-server verify' reports all problems");
        }
    }
}
