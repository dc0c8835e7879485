package bloomward.server.safebrowsing;

import bloomward.format.confirm.Category;
import bloomward.format.key.FullHash;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// Sorted full hashes of one category in a version of a list, mapped. For all threads; unmapped when nothing refers to it
/// any more, so a file may be deleted while it is read.
final class HashFile {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private static final int PIECE = 1 << 20;

    private final MemorySegment hashes;
    private final Category category;

    private HashFile(MemorySegment hashes, Category category) {
        this.hashes = hashes;
        this.category = category;
    }

    static HashFile open(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        Category category = new Category(name.substring(0, name.indexOf('.')));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() % FullHash.SIZE_IN_BYTES != 0) {
                throw new IOException(file + " has " + channel.size() + " bytes, which is no number of hashes");
            }
            return new HashFile(channel.map(MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto()), category);
        }
    }

    Category category() {
        return category;
    }

    int count() {
        return Math.toIntExact(hashes.byteSize() / FullHash.SIZE_IN_BYTES);
    }

    /// The first four bytes of a hash, as a big-endian number.
    int prefix(int index) {
        return hashes.get(INT, (long) index * FullHash.SIZE_IN_BYTES);
    }

    boolean contains(byte[] hash) {
        return indexOf(hash) >= 0;
    }

    /// @return -1 if it is not there
    int indexOf(byte[] hash) {
        int at = lowerBound(hash);
        return at < count() && compare(at, hash) == 0 ? at : -1;
    }

    /// @param file its name
    /// @throws IOException if it is damaged
    void requireSorted(Path file) throws IOException {
        for (int i = 1; i < count(); i++) {
            if (compare(i - 1, hash(i)) >= 0) {
                throw new IOException(file + ": hash " + i + " is not above the one before");
            }
        }
    }

    /// The hashes that begin with these bytes.
    List<byte[]> beginningWith(byte[] prefix) {
        List<byte[]> found = new ArrayList<>();
        for (int at = lowerBound(prefix); at < count() && compare(at, prefix) == 0; at++) {
            found.add(hash(at));
        }
        return found;
    }

    /// How often a hash is there.
    int times(byte[] hash) {
        int times = 0;
        for (int at = lowerBound(hash); at < count() && compare(at, hash) == 0; at++) {
            times++;
        }
        return times;
    }

    /// Writes the hashes of a range.
    void write(int from, int to, FileChannel out) throws IOException {
        long size = FullHash.SIZE_IN_BYTES;
        for (int at = from; at < to; at += Math.min(PIECE, to - at)) { // a buffer has less than 2 GB
            write(hashes.asSlice(at * size, Math.min(PIECE, to - at) * size).asByteBuffer(), out);
        }
    }

    static void write(byte[] hash, FileChannel out) throws IOException {
        write(ByteBuffer.wrap(hash), out);
    }

    private static void write(ByteBuffer bytes, FileChannel out) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    byte[] hash(int index) {
        byte[] hash = new byte[FullHash.SIZE_IN_BYTES];
        MemorySegment.copy(hashes, ValueLayout.JAVA_BYTE, (long) index * hash.length, hash, 0, hash.length);
        return hash;
    }

    /// The first hash that is not smaller than these bytes, as far as they go.
    int lowerBound(byte[] bytes) {
        int low = 0;
        int high = count();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(middle, bytes) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Compares the beginning of a hash with these bytes.
    private int compare(int index, byte[] bytes) {
        long start = (long) index * FullHash.SIZE_IN_BYTES;
        for (int i = 0; i < bytes.length; i++) {
            int order = Byte.compareUnsigned(hashes.get(ValueLayout.JAVA_BYTE, start + i), bytes[i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
