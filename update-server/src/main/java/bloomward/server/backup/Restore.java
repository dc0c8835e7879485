package bloomward.server.backup;

import bloomward.format.FormatException;
import bloomward.format.io.PrivateFiles;
import bloomward.program.command.CommandException;
import bloomward.server.backup.BackupIndex.Part;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.Tables;
import bloomward.server.store.sqlite.SqliteStore;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// Restores a data folder from a backup, and ensures that no version number is used twice.
///
/// Agents may know publications made after the backup, which the restored server does not know. As publications are
/// rarely more frequent than one per second, each list continues above its last version in the backup by one version
/// for each second since then, and 1,024 more. That is above all versions that agents can have seen, and above those of
/// an earlier restore of the same backup. The sequence, which is the time in seconds or little more, continues as far
/// above the current time.
///
/// The backup is checked completely first, then written to a temporary place, and finally moved into place; the roots,
/// without which no server starts, come last.
public final class Restore {

    private static final String ASIDE = ".restoring";
    private static final long MARGIN = 1024;

    private final ZipFile zip;
    private final BackupIndex index;

    private Restore(ZipFile zip, BackupIndex index) {
        this.zip = zip;
        this.index = index;
    }

    /// The result of a restore.
    ///
    /// @param made time of the backup
    public record Restored(int files, int lists, Instant made) {

        /// The next steps, for people.
        public String advice() {
            return "Publish now ('bloomward-admin publish'): until then, agents that know a newer publication refuse"
                    + " this server's.\nIf the root was changed after " + made + ", submit the newer root notes first.";
        }
    }

