package bloomward.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.filter.FilterKind;
import bloomward.format.filter.FilterShape;
import bloomward.format.filter.MutableFilter;
import bloomward.format.filter.MutableFilters;
import bloomward.format.key.HashSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bodies made with nothing but the text of FORMAT.md 9, in big integers and bit sets, against those of the filters.
final class LibraryFormatCrossCheckTest {

    private static final long SEED = 48;
    private static final BigInteger TWO_64 = BigInteger.TWO.pow(64);
    private static final BigInteger GOLDEN = new BigInteger("9E3779B97F4A7C15", 16);

    /// FORMAT.md 9.9.
    private static final String WORKED_EXAMPLE = """
            89 42 57 4c 0d 0a 1a 0a 01 00 80 00 00 00 00 00
            28 00 00 00 00 00 00 00 03 01 00 00 03 00 00 00
            2a 00 00 00 00 00 00 00 0a 00 00 00 00 00 00 00
            9a 99 99 99 99 99 b9 3f 00 00 00 00 00 00 00 00
            33 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00
            00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
            00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
            00 00 00 00 00 00 00 00 00 00 00 00 fb ef 99 37
            00 00 02 00 00 00 00 00 00 00 04 40 00 00 00 00
            00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
            00 00 00 00 00 00 00 00 74 91 28 a0
            """;

    private static BigInteger unsigned(long number) {
        return new BigInteger(Long.toUnsignedString(number));
    }

    private static BigInteger mix(BigInteger number) {
        BigInteger x = number.add(GOLDEN).mod(TWO_64);
        x = x.xor(x.shiftRight(30)).multiply(new BigInteger("BF58476D1CE4E5B9", 16)).mod(TWO_64);
        x = x.xor(x.shiftRight(27)).multiply(new BigInteger("94D049BB133111EB", 16)).mod(TWO_64);
        return x.xor(x.shiftRight(31));
    }

    private static long reduce(BigInteger x, long range) {
        return x.multiply(BigInteger.valueOf(range)).shiftRight(64).longValueExact();
    }

    private static BigInteger probe(BigInteger hash, int i) {
        BigInteger number = BigInteger.valueOf(i);
        return hash.add(number.multiply(mix(hash))).add(number.pow(3).multiply(GOLDEN)).mod(TWO_64);
    }

    private static void putClassic(BitSet bits, int base, long m, int k, BigInteger hash) {
        for (int i = 0; i < k; i++) {
            bits.set(base + (int) reduce(probe(hash, i), m));
        }
    }

    private static void putBlocked(BitSet bits, long blocks, int k, BigInteger hash) {
        for (int i = 0; i < k; i++) {
            BigInteger slices = mix(hash.add(GOLDEN.multiply(BigInteger.valueOf(i / 7))).mod(TWO_64));
            bits.set((int) reduce(hash, blocks) * 512
                    + slices.shiftRight(9 * (i % 7)).mod(BigInteger.valueOf(512)).intValue());
        }
    }

    @ParameterizedTest
    @CsvSource({"10, 0.1", "100, 0.01", "2000, 0.001", "500, 1e-9"})
    void classic(int capacity, double rate) throws IOException {
        FilterShape shape = FilterShape.of(FilterKind.CLASSIC, capacity, rate, 0);
        BitSet bits = new BitSet();
        hashes(capacity).forEach(hash -> putClassic(bits, 0, shape.units(), shape.bitsPerEntry(), unsigned(hash)));
        assertThat(body(filled(FilterKind.CLASSIC, capacity, rate, capacity))).isEqualTo(bytes(bits, shape));
    }

    @ParameterizedTest
    @CsvSource({"10, 0.1", "100, 0.01", "2000, 0.001", "500, 1e-9"})
    void blocked(int capacity, double rate) throws IOException {
        FilterShape shape = FilterShape.of(FilterKind.BLOCKED, capacity, rate, 0);
        BitSet bits = new BitSet();
        hashes(capacity).forEach(hash -> putBlocked(bits, shape.units(), shape.bitsPerEntry(), unsigned(hash)));
        assertThat(body(filled(FilterKind.BLOCKED, capacity, rate, capacity))).isEqualTo(bytes(bits, shape));
    }

    @ParameterizedTest
    @CsvSource({"10, 0.1", "100, 0.01", "2000, 0.001", "500, 1e-9"})
    void partitioned(int capacity, double rate) throws IOException {
        FilterShape shape = FilterShape.of(FilterKind.PARTITIONED, capacity, rate, 0);
        int partition = (int) shape.units();
        BitSet bits = new BitSet();
        hashes(capacity).forEach(hash -> {
            for (int i = 0; i < shape.bitsPerEntry(); i++) {
                bits.set(i * partition + (int) reduce(probe(unsigned(hash), i), partition));
            }
        });
        assertThat(body(filled(FilterKind.PARTITIONED, capacity, rate, capacity))).isEqualTo(bytes(bits, shape));
    }

