package bloomward.format;

import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyCursor;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Small files of every type, for tests of any package.
public final class Samples {

    /// The key parameters of most lists.
    public static final KeySpec SPEC = new KeySpec(1, 36, 0x0123_4567_89ab_cdefL);

    private static final int TRAILER_IN_BYTES = 16;

    private Samples() {}

    /// Writes into a channel.
    @FunctionalInterface
    public interface ChannelWriter {
        void writeTo(FileChannel channel) throws IOException, FormatException;
    }

    /// The bytes that a writer leaves in an empty file.
    public static byte[] bytesOf(ChannelWriter writer) throws FormatException {
        try {
            Path file = Files.createTempFile("bloomward", ".sample");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE)) {
                writer.writeTo(channel);
                return readAll(channel);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A packed filter of increasing keys.
    public static PackedFilter packed(KeySpec spec, long flatBlocks, long... sortedKeys) {
        return PackedFilter.of(spec, flatBlocks, sortedKeys, sortedKeys.length);
    }

    public static byte[] packedFile(KeySpec spec, long flatBlocks, long... sortedKeys) {
        PackedFilter packed = packed(spec, flatBlocks, sortedKeys);
        return written(channel -> FilterFile.writePacked(channel, packed));
    }

    public static byte[] flatFile(KeySpec spec, long flatBlocks, long... sortedKeys) {
        PackedFilter packed = packed(spec, flatBlocks, sortedKeys);
        return written(channel -> FilterFile.writeFlat(channel, packed));
    }

    /// The delta between two packed files.
    public static byte[] deltaFile(byte[] from, byte[] to) throws FormatException {
        try (FilterFile oldFile = open(from); FilterFile newFile = open(to)) {
            return bytesOf(channel -> Delta.cut(oldFile, newFile, channel));
        }
    }

    /// The packed file that a delta makes of another.
    public static byte[] applied(byte[] base, byte[] delta) throws FormatException {
        try (FilterFile baseFile = open(base)) {
            Delta opened = Delta.open(MemorySegment.ofArray(delta));
            return bytesOf(channel -> opened.apply(baseFile, channel));
        }
    }

    public static FilterFile open(byte[] file) throws FormatException {
        return FilterFile.open(MemorySegment.ofArray(file));
    }

    /// A file as a `.bloom` file is made: note and trailer behind it.
    public static byte[] signed(byte[] file, byte[] note) {
        return ByteBuffer.allocate(file.length + note.length + TRAILER_IN_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(file)
                .put(note)
                .putLong(note.length)
                .put(new byte[] {(byte) 0x89, 'B', 'W', 'N', 0x0d, 0x0a, 0x1a, 0x0a})
                .array();
    }

    /// Distinct increasing keys; all there are of this width if they are no more than `count`.
    public static long[] randomKeys(RandomGenerator random, int width, int count) {
        if (count >= 1L << width) {
            return LongStream.range(0, 1L << width).toArray();
        }
        long[] keys = new long[0];
        while (keys.length < count) {
            LongStream more = random.longs(count - keys.length + count / 4 + 8L).map(hash -> hash >>> (64 - width));
            keys = LongStream.concat(Arrays.stream(keys), more).sorted().distinct().toArray();
        }
        // The surplus goes from anywhere, or the largest keys would never be there.
        BitSet gone = new BitSet(keys.length);
        while (keys.length - gone.cardinality() > count) {
            int tooMany = keys.length - gone.cardinality() - count;
            random.ints(tooMany, 0, keys.length).forEach(gone::set);
        }
        long[] all = keys;
        return IntStream.range(0, all.length).filter(i -> !gone.get(i)).mapToLong(i -> all[i]).toArray();
    }

    /// A hash whose key is the given one, its other bits by chance.
    public static long hashOf(RandomGenerator random, int width, long key) {
        return key << (64 - width) | random.nextLong() >>> width;
    }

    /// All that a cursor gives.
    public static long[] all(KeyCursor keys) {
        long[] all = new long[16];
        int count = 0;
        for (long key = keys.next(); key != KeyCursor.END; key = keys.next()) {
            if (count == all.length) {
                all = Arrays.copyOf(all, count * 2);
            }
            all[count++] = key;
        }
        return Arrays.copyOf(all, count);
    }

    private static byte[] readAll(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) channel.size());
        while (bytes.hasRemaining()) {
            channel.read(bytes, bytes.position());
        }
        return bytes.array();
    }

    private static byte[] written(ChannelWriter writer) {
        try {
            return bytesOf(writer);
        } catch (FormatException e) {
            throw new AssertionError(e);
        }
    }
}
