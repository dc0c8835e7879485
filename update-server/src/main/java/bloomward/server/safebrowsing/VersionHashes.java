package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import bloomward.format.confirm.Category;
import bloomward.format.io.DurableFiles;
import bloomward.format.key.FullHash;
import bloomward.format.key.FullHasher;
import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import bloomward.server.compile.HashReceiver;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/// Writes the full hashes of a version of a list, one file for each category: every hash that a client could compute for an
/// entry, sorted, each once.
///
/// First all expressions are added, which keeps those with another spelling; then the compiler hands over the sorted hashes of
/// all, into which the others are merged. The same entries make the same bytes. For one thread.
public final class VersionHashes implements HashReceiver, AutoCloseable {

    static final String SUFFIX = ".hashes";

    /// Written last. No category has a dot.
    static final String COUNTS = "counts.txt";

    private static final int BUFFER_IN_BYTES = 1 << 16;

    private final Path folder;
    private final Allowed allowed;
    /// Hashes that are not taken.
    private final TreeSet<byte[]> left = new TreeSet<>(Arrays::compareUnsigned);
    private final FullHasher hasher = new FullHasher();
    private final Map<Category, Extras> extras = new HashMap<>();
    private final Map<Category, Merged> files = new HashMap<>();
    private String last = "";
    private long exact;
    private long spelled;
    private long covered;

    /// Counts of entries that need care.
    ///
    /// @param exact listed as one page alone, which the protocol cannot say: listed as their full expression
    /// @param spelled hashed in more ways than one
    /// @param covered left out, because all of their pages are allowed
    public record Counts(long exact, long spelled, long covered) {}

    /// @param folder an empty one, for the files
    /// @param allowed what is left out
    public VersionHashes(Path folder, Allowed allowed) {
        this.folder = folder;
        this.allowed = allowed;
    }

    /// Notes an expression, before any hash is taken. Equal ones come one behind the other.
    public void add(byte[] buffer, int offset, int length, Category category) {
        boolean isCovered = allowed.covers(buffer, offset, length);
        if (!isCovered && !Spellings.mayDiffer(buffer, offset, length)) {
            return;
        }
        String text = new String(buffer, offset, length, ISO_8859_1);
        if (isCovered) {
            left.add(hash(text));
            covered += text.equals(last) ? 0 : 1;
            last = text;
            return;
        }
        boolean isExact = text.charAt(0) == ' ';
        int others = 0;
        for (String spelling : Spellings.of(new Expression(text))) {
            if (!spelling.equals(text)) {
                extras.computeIfAbsent(category, _ -> new Extras()).hashes.add(hash(spelling));
                others++;
            }
        }
        if (!text.equals(last)) {
            last = text;
            exact += isExact ? 1 : 0;
            spelled += others > (isExact ? 1 : 0) ? 1 : 0;
        }
    }

    private byte[] hash(String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        byte[] hash = new byte[FullHash.SIZE_IN_BYTES];
        hasher.hash(bytes, 0, bytes.length, hash);
        return hash;
    }

    @Override
    public void take(byte[] buffer, int offset, Scope scope, Category category) throws IOException {
        boolean isLeft = !left.isEmpty()
                && left.contains(Arrays.copyOfRange(buffer, offset, offset + FullHash.SIZE_IN_BYTES));
        if (scope != Scope.EXACT && !isLeft) {
            merged(category).take(buffer, offset);
        }
    }

    private Merged merged(Category category) throws IOException {
        Merged known = files.get(category);
        if (known != null) {
            return known;
        }
        Merged made = new Merged(folder.resolve(category + SUFFIX),
                extras.computeIfAbsent(category, _ -> new Extras()).hashes);
        files.put(category, made);
        return made;
    }

    /// Ends the files.
    public Counts finish() throws IOException {
        for (Category category : extras.keySet().stream().toList()) {
            merged(category);
        }
        for (Merged each : files.values()) {
            each.finish();
        }
        Counts counts = new Counts(exact, spelled, covered);
        DurableFiles.write(folder.resolve(COUNTS), (exact + " " + spelled + " " + covered + "\n").getBytes(ISO_8859_1));
        return counts;
    }

    /// The counts of a finished version.
    static Counts countsOf(Path version) throws IOException {
        String[] words = Files.readString(version.resolve(COUNTS), ISO_8859_1).strip().split(" ", -1);
        try {
            return new Counts(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(version.resolve(COUNTS) + ": damaged", e);
        }
    }

    /// Syncs the finished files and moves their folder.
    ///
    /// @param target replaced if it is there
    public void moveTo(Path target) throws IOException {
        for (Merged each : files.values()) {
            DurableFiles.moveIntoPlace(each.path, each.path);
        }
        Files.createDirectories(target.resolveSibling(""));
        GatewayFolder.deleteTree(target);
        Files.move(folder, target);
        DurableFiles.syncFolder(target.resolveSibling(""));
    }

    @Override
    public void close() throws IOException {
        for (Merged each : files.values()) {
            each.out.close();
        }
    }

    /// Hashes that are no expression's own.
    private static final class Extras {

        private final TreeSet<byte[]> hashes = new TreeSet<>(Arrays::compareUnsigned);
    }

    /// A file in the making.
    private static final class Merged {

        private final Path path;
        private final OutputStream out;
        private final NavigableSet<byte[]> others;
        private final byte[] last = new byte[FullHash.SIZE_IN_BYTES];
        private boolean hasLast;

        Merged(Path path, NavigableSet<byte[]> others) throws IOException {
            this.path = path;
            this.out = new BufferedOutputStream(Files.newOutputStream(path), BUFFER_IN_BYTES);
            this.others = others;
        }

        void take(byte[] buffer, int offset) throws IOException {
            while (!others.isEmpty() && compare(others.getFirst(), 0, buffer, offset) <= 0) {
                write(others.removeFirst(), 0);
            }
            write(buffer, offset);
        }

        private void write(byte[] buffer, int offset) throws IOException {
            if (hasLast && compare(last, 0, buffer, offset) == 0) {
                return;
            }
            out.write(buffer, offset, FullHash.SIZE_IN_BYTES);
            System.arraycopy(buffer, offset, last, 0, FullHash.SIZE_IN_BYTES);
            hasLast = true;
        }

        void finish() throws IOException {
            while (!others.isEmpty()) {
                write(others.removeFirst(), 0);
            }
            out.close();
        }

        private static int compare(byte[] one, int from, byte[] other, int otherFrom) {
            return Arrays.compareUnsigned(one, from, from + FullHash.SIZE_IN_BYTES, other, otherFrom,
                    otherFrom + FullHash.SIZE_IN_BYTES);
        }
    }
}