    /// Restores a backup.
    ///
    /// @param folder a missing or empty folder
    /// @throws CommandException if the folder is not empty, the file is not an intact backup, or the clock is wrong;
    ///     nothing was written then
    public static Restored read(Path file, DataFolder folder, Instant now) throws IOException, CommandException {
        requireEmpty(folder.root());
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            BackupIndex index = index(zip, file);
            if (now.isBefore(index.made())) {
                throw CommandException.error("the backup was made at " + index.made() + ", but the clock shows " + now
                        + ": set the clock first");
            }
            Restore restore = new Restore(zip, index);
            restore.check(file);
            return restore.write(folder, now);
        } catch (ZipException e) {
            throw damaged(file, String.valueOf(e.getMessage()));
        } catch (EOFException _) { // of the table of contents, where a length in it leads behind the end
            throw damaged(file, "it ends too soon");
        }
    }

    private static void requireEmpty(Path root) throws IOException, CommandException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> inside = Files.list(root)) {
            Optional<Path> found = inside.filter(path -> !path.getFileName().toString().equals(ASIDE)).findFirst();
            if (found.isPresent()) {
                throw CommandException.refused(
                        root + ": not empty, contains " + found.get().getFileName() + "; restore into a new folder");
            }
        }
    }

    private static BackupIndex index(ZipFile zip, Path file) throws IOException, CommandException {
        ZipEntry entry = zip.getEntry(BackupIndex.NAME);
        if (entry == null) {
            throw CommandException
                    .error(file + ": not a backup of bloomward-server, as it contains no " + BackupIndex.NAME);
        }
        try (InputStream in = zip.getInputStream(entry)) {
            return BackupIndex.parse(in.readNBytes(BackupIndex.MAX_SIZE_IN_BYTES));
        } catch (FormatException e) {
            throw damaged(file, String.valueOf(e.getMessage()));
        } catch (ZipException | EOFException _) {
            throw damaged(file, BackupIndex.NAME + " cannot be read");
        }
    }

    /// Reads the whole backup once, so that nothing is changed for an incomplete one.
    private void check(Path file) throws IOException, CommandException {
        Set<String> found = new TreeSet<>();
        Enumeration<? extends ZipEntry> entries = zip.entries();
        while (entries.hasMoreElements()) {
            String name = entries.nextElement().getName();
            if (!name.equals(BackupIndex.NAME) && (!index.parts().containsKey(name) || !found.add(name))) {
                throw damaged(file, "'" + name + "' is duplicate, or not in the index");
            }
        }
        Set<String> missing = index.missingIn(found);
        if (!missing.isEmpty()) {
            throw damaged(file, missing.iterator().next() + " is missing");
        }
        for (Map.Entry<String, Part> part : index.parts().entrySet()) {
            copy(file, part.getKey(), part.getValue(), OutputStream.nullOutputStream());
        }
    }

    private void copy(Path file, String path, Part expected, OutputStream out) throws IOException, CommandException {
        try (InputStream in = zip.getInputStream(zip.getEntry(path))) {
            Part part = Backup.copy(in, out);
            if (!part.equals(expected)) {
                throw damaged(file, path + ": digest " + part.digest() + " of " + part.length() + " bytes, expected "
                        + expected.digest() + " of " + expected.length());
            }
        } catch (ZipException | EOFException e) {
            throw damaged(file, path + ": " + e.getMessage());
        }
    }

    private Restored write(DataFolder folder, Instant now) throws IOException, CommandException {
        Path root = folder.root();
        if (!Files.exists(root)) {
            Files.createDirectories(root.toAbsolutePath().resolveSibling(""));
            PrivateFiles.createFolder(root);
        }
        Path aside = root.resolve(ASIDE);
        DataFolder.deleteTree(aside);
        PrivateFiles.createFolder(aside);
        for (Map.Entry<String, Part> part : index.parts().entrySet()) {
            Path target = aside.resolve(part.getKey());
            Files.createDirectories(target.resolveSibling(""));
            extract(part.getKey(), part.getValue(), target);
        }
        int lists = goOnAbove(new DataFolder(aside).database(), now);
        for (String top : BackupIndex.TOPS) {
            if (Files.exists(aside.resolve(top))) {
                Files.move(aside.resolve(top), root.resolve(top), StandardCopyOption.ATOMIC_MOVE);
                syncFolder(root);
            }
        }
        DataFolder.deleteTree(aside);
        folder.create();
        return new Restored(index.parts().size(), lists, index.made());
    }

    /// Public files are readable by everyone, the rest by the owner only.
    private void extract(String path, Part expected, Path target) throws IOException, CommandException {
        boolean isPublic = path.startsWith(BackupIndex.PUBLIC + "/");
        try (OutputStream out = isPublic ? Files.newOutputStream(target) : PrivateFiles.create(target)) {
            copy(Path.of(zip.getName()), path, expected, out);
        }
        try (FileChannel written = FileChannel.open(target, StandardOpenOption.WRITE)) {
            written.force(true);
        }
    }

    private int goOnAbove(Path database, Instant now) throws IOException {
        long elapsed = Duration.between(index.made(), now).toSeconds();
        int count;
        try (SqliteStore store = SqliteStore.open(database)) {
            count = store.write(tables -> {
                List<ListRow> lists = tables.lists().all();
                for (ListRow list : lists) {
                    long from = highest(tables, list) + elapsed + MARGIN + 1;
                    tables.lists().setCompileFrom(list.id(), from);
                }
                long sequence = sequence(tables, now);
                tables.publications().setSequenceFloor(sequence);
                tables.publications().removePending();
                tables.audit()
                        .append(now, "server", "restore", index.made().toString(),
                                FlatJson.of("sequenceFloor", sequence).toString());
                return lists.size();
            });
        }
        for (String suffix : List.of(".lock", "-wal", "-shm")) {
            Files.deleteIfExists(database.resolveSibling(database.getFileName() + suffix));
        }
        return count;
    }

    /// The highest version of a list in the backup.
    private static long highest(Tables tables, ListRow list) throws IOException {
        long highest = Math.max(list.compileFrom() - 1,
                tables.publications().latestVersion(list.id()).map(VersionRow::version).orElse(0L));
        Optional<PendingRow> pending = tables.publications().pending();
        if (pending.isPresent()) {
            for (VersionRow version : pending.get().versions()) {
                highest = version.listId() == list.id() ? Math.max(highest, version.version()) : highest;
            }
        }
        return highest;
    }

    private static long sequence(Tables tables, Instant now) throws IOException {
        long last = tables.publications().latest().map(PublicationRow::sequence).orElse(0L);
        last = Math.max(last, tables.publications().pending().map(row -> row.publication().sequence()).orElse(0L));
        last = Math.max(last, tables.publications().sequenceFloor().orElse(1) - 1);
        return Math.max(last + 1, now.getEpochSecond()) + MARGIN;
    }

    private static void syncFolder(Path folder) throws IOException {
        try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        }
    }

    private static CommandException damaged(Path file, String what) {
        return CommandException.error(file + ": not an intact backup: " + what + "\nNothing was restored.");
    }
}
