package bloomward.format;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// Changes that can happen to a file: a bit flipped, an end cut off, a byte more; and changes made on purpose, by
/// somebody who knows how to compute the checksums anew.
public final class Mutations {

    /// Offset of a file's header length, and of its body length.
    private static final int HEADER_LENGTH_AT = 10;
    private static final int BODY_LENGTH_AT = 16;
    private static final int CHECKSUM_IN_BYTES = 4;
    private static final int LARGEST_ERROR_IN_BYTES = 64 * 1024;

    private static final long[] EXTREMES = {0, 1, -1, 2, 63, 64, 65, 0x7f, 0xff, 0x7fff, 0xffff, Integer.MAX_VALUE,
        Integer.MIN_VALUE, 1L << 31, 1L << 32, (1L << 36) - 1, 1L << 36, (1L << 36) + 1, (1L << 40) - 1, 1L << 40,
        (1L << 40) + 1, 1L << 55, 1L << 56, 1L << 57, 1L << 60, Long.MAX_VALUE, Long.MIN_VALUE, -2};

    private Mutations() {}

    /// A file that is one mistake away from a good one.
    public static final class Mutant {

        private final String name;
        private final int at;
        private final byte[] bytes;

        private Mutant(String name, int at, byte[] bytes) {
            this.name = name;
            this.at = at;
            this.bytes = bytes;
        }

        /// The offset of the first byte that is not as it was.
        public int at() {
            return at;
        }

        /// The file itself, no copy.
        public byte[] bytes() {
            return bytes;
        }

        /// The name of the change.
        @Override
        public String toString() {
            return name;
        }
    }

    /// The file with each of its bits flipped once.
    public static Stream<Mutant> flips(byte[] file) {
        return LongStream.range(0, file.length * 8L).mapToObj(flip(file));
    }

    /// The file with one of so many bits flipped, which are evenly spread from `from` to its end.
    public static Stream<Mutant> flips(byte[] file, int from, int count, long seed) {
        long bits = (file.length - from) * 8L;
        long step = Math.max(1, bits / count);
        Random random = new Random(seed);
        return LongStream.range(0, Math.min(count, bits))
                .map(i -> from * 8L + i * step + random.nextLong(step))
                .mapToObj(flip(file));
    }

    /// The file cut at each length, from nothing to all but one byte.
    public static Stream<Mutant> cuts(byte[] file) {
        return LongStream.range(0, file.length).mapToObj(cut(file));
    }

    /// The file cut at so many lengths, evenly spread from `from` to its end.
    public static Stream<Mutant> cuts(byte[] file, int from, int count) {
        long step = Math.max(1, (file.length - from) / count);
        return LongStream.range(0, (file.length - from) / step).map(i -> from + i * step).mapToObj(cut(file));
    }

    /// The file with one byte more.
    public static Stream<Mutant> appended(byte[] file) {
        return Stream.of(0, 1, 0xff, (int) file[file.length - 1]).map(value -> {
            byte[] longer = Arrays.copyOf(file, file.length + 1);
            longer[file.length] = value.byteValue();
            return new Mutant("byte %02x appended".formatted(value & 0xff), file.length, longer);
        });
    }

    /// The file with a number in its header and checksums that are right.
    ///
    /// @param sizeInBytes 1, 2, 4 or 8
    public static byte[] withField(byte[] file, int at, int sizeInBytes, long value) {
        ByteBuffer bytes = ByteBuffer.wrap(file.clone()).order(ByteOrder.LITTLE_ENDIAN);
        switch (sizeInBytes) {
            case 1 -> bytes.put(at, (byte) value);
            case 2 -> bytes.putShort(at, (short) value);
            case 4 -> bytes.putInt(at, (int) value);
            case 8 -> bytes.putLong(at, value);
            default -> throw new IllegalArgumentException(sizeInBytes + " bytes");
        }
        return sealed(bytes.array());
    }

    /// The file with another body and the length and checksums that belong to it.
    public static byte[] withBody(byte[] file, byte[] body) {
        int headerLength = headerLength(file);
        byte[] other = Arrays.copyOf(file, headerLength + body.length + CHECKSUM_IN_BYTES);
        System.arraycopy(body, 0, other, headerLength, body.length);
        ByteBuffer.wrap(other).order(ByteOrder.LITTLE_ENDIAN).putLong(BODY_LENGTH_AT, body.length);
        return sealed(other);
    }

