package bloomward.server.publish.folder;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.delta.Rungs;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.FileRef;
import bloomward.format.release.Latest;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import bloomward.server.publish.version.Leaves;
import bloomward.server.store.FileTable;
import bloomward.server.store.FileTable.FileRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.UnsignedPublication;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// The public folder as a copy of the published files in the store. Where the store leaves files to the folder, as SQLite
/// does, nothing is done.
///
/// A file comes into the store with the publication or proposal that names it, in one transaction, and goes from there only
/// when nobody may ask for it any more. Leaves of confirm answers stay where they were made: each server makes its own
/// ([Leaves]).
///
/// Not trusted: the folder. A file is compared with its digest in the store before it is served for the first time.
public final class StoredFiles {

    private final DataFolder folder;
    private final PublisherStore store;
    /// The files of the folder that were compared with the store.
    private final Map<String, FileRow> compared = new ConcurrentHashMap<>();
    /// Never changes, so it is read once.
    private volatile Optional<Boolean> areKept = Optional.empty();

    public StoredFiles(DataFolder folder, PublisherStore store) {
        this.folder = folder;
        this.store = store;
    }

    /// The state of the store to which the folder was brought.
    ///
    /// @param brought the number of files
    /// @param isLatestLater whether the folder has a `latest` of the same publication with a later date
    /// @param hasLatest whether the store has one
    public record Fetched(int brought, long revision, Optional<PublicationRow> last, boolean hasLatest,
            boolean isLatestLater) {}

    /// Whether the store keeps files.
    public boolean areKept() throws IOException {
        if (areKept.isEmpty()) {
            areKept = Optional.of(store.<Boolean, RuntimeException>read(tables -> tables.files().isPresent()));
        }
        return areKept.get();
    }

    /// Brings into the folder what it lacks of the store's files, or has otherwise.
    ///
    /// @return how many were brought
    public int fetch() throws IOException {
        return areKept() ? fetch(_ -> true).brought() : 0;
    }

    /// @param mayDiffer of a file that was compared: whether it may have changed since
    public Fetched fetch(Predicate<PublicPath> mayDiffer) throws IOException {
        return store.<Fetched, IOException>read(tables -> {
            FileTable files = tables.files().orElseThrow();
            Optional<PublicationRow> last = tables.publications().latest();
            int brought = 0;
            boolean hasLatest = false;
            boolean isLatestLater = false;
            for (FileRow row : files.all()) {
                PublicPath path = PublicPath.parse(row.path())
                        .orElseThrow(() -> new IOException("damaged database: a file with the path " + row.path()));
                Path file = folder.file(path);
                hasLatest |= path instanceof PublicPath.Latest;
                if (isSame(path, file, row, mayDiffer)) {
                    continue;
                }
                if (path instanceof PublicPath.Latest && isLater(file, row, files, last)) {
                    isLatestLater = true;
                    continue;
                }
                Files.createDirectories(file.resolveSibling(""));
                DurableFiles.write(file, out -> files.copy(row.path(), out));
                compared.put(row.path(), row);
                brought++;
            }
            long revision = tables.servers().isPresent() ? tables.servers().get().revision() : 0;
            return new Fetched(brought, revision, last, hasLatest, isLatestLater);
        });
    }

    private boolean isSame(PublicPath path, Path file, FileRow row, Predicate<PublicPath> mayDiffer)
            throws IOException {
        if (!Files.exists(file) || Files.size(file) != row.length()) {
            return false;
        }
        if (row.equals(compared.get(row.path())) && !mayDiffer.test(path)) {
            return true;
        }
        boolean isSame = digest(file).equals(row.sha256());
        if (isSame) {
            compared.put(row.path(), row);
        }
        return isSame;
    }

