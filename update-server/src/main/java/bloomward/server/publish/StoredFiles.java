package bloomward.server.publish;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.Latest;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import bloomward.server.store.FileTable;
import bloomward.server.store.FileTable.FileRow;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The public folder as a copy of the published files in the store. Where the store leaves files to the folder, as SQLite
/// does, nothing is done.
///
/// A file is in the store before the publication that names it, and goes from there only when nobody may ask for it any
/// more. Leaves of confirm answers stay where they were made: each server makes its own ([Leaves]).
///
/// Not trusted: the folder. A file that differs from its digest in the store is fetched again.
public final class StoredFiles {

    private final DataFolder folder;
    private final PublisherStore store;
    /// Never changes, so it is read once.
    private volatile Optional<Boolean> areKept = Optional.empty();

    public StoredFiles(DataFolder folder, PublisherStore store) {
        this.folder = folder;
        this.store = store;
    }

    /// Whether the store keeps files.
    public boolean areKept() throws IOException {
        if (areKept.isEmpty()) {
            areKept = Optional.of(store.<Boolean, RuntimeException>read(tables -> tables.files().isPresent()));
        }
        return areKept.get();
    }

    /// Brings into the folder what it lacks of the store's files, or has otherwise. `latest` stays if it is as new.
    ///
    /// @return how many were brought
    public int fetch() throws IOException {
        return store.<Integer, IOException>read(tables -> {
            if (tables.files().isEmpty()) {
                return 0;
            }
            FileTable files = tables.files().get();
            int fetched = 0;
            for (FileRow row : files.all()) {
                PublicPath path = PublicPath.parse(row.path())
                        .orElseThrow(() -> new IOException("damaged database: a file with the path " + row.path()));
                Path file = folder.file(path);
                if (!isAsGood(path, file, row, files)) {
                    Files.createDirectories(file.resolveSibling(""));
                    DurableFiles.write(file, out -> files.copy(row.path(), out));
                    fetched++;
                }
            }
            return fetched;
        });
    }

    private static boolean isAsGood(PublicPath path, Path file, FileRow row, FileTable files) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        boolean isSame = Files.size(file) == row.length() && digest(file).equals(row.sha256());
        if (isSame || !(path instanceof PublicPath.Latest)) {
            return isSame;
        }
        ByteArrayOutputStream stored = new ByteArrayOutputStream();
        files.copy(row.path(), stored);
        // A crash came between the file and its row: time never goes back for agents, so the later one counts.
        return !issued(Files.readAllBytes(file)).isBefore(issued(stored.toByteArray()));
    }

    /// The time in a note, a very early one if it is damaged.
    private static Instant issued(byte[] note) {
        try {
            return Latest.parse(SignedNote.parse(note, Latest.MAX_SIZE_IN_BYTES).unverifiedText()).issued();
        } catch (FormatException e) {
            return Instant.EPOCH;
        }
    }

    /// Adds what the folder has and the store has not, apart from `latest`. A delta to a version that never was may have been
    /// cut anew since it was added.
    ///
    /// @return how many were added
    public int keep() throws IOException {
        if (!areKept()) {
            return 0;
        }
        Map<String, FileRow> there = new HashMap<>();
        Map<String, Long> newest = new HashMap<>();
        store.<Boolean, RuntimeException>read(tables -> {
            tables.files().orElseThrow().all().forEach(row -> there.put(row.path(), row));
            for (ListRow list : tables.lists().all()) {
                newest.put(list.name(),
                        tables.publications().latestVersion(list.id()).map(VersionRow::version).orElse(0L));
            }
            return true;
        });
        int kept = 0;
        Set<String> found = new HashSet<>();
        for (PublicPath path : PublicFolder.paths(folder.publicFolder())) {
            found.add(path.toString());
            Optional<FileRow> row = Optional.ofNullable(there.get(path.toString()));
            boolean mayDiffer = isOfNoVersion(path, newest);
            boolean isNew = row.isEmpty() || (mayDiffer && !row.get().sha256().equals(digest(folder.file(path))));
            if (isNew && !(path instanceof PublicPath.Latest)) {
                put(path);
                kept++;
            }
        }
        List<String> gone = there.keySet()
                .stream()
                .filter(path -> !found.contains(path)
                        && PublicPath.parse(path).filter(each -> isOfNoVersion(each, newest)).isPresent())
                .toList();
        remove(gone);
        return kept;
    }

    /// Adds all that the folder has, `latest` included.
    ///
    /// @return how many were added
    public int keepAll() throws IOException {
        int kept = keep();
        PublicPath latest = new PublicPath.Latest();
        if (areKept() && Files.exists(folder.file(latest))) {
            Digest found = digest(folder.file(latest));
            boolean isThere = store.<Boolean, IOException>read(tables -> tables.files()
                    .orElseThrow()
                    .find(latest.toString())
                    .map(FileRow::sha256)
                    .equals(Optional.of(found)));
            if (!isThere) {
                put(latest);
                kept++;
            }
        }
        return kept;
    }

    private static boolean isOfNoVersion(PublicPath path, Map<String, Long> newest) {
        return path instanceof PublicPath.DeltaFile delta && delta.to() > newest.getOrDefault(delta.list(), 0L);
    }

    /// Adds the note in `latest`, in the place of any other.
    void keepLatest() throws IOException {
        if (areKept()) {
            put(new PublicPath.Latest());
        }
    }

    private void put(PublicPath path) throws IOException {
        Path file = folder.file(path);
        FileRow row = new FileRow(path.toString(), digest(file), Files.size(file));
        store.<Boolean, IOException>write(tables -> {
            try (InputStream in = Files.newInputStream(file)) {
                tables.files().orElseThrow().put(row, in);
            }
            return true;
        });
    }

    /// Removes files that were deleted from the folder because nobody needs them.
    void forget(Collection<PublicPath> paths) throws IOException {
        if (!paths.isEmpty() && areKept()) {
            remove(paths.stream().map(PublicPath::toString).toList());
        }
    }

    private void remove(List<String> paths) throws IOException {
        if (!paths.isEmpty()) {
            store.<Long, IOException>write(tables -> tables.files().orElseThrow().remove(paths));
        }
    }

    private static Digest digest(Path file) throws IOException {
        try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), Digest.newSha256())) {
            in.transferTo(OutputStream.nullOutputStream());
            return Digest.finish(in.getMessageDigest());
        }
    }
}