    /// Filled five times over its capacity, so that some counters are full.
    @Test
    void counting() throws IOException {
        FilterShape shape = FilterShape.of(FilterKind.COUNTING, 200, 0.01, 0);
        int partition = (int) shape.units();
        int[] counters = new int[partition * shape.bitsPerEntry()];
        hashes(2_000).forEach(hash -> {
            for (int i = 0; i < shape.bitsPerEntry(); i++) {
                int counter = i * partition + (int) reduce(probe(unsigned(hash), i), partition);
                counters[counter] = Math.min(15, counters[counter] + 1);
            }
        });
        BitSet bits = new BitSet();
        for (int counter = 0; counter < counters.length; counter++) {
            for (int bit = 0; bit < 4; bit++) {
                bits.set(counter * 4 + bit, (counters[counter] >> bit & 1) != 0);
            }
        }
        assertThat(Arrays.stream(counters).filter(count -> count == 15)).isNotEmpty();
        assertThat(body(filled(FilterKind.COUNTING, 200, 0.01, 2_000))).isEqualTo(bytes(bits, shape));
    }

    /// At this rate nothing looks like a member, so the layers are filled one after the other.
    @Test
    void scalable() throws IOException {
        BitSet bits = new BitSet();
        long[] hashes = hashes(650).toArray();
        int at = 0;
        int base = 0;
        for (int layer = 0; layer < 3; layer++) {
            FilterShape shape = FilterShape.of(FilterKind.CLASSIC, 100L << layer, 1e-9 / (2 << layer), 0);
            for (int end = Math.min(650, at + (100 << layer)); at < end; at++) {
                putClassic(bits, base, shape.units(), shape.bitsPerEntry(), unsigned(hashes[at]));
            }
            base += (int) shape.sizeInWords() * 64;
        }
        FilterShape shape = FilterShape.of(FilterKind.SCALABLE, 100, 1e-9, 650);
        assertThat(shape.units()).isEqualTo(3);
        assertThat(body(filled(FilterKind.SCALABLE, 100, 1e-9, 650))).isEqualTo(bytes(bits, shape));
    }

    /// Until the buckets are full, no entry moves, and there is one place for each.
    @Test
    void cuckoo() throws IOException {
        FilterShape shape = FilterShape.of(FilterKind.CUCKOO, 1_000, 0.001, 100);
        long buckets = shape.units();
        int f = shape.bitsPerEntry();
        BitSet bits = new BitSet();
        int inSecond = 0;
        long[] hashes = hashes(600).toArray();
        int put = 0;
        for (long hash : hashes) {
            BigInteger fingerprint = BigInteger.valueOf(1 + reduce(mix(unsigned(hash)), (1L << f) - 1));
            long first = reduce(unsigned(hash), buckets);
            long second = Math.floorMod(reduce(mix(fingerprint), buckets) - first, buckets);
            long slot = emptySlot(bits, first, f);
            if (slot < 0) {
                slot = emptySlot(bits, second, f);
                inSecond++;
            }
            if (slot < 0) {
                break;
            }
            for (int bit = 0; bit < f; bit++) {
                bits.set((int) slot * f + bit, fingerprint.testBit(bit));
            }
            put++;
        }
        assertThat(put).isGreaterThan(100);
        assertThat(inSecond).isPositive();
        MutableFilter filter = MutableFilters.of(FilterKind.CUCKOO, 1_000, 0.001);
        Arrays.stream(hashes, 0, put).forEach(filter::add);
        assertThat(body(filter)).isEqualTo(bytes(bits, shape));
    }

    private static long emptySlot(BitSet bits, long bucket, int f) {
        for (long slot = bucket * 4; slot < bucket * 4 + 4; slot++) {
            if (bits.get((int) slot * f, (int) slot * f + f).isEmpty()) {
                return slot;
            }
        }
        return -1;
    }

    @Test
    void workedExample() throws Exception {
        MutableFilter filter = MutableFilters.of(FilterKind.CLASSIC, 10, 0.1);
        filter.add(new HashSpec(0, 42).keyHash().of("bloom"));
        byte[] expected = HexFormat.of().parseHex(WORKED_EXAMPLE.replaceAll("\\s", ""));
        LibraryFile read = LibraryFile.read(Envelope.open(MemorySegment.ofArray(expected)));
        assertThat(read.hash()).isEqualTo(new HashSpec(0, 42));
        assertThat(read.filter().mightContain(read.hash().keyHash().of("bloom"))).isTrue();
        assertThat(read.filter().mightContain(read.hash().keyHash().of("boom"))).isFalse();
        assertThat(body(filter)).isEqualTo(Arrays.copyOfRange(expected, 128, expected.length - 4));
    }

    private static LongStream hashes(int count) {
        return new SplittableRandom(SEED).longs(count);
    }

    private static MutableFilter filled(FilterKind kind, int capacity, double rate, int entries) {
        MutableFilter filter = MutableFilters.of(kind, capacity, rate);
        hashes(entries).forEach(filter::add);
        return filter;
    }

    private static byte[] body(MutableFilter filter) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        MutableFilters.writeWords(filter, bytes);
        return bytes.toByteArray();
    }

    private static byte[] bytes(BitSet bits, FilterShape shape) {
        return Arrays.copyOf(bits.toByteArray(), (int) shape.sizeInWords() * 8);
    }
}
