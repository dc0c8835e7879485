package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import bloomward.format.Samples;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FlatFilterTest {

    private static final KeySpec SPEC = Samples.SPEC;

    @Test
    void knowsWhatItIs() {
        FlatFilter filter = flat(Samples.packed(SPEC, 7, 1, 2, 3));
        assertThat(filter.kind()).isEqualTo(FilterKind.FLAT);
        assertThat(filter.spec()).isEqualTo(SPEC);
        assertThat(filter.entries()).isEqualTo(3);
        assertThat(filter.estimatedCount()).isEqualTo(3);
        assertThat(filter.blocks()).isEqualTo(7);
        assertThat(filter.capacity()).isEqualTo(1_300_000);
        assertThat(filter.sizeInBits()).isEqualTo(7 * 512);
        assertThat(filter.words().isReadOnly()).isTrue();
    }

    @Test
    void answersNoToEverythingWhenEmpty() {
        FlatFilter filter = flat(Samples.packed(SPEC, 3));
        assertThat(new Random(1).longs(1000).anyMatch(filter::mightContain)).isFalse();
        assertThat(filter.fill()).isZero();
        assertThat(filter.currentRate()).isZero();
    }

    @Test
    void countsItsBits() {
        FlatFilter filter = flat(Samples.packed(SPEC, 2, 77));
        assertThat(filter.fill()).isEqualTo(8.0 / 1024);
        double sameKey = Math.scalb(1.0, -36);
        assertThat(filter.currentRate()).isCloseTo(sameKey + Math.pow(1.0 / 64, 8) / 2, within(1e-20));
    }

    /// The rule of FORMAT.md 7 in large numbers: block = key * blocks / 2^width; word i has the bit named by the i-th
    /// six bits, from the top, of key * 0x9E3779B97F4A7C15 modulo 2^64.
    @ParameterizedTest
    @ValueSource(ints = {16, 36, 56})
    void setsTheBitsThatTheFormatNames(int width) {
        KeySpec spec = new KeySpec(1, width, 0);
        long blocks = 1001;
        BigInteger mix = new BigInteger("9E3779B97F4A7C15", 16);
        for (long key : Samples.randomKeys(new Random(width), width, 200)) {
            MemorySegment words = flat(Samples.packed(spec, blocks, key)).words();
            long block = BigInteger.valueOf(key)
                    .multiply(BigInteger.valueOf(blocks))
                    .shiftRight(width)
                    .longValueExact();
            BigInteger product = BigInteger.valueOf(key).multiply(mix).mod(BigInteger.ONE.shiftLeft(64));
            byte[] expected = new byte[(int) blocks * 64];
            for (int word = 0; word < 8; word++) {
                int bit = product.shiftRight(58 - 6 * word).intValue() & 63;
                expected[(int) block * 64 + word * 8 + bit / 8] |= (byte) (1 << (bit % 8));
            }
            assertThat(words.toArray(ValueLayout.JAVA_BYTE)).as("key %d of %d bits", key, width).isEqualTo(expected);
        }
    }

    @Test
    void liesOverWholeBlocksOnly() {
        for (int size : new int[] {0, 1, 63, 65, 96}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FlatFilter.over(SPEC, 1, MemorySegment.ofArray(new byte[size])));
        }
    }

    @Test
    void isGoneWithItsMemory() {
        Arena arena = Arena.ofConfined();
        FlatFilter filter = FlatFilter.of(Samples.packed(SPEC, 3, 77), arena);
        arena.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> filter.mightContain(1));
    }

    /// More than 2^32 bytes, so also more than 2^31 and 2^32 bits: a file with a hole, of which few pages are real.
    @Test
    void findsKeysBehindTheFourBillionthByte(@TempDir Path folder) throws IOException {
        long blocks = (1L << 26) + 1000;
        KeySpec spec = new KeySpec(1, 48, 0);
        long last = (1L << 48) - 1;
        Random random = new Random(26);
        try (FileChannel channel = FileChannel.open(folder.resolve("hole"), StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.SPARSE);
                Arena arena = Arena.ofConfined()) {
            MemorySegment words = channel.map(MapMode.READ_WRITE, 0, blocks * FlatFilter.BLOCK_IN_BYTES, arena);
            FlatFilter filter = FlatFilter.over(spec, 0, words);
            FlatBuilder builder = FlatBuilder.into(spec, words);
            assertThat(filter.sizeInBits()).isGreaterThan(1L << 35);
            // The blocks around 2^31 bits, 2^32 bits, 2^31 bytes, 2^32 bytes; and the very last.
            long[] someBlocks = {(1L << 22) - 1, 1L << 22, (1L << 23) - 1, 1L << 23, (1L << 25) - 1, 1L << 25,
                (1L << 26) - 1, 1L << 26, blocks - 1};
            for (long block : someBlocks) {
                // The first key of the block, rounded up.
                long key = BigInteger.valueOf(block)
                        .shiftLeft(48)
                        .add(BigInteger.valueOf(blocks - 1))
                        .divide(BigInteger.valueOf(blocks))
                        .longValueExact();
                long hash = Samples.hashOf(random, 48, key);
                assertThat(filter.mightContain(hash)).as("block %d before", block).isFalse();
                builder.add(hash);
                builder.finish();
                assertThat(filter.mightContain(hash)).as("block %d", block).isTrue();
                assertThat(bitsIn(words.asSlice(block * FlatFilter.BLOCK_IN_BYTES, FlatFilter.BLOCK_IN_BYTES)))
                        .as("block %d", block)
                        .isEqualTo(8);
            }
            builder.add(Samples.hashOf(random, 48, last));
            builder.finish();
            assertThat(filter.mightContain(-1)).isTrue();
        }
    }

    /// The flat form is written in order whatever its size; 2^32 bits are half a gigabyte, looked through and not kept.
    @Test
    void writesBlocksBehindTheFourBillionthBit() throws IOException {
        long blocks = (1L << 23) + 3;
        long[] keys = {0, 1L << 35, (1L << 36) - 9, (1L << 36) - 1};
        Set<Long> found = new TreeSet<>();
        OutputStream out = new OutputStream() {
            private long position;

            @Override
            public void write(int value) {
                throw new AssertionError("byte by byte");
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                ByteBuffer words = ByteBuffer.wrap(bytes, offset, length).order(ByteOrder.LITTLE_ENDIAN);
                for (; words.hasRemaining(); position += 8) {
                    if (words.getLong() != 0) {
                        found.add(position / FlatFilter.BLOCK_IN_BYTES);
                    }
                }
            }

            @Override
            public void close() {
                assertThat(position).isEqualTo(blocks * FlatFilter.BLOCK_IN_BYTES);
            }
        };
        FlatFilter.write(Samples.packed(SPEC, blocks, keys), out);
        out.close();
        assertThat(found).containsExactly(0L, (1L << 22) + 1, blocks - 1);
    }

    private static long bitsIn(MemorySegment block) {
        return block.elements(ValueLayout.JAVA_LONG_UNALIGNED)
                .mapToLong(word -> Long.bitCount(word.get(ValueLayout.JAVA_LONG_UNALIGNED, 0)))
                .sum();
    }

    private static FlatFilter flat(PackedFilter packed) {
        return FlatFilter.of(packed, Arena.ofAuto());
    }
}
