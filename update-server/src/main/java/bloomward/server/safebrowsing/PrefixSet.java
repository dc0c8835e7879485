package bloomward.server.safebrowsing;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.io.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// A set of four-byte prefixes. Immutable.
///
/// Its bytes are the prefixes in their order, and its digest is the SHA-256 of these: what the protocol calls the checksum of
/// a list, and the name of its file.
final class PrefixSet {

    static final PrefixSet EMPTY = new PrefixSet(new int[0]);

    /// Sorted as unsigned numbers: the first byte of a prefix is the highest one.
    private final int[] prefixes;
    private final Digest digest;

    private PrefixSet(int[] prefixes) {
        this.prefixes = prefixes;
        this.digest = Digest.of(bytes(prefixes));
    }

    /// @param prefixes in any order, equal ones too; the first `count` of them, which are sorted here
    static PrefixSet of(int[] prefixes, int count) {
        for (int i = 0; i < count; i++) {
            prefixes[i] ^= Integer.MIN_VALUE;
        }
        Arrays.sort(prefixes, 0, count); // merges what is sorted in parts
        int size = 0;
        for (int i = 0; i < count; i++) {
            int prefix = prefixes[i] ^ Integer.MIN_VALUE;
            if (size == 0 || prefixes[size - 1] != prefix) {
                prefixes[size++] = prefix;
            }
        }
        return new PrefixSet(Arrays.copyOf(prefixes, size));
    }

    /// Reads a file and compares it with its name.
    ///
    /// @throws FormatException if it is not what it is called
    static PrefixSet read(Path file) throws IOException, FormatException {
        byte[] bytes = Files.readAllBytes(file);
        int[] prefixes = new int[bytes.length / Integer.BYTES];
        ByteBuffer.wrap(bytes).asIntBuffer().get(prefixes);
        PrefixSet set = new PrefixSet(prefixes);
        if (!set.digest.toHex().equals(String.valueOf(file.getFileName()))) {
            throw new FormatException(FormatException.Reason.CHECKSUM, file + ": damaged");
        }
        return set;
    }

    /// @throws FormatException if the bytes match the name but are no set
    void requireSorted(Path file) throws FormatException {
        for (int i = 1; i < prefixes.length; i++) {
            if (Integer.compareUnsigned(prefixes[i - 1], prefixes[i]) >= 0) {
                throw new FormatException(FormatException.Reason.MALFORMED,
                        file + ": prefix " + i + " is not above the one before");
            }
        }
    }

    void write(Path file) throws IOException {
        DurableFiles.write(file, bytes(prefixes));
    }

    int size() {
        return prefixes.length;
    }

    /// A prefix, as a big-endian number.
    int get(int index) {
        return prefixes[index];
    }

    Digest digest() {
        return digest;
    }

    /// The smallest ones. Prefixes are parts of hashes, so these are a fair sample.
    PrefixSet first(int count) {
        return count == prefixes.length ? this : new PrefixSet(Arrays.copyOf(prefixes, count));
    }

    private static byte[] bytes(int[] prefixes) {
        byte[] bytes = new byte[prefixes.length * Integer.BYTES];
        ByteBuffer.wrap(bytes).asIntBuffer().put(prefixes);
        return bytes;
    }

    /// The way from another set to this one.
    ///
    /// @param removed positions in the other set, which this one has not
    /// @param added prefixes that the other set has not
    @SuppressWarnings("ArrayRecordComponent") // handed from one method to the next
    record Difference(int[] removed, int[] added) {

        int size() {
            return removed.length + added.length;
        }
    }

    /// How many of the smallest prefixes a client can have after one update.
    ///
    /// @param before what it has
    /// @param most how many it may have
    /// @param entries how many may be removed and added, together
    /// @return -1 if it cannot even come to an empty set
    int reach(PrefixSet before, int most, long entries) {
        int reach = before.size() <= entries ? 0 : -1;
        int common = 0;
        int old = 0;
        for (int count = 1; count <= most; count++) {
            int last = prefixes[count - 1];
            while (old < before.size() && Integer.compareUnsigned(before.prefixes[old], last) < 0) {
                old++;
            }
            common += old < before.size() && before.prefixes[old] == last ? 1 : 0;
            if ((long) before.size() + count - 2L * common <= entries) {
                reach = count;
            }
        }
        return reach;
    }

    Difference since(PrefixSet before) {
        int[] removed = new int[before.size()];
        int[] added = new int[size()];
        int removals = 0;
        int additions = 0;
        int old = 0;
        int now = 0;
        while (old < before.size() || now < size()) {
            int order = old == before.size()
                    ? 1
                    : now == size() ? -1 : Integer.compareUnsigned(before.prefixes[old], prefixes[now]);
            if (order < 0) {
                removed[removals++] = old++;
            } else if (order > 0) {
                added[additions++] = prefixes[now++];
            } else {
                old++;
                now++;
            }
        }
        return new Difference(Arrays.copyOf(removed, removals), Arrays.copyOf(added, additions));
    }
}