    public static byte[] body(byte[] file) {
        return Arrays.copyOfRange(file, headerLength(file), file.length - CHECKSUM_IN_BYTES);
    }

    /// The file with both checksums as its bytes need them, the body ending where the file does. The header length is
    /// that of the file's type, whatever stands in the header.
    public static byte[] sealed(byte[] file) {
        int headerLength = headerLength(file);
        byte[] sealed = file.clone();
        ByteBuffer bytes = ByteBuffer.wrap(sealed).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(headerLength - CHECKSUM_IN_BYTES, checksum(sealed, 0, headerLength - CHECKSUM_IN_BYTES));
        int end = sealed.length - CHECKSUM_IN_BYTES;
        bytes.putInt(end, checksum(sealed, headerLength, end));
        return sealed;
    }

    /// A file as an attacker may make it of a good one: a few changes anywhere behind the frame, right checksums.
    ///
    /// @param firstField where the fields of the type begin in the header
    /// @param endOfFields behind the last field of the type
    public static byte[] hostile(Random random, byte[] file, int firstField, int endOfFields) {
        byte[] header = Arrays.copyOf(file, headerLength(file));
        byte[] body = body(file);
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            switch (random.nextInt(8)) {
                case 0 ->
                    header[firstField + random.nextInt(endOfFields - firstField)] ^= (byte) (1 << random.nextInt(8));
                case 1, 2 -> {
                    int fields = (endOfFields - firstField) / 8;
                    ByteBuffer.wrap(header)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(firstField + 8 * random.nextInt(fields), someNumber(random, file));
                }
                case 3 -> body = Arrays.copyOf(body, random.nextInt(body.length + 1));
                case 4 -> body = Arrays.copyOf(body, body.length + 1 + random.nextInt(80));
                case 5 -> {
                    int from = random.nextInt(body.length + 1);
                    Arrays.fill(body, from, from + random.nextInt(body.length - from + 1), (byte) -random.nextInt(2));
                }
                default -> {
                    if (body.length > 0) {
                        body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
                    }
                }
            }
        }
        return withBody(Arrays.copyOf(header, header.length + CHECKSUM_IN_BYTES), body);
    }

    /// Fails if the calling thread allocates more than so many bytes while it runs something, twice: the first run of a
    /// line of code may allocate its classes.
    public static void requireFrugal(long mostBytes, Runnable code) {
        if (allocatedBy(code) > mostBytes) {
            long allocated = allocatedBy(code);
            if (allocated > mostBytes) {
                throw new AssertionError(allocated + " bytes allocated, allowed are " + mostBytes);
            }
        }
    }

    /// Bytes that opening a file, good or bad, may allocate: a few times its size and an exception with its stack.
    public static long allowedFor(byte[] file) {
        return file.length * 4L + LARGEST_ERROR_IN_BYTES;
    }

    private static long allocatedBy(Runnable code) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        code.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static LongFunction<Mutant> flip(byte[] file) {
        return bit -> {
            int at = (int) (bit >>> 3);
            byte[] flipped = file.clone();
            flipped[at] ^= (byte) (1 << (bit & 7));
            return new Mutant("bit %d of byte %d flipped".formatted(bit & 7, at), at, flipped);
        };
    }

    private static LongFunction<Mutant> cut(byte[] file) {
        return length -> new Mutant("cut after " + length + " bytes", (int) length, Arrays.copyOf(file, (int) length));
    }

    private static long someNumber(Random random, byte[] file) {
        if (random.nextInt(3) == 0) {
            return random.nextLong(file.length * 2L); // small ones get further
        }
        return EXTREMES[random.nextInt(EXTREMES.length)];
    }

    private static int headerLength(byte[] file) {
        return switch (file[3]) {
            case 'P' -> 64;
            case 'F' -> 4096;
            case 'L', 'D' -> 128;
            default ->
                Short.toUnsignedInt(ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getShort(HEADER_LENGTH_AT));
        };
    }

    private static int checksum(byte[] bytes, int from, int to) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from, to - from);
        return (int) checksum.getValue();
    }
}
