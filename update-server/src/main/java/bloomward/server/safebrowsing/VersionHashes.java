package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import bloomward.format.confirm.Category;
import bloomward.format.key.FullHash;
import bloomward.format.key.FullHasher;
import bloomward.format.url.Scope;
import bloomward.server.compile.HashReceiver;
import bloomward.server.safebrowsing.FinishedHashes.Counts;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Writes the full hashes of a version of a list, made of all of its entries.
///
/// First all expressions are added, which keeps those with another spelling; then the compiler hands over the sorted hashes of
/// all, into which the others are merged. The same entries make the same bytes. For one thread.
public final class VersionHashes implements HashReceiver, AutoCloseable {

    private static final int BUFFER_IN_BYTES = 1 << 16;

    private final FinishedHashes target;
    private final Allowed allowed;
    /// Hashes that are not taken.
    private final TreeSet<byte[]> left = new TreeSet<>(Arrays::compareUnsigned);
    private final FullHasher hasher = new FullHasher();
    /// Hashes that are no expression's own.
    private final Map<Category, List<byte[]>> others = new HashMap<>();
    private final Map<Category, Merged> files = new HashMap<>();
    private String last = "";
    private List<byte[]> othersOfLast = List.of();
    private final Set<Category> categoriesOfLast = new HashSet<>();
    private Counts counts = Counts.NONE;

    /// @param folder an empty one, for the files
    /// @param allowed what is left out
    public VersionHashes(Path folder, Allowed allowed) {
        this.target = new FinishedHashes(folder);
        this.allowed = allowed;
    }

    /// Notes an expression, before any hash is taken. Equal ones come one behind the other.
    public void add(byte[] buffer, int offset, int length, Category category) {
        boolean isCovered = allowed.covers(buffer, offset, length);
        if (!isCovered && !Spellings.mayDiffer(buffer, offset, length)) {
            return;
        }
        String text = new String(buffer, offset, length, ISO_8859_1);
        if (!text.equals(last)) {
            begin(text, isCovered);
        }
        if (categoriesOfLast.add(category)) {
            others.computeIfAbsent(category, _ -> new ArrayList<>()).addAll(othersOfLast);
        }
    }

    private void begin(String text, boolean isCovered) {
        EntryHashes entry = EntryHashes.of(text, isCovered, hasher);
        if (isCovered) {
            left.add(EntryHashes.hash(text, hasher));
        }
        last = text;
        othersOfLast = entry.others();
        categoriesOfLast.clear();
        counts = counts.with(entry, 1);
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
        Merged made = new Merged(target, category, others.getOrDefault(category, List.of()));
        files.put(category, made);
        return made;
    }

    /// Ends the files.
    public FinishedHashes finish() throws IOException {
        for (Category category : others.keySet()) {
            merged(category);
        }
        for (Merged each : files.values()) {
            each.finish();
        }
        target.write(counts);
        return target;
    }

    @Override
    public void close() throws IOException {
        for (Merged each : files.values()) {
            each.close();
        }
    }

    /// The files of one category in the making.
    private static final class Merged {

        private final OutputStream hashes;
        private final OutputStream spelled;
        private final List<byte[]> others;
        private int taken;
        private final byte[] last = new byte[FullHash.SIZE_IN_BYTES];
        private boolean hasLast;

        Merged(FinishedHashes target, Category category, List<byte[]> others) throws IOException {
            this.others = others.stream().sorted(Arrays::compareUnsigned).toList();
            this.hashes = new BufferedOutputStream(Files.newOutputStream(target.hashes(category)), BUFFER_IN_BYTES);
            this.spelled = new BufferedOutputStream(Files.newOutputStream(target.spelled(category)), BUFFER_IN_BYTES);
        }

        /// Takes an expression's own hash. It comes more than once if more than one source lists it.
        void take(byte[] buffer, int offset) throws IOException {
            while (taken < others.size() && compare(others.get(taken), 0, buffer, offset) < 0) {
                takeOther();
            }
            if (write(buffer, offset) && taken < others.size() && compare(others.get(taken), 0, buffer, offset) == 0) {
                spelled.write(buffer, offset, FullHash.SIZE_IN_BYTES);
            }
        }

        private void takeOther() throws IOException {
            byte[] other = others.get(taken++);
            spelled.write(other);
            write(other, 0);
        }

        /// @return false if it is written already
        private boolean write(byte[] buffer, int offset) throws IOException {
            if (hasLast && compare(last, 0, buffer, offset) == 0) {
                return false;
            }
            hashes.write(buffer, offset, FullHash.SIZE_IN_BYTES);
            System.arraycopy(buffer, offset, last, 0, FullHash.SIZE_IN_BYTES);
            hasLast = true;
            return true;
        }

        void finish() throws IOException {
            while (taken < others.size()) {
                takeOther();
            }
            close();
        }

        void close() throws IOException {
            try (hashes) {
                spelled.close();
            }
        }

        private static int compare(byte[] one, int from, byte[] other, int otherFrom) {
            return Arrays.compareUnsigned(one, from, from + FullHash.SIZE_IN_BYTES, other, otherFrom,
                    otherFrom + FullHash.SIZE_IN_BYTES);
        }
    }
}