    /// Whether the note in the folder is later than the one in the store: agents have seen the later time, which never goes
    /// back for them.
    ///
    /// @throws IOException if it names a publication that the store does not know
    private static boolean isLater(Path file, FileRow row, FileTable files, Optional<PublicationRow> last)
            throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        Optional<Latest> here = parse(Files.readAllBytes(file));
        long known = last.map(PublicationRow::sequence).orElse(0L);
        if (here.isPresent() && here.get().sequence() > known) {
            throw new IOException("the database is from the past: agents have seen the publication "
                    + here.get().sequence() + ", which " + file + " names, and its last one is " + known
                    + "; nothing was changed. See 'Backups' in SCALING.md");
        }
        ByteArrayOutputStream stored = new ByteArrayOutputStream();
        files.copy(row.path(), stored);
        return here.isPresent() && parse(stored.toByteArray()).map(Latest::issued)
                .filter(issued -> !here.get().issued().isAfter(issued))
                .isEmpty();
    }

    /// A note that was verified before it was kept; empty if it is damaged.
    static Optional<Latest> parse(byte[] note) {
        try {
            return Optional.of(Latest.parse(SignedNote.parse(note, Latest.MAX_SIZE_IN_BYTES).unverifiedText()));
        } catch (FormatException e) {
            return Optional.empty();
        }
    }

    /// The `latest` in the store.
    public static Optional<Latest> latest(Tables tables) throws IOException {
        FileTable files = tables.files().orElseThrow();
        String path = new PublicPath.Latest().toString();
        if (files.find(path).isEmpty()) {
            return Optional.empty();
        }
        ByteArrayOutputStream stored = new ByteArrayOutputStream();
        files.copy(path, stored);
        return parse(stored.toByteArray());
    }

    /// Puts a note in the place of any other, where the store keeps files.
    public static void put(Tables tables, PublicPath path, byte[] note) throws IOException {
        if (tables.files().isPresent()) {
            tables.files()
                    .get()
                    .put(new FileRow(path.toString(), Digest.of(note), note.length), new ByteArrayInputStream(note));
        }
    }

    /// Adds all that the folder has, of a store that was moved or begins.
    ///
    /// @return how many were added
    public int keepAll() throws IOException {
        if (!areKept()) {
            return 0;
        }
        return store.<Integer, IOException>write(tables -> {
            int kept = 0;
            for (PublicPath path : PublicFolder.paths(folder.publicFolder())) {
                kept += put(tables, path) ? 1 : 0;
            }
            return kept;
        });
    }

    /// Adds what a store that begins lacks: the roots of `init`. A root note is whole by its signatures.
    public void keepFirst() throws IOException {
        boolean isEmpty = store
                .<Boolean, IOException>read(tables -> tables.files().orElseThrow().find(root(1)).isEmpty());
        if (isEmpty) {
            keepAll();
        }
    }

    private static String root(long version) {
        return new PublicPath.RootNote(version).toString();
    }

    /// Adds the files of a publication or proposal, in the transaction that makes it.
    ///
    public void put(Tables tables, UnsignedPublication publication, List<VersionRow> versions) throws IOException {
        if (tables.files().isEmpty()) {
            return;
        }
        Map<Long, String> names = new HashMap<>();
        tables.lists().allEver().forEach(list -> names.put(list.id(), list.name()));
        for (FileRef allow : publication.allowFiles()) {
            put(tables, new PublicPath.Content(PublicPath.ContentKind.ALLOW, allow.digest()));
        }
        List<String> stale = new ArrayList<>();
        for (VersionRow row : versions) {
            put(tables, new PublicPath.Content(PublicPath.ContentKind.PACKED, row.content().packed().digest()));
            put(tables, new PublicPath.Content(PublicPath.ContentKind.FLAT, row.content().flat().digest()));
            for (long from : Rungs.basesFor(row.version())) {
                PublicPath delta = new PublicPath.DeltaFile(names.getOrDefault(row.listId(), ""), from, row.version());
                if (Files.exists(folder.file(delta))) {
                    put(tables, delta);
                } else { // of a proposal that was withdrawn
                    stale.add(delta.toString());
                }
            }
        }
        tables.files().get().remove(stale);
    }

    /// @return whether it was not there
    private boolean put(Tables tables, PublicPath path) throws IOException {
        Path file = folder.file(path);
        FileTable files = tables.files().orElseThrow();
        FileRow row = new FileRow(path.toString(), digest(file), Files.size(file));
        if (files.find(row.path()).equals(Optional.of(row))) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            files.put(row, in);
        }
        return true;
    }

    /// Removes files that nobody needs any more.
    public static void forget(Tables tables, Collection<PublicPath> paths) throws IOException {
        if (!paths.isEmpty() && tables.files().isPresent()) {
            tables.files().get().remove(paths.stream().map(PublicPath::toString).toList());
        }
    }

    /// Deletes from the folder what the store no longer has.
    ///
    /// @return how many files went
    public int tidy() throws IOException {
        Set<String> there = new HashSet<>();
        store.<List<FileRow>, IOException>read(tables -> tables.files().orElseThrow().all())
                .forEach(row -> there.add(row.path()));
        int deleted = 0;
        for (PublicPath path : PublicFolder.paths(folder.publicFolder())) {
            boolean isNote = path instanceof PublicPath.RootNote || path instanceof PublicPath.Latest;
            if (!isNote && !there.contains(path.toString())) {
                Files.deleteIfExists(folder.file(path));
                compared.remove(path.toString());
                deleted++;
            }
        }
        return deleted;
    }

    private static Digest digest(Path file) throws IOException {
        try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), Digest.newSha256())) {
            in.transferTo(OutputStream.nullOutputStream());
            return Digest.finish(in.getMessageDigest());
        }
    }
}
