package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Samples;
import bloomward.format.key.KeyCursor;
import bloomward.format.key.KeySpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PackedFilterTest {

    private static final KeySpec SPEC = Samples.SPEC;
    private static final long[] KEYS = {3, 1L << 20, (1L << 36) - 1};

    @Test
    void knowsWhatItIs() {
        PackedFilter filter = Samples.packed(SPEC, 7, KEYS);
        assertThat(filter.kind()).isEqualTo(FilterKind.PACKED);
        assertThat(filter.spec()).isEqualTo(SPEC);
        assertThat(filter.entries()).isEqualTo(3);
        assertThat(filter.estimatedCount()).isEqualTo(3);
        assertThat(filter.flatBlocks()).isEqualTo(7);
        assertThat(filter.capacity()).isEqualTo(1_300_000);
        assertThat(filter.sizeInBits()).isLessThanOrEqualTo(3 * 40);
        assertThat(filter.currentRate()).isEqualTo(filter.fill()).isCloseTo(3.0 / (1L << 36), within(1e-15));
        assertThat(filter.isNearCapacity()).isFalse();
    }

    @Test
    void looksAtTheTopBitsOfAHashOnly() {
        PackedFilter filter = Samples.packed(SPEC, 1, KEYS);
        assertThat(filter.mightContain(3L << 28)).isTrue();
        assertThat(filter.mightContain((4L << 28) - 1)).isTrue();
        assertThat(filter.mightContain(4L << 28)).isFalse();
        assertThat(filter.mightContain((3L << 28) - 1)).isFalse();
        assertThat(filter.mightContain(-1)).isTrue();
    }

    @Test
    void writesTheBytesItWasOpenedFrom() throws Exception {
        long[] keys = Samples.randomKeys(new Random(1), 36, 1000);
        byte[] coded = coded(keys);
        PackedFilter filter = PackedFilter.open(SPEC, keys.length, 1, MemorySegment.ofArray(coded));
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        filter.writeCoded(again);
        assertThat(again.toByteArray()).isEqualTo(coded);
    }

    /// FORMAT.md bars: 17.7 bits an entry for a million.
    @Test
    void needsFewBitsAnEntry() {
        int count = 100_000; // a tenth of a million keys in a tenth of the room
        PackedFilter filter = Samples.packed(new KeySpec(1, 33, 0), 1, Samples.randomKeys(new Random(2), 33, count));
        assertThat((double) filter.sizeInBits() / count).isLessThan(17.95);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 4, 2, (1L << 36) + 1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 36, 1L << 35})
    void refusesAnotherNumberOfKeysThanThereAre(long entries) throws Exception {
        MemorySegment coded = MemorySegment.ofArray(coded(KEYS));
        assertThatExceptionOfType(FormatException.class).isThrownBy(() -> PackedFilter.open(SPEC, entries, 1, coded))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.MALFORMED));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, (1L << 24) + 4, Long.MAX_VALUE, Long.MIN_VALUE})
    void refusesFlatBlockCountsThatCannotBe(long blocks) throws Exception {
        MemorySegment coded = MemorySegment.ofArray(coded(KEYS));
        assertThatExceptionOfType(FormatException.class).isThrownBy(() -> PackedFilter.open(SPEC, 3, blocks, coded))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.MALFORMED));
        assertThatIllegalArgumentException().isThrownBy(() -> Samples.packed(SPEC, blocks, KEYS));
    }

    @Test
    void refusesBytesThatAreNotItsKeys() throws Exception {
        byte[] coded = coded(KEYS);
        for (byte[] other : new byte[][] {Arrays.copyOf(coded, coded.length + 1),
            Arrays.copyOf(coded, coded.length - 1), new byte[coded.length], {}}) {
            assertThatExceptionOfType(FormatException.class)
                    .isThrownBy(() -> PackedFilter.open(SPEC, 3, 1, MemorySegment.ofArray(other)))
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.MALFORMED));
        }
    }

    @Test
    void packsNoKeysTwiceOrOutOfOrderOrTooLarge() {
        assertThatIllegalArgumentException().isThrownBy(() -> Samples.packed(SPEC, 1, 5, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> Samples.packed(SPEC, 1, 5, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> Samples.packed(SPEC, 1, 1L << 36));
        assertThatIllegalArgumentException().isThrownBy(() -> Samples.packed(SPEC, 1, -2));
    }

    @Test
    void encodesAsManyKeysAsPromisedOrNone() {
        assertThatIllegalStateException()
                .isThrownBy(() -> PackedFilter.encode(SPEC, 4, KeyCursor.of(KEYS, 3), OutputStream.nullOutputStream()));
        assertThatIllegalStateException()
                .isThrownBy(() -> PackedFilter.encode(SPEC, 2, KeyCursor.of(KEYS, 3), OutputStream.nullOutputStream()));
    }

    /// More than 2^32 bits need 130 million keys, whatever the width, and there are no holes in what is coded: half a
    /// gigabyte and some seconds, so only by `-Dgroups=long -DexcludedGroups=`.
    @Test
    @Tag("long")
    void findsKeysBehindTheFourBillionthBit(@TempDir Path folder) throws Exception {
        KeySpec spec = new KeySpec(1, 56, 0);
        long count = 150_000_000;
        LongUnaryOperator keyAt = i -> i * ((1L << 56) / count) + ((i * 0x9E3779B97F4A7C15L) >>> 36);
        Path file = folder.resolve("large");
        try (OutputStream out = Files.newOutputStream(file)) {
            KeyCursor keys = new KeyCursor() {
                private long index;

                @Override
                public long next() {
                    return index < count ? keyAt.applyAsLong(index++) : END;
                }
            };
            PackedFilter.encode(spec, count, keys, out);
        }
        assertThat(Files.size(file) * 8).isGreaterThan(1L << 32);
        try (FileChannel channel = FileChannel.open(file); Arena arena = Arena.ofConfined()) {
            PackedFilter filter = PackedFilter.open(spec, count, 1,
                    channel.map(MapMode.READ_ONLY, 0, channel.size(), arena));
            for (long i = 0; i < count; i += i < count - 10_000 ? 9973 : 1) {
                assertThat(filter.mightContain(keyAt.applyAsLong(i) << 8)).as("key %d", i).isTrue();
                assertThat(filter.mightContain((keyAt.applyAsLong(i) + 1) << 8)).as("behind key %d", i).isFalse();
            }
        }
    }

    private static byte[] coded(long[] keys) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PackedFilter.encode(SPEC, keys.length, KeyCursor.of(keys, keys.length), bytes);
        return bytes.toByteArray();
    }
}
