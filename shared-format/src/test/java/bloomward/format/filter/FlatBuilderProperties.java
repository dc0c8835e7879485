package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.key.KeySpec;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FlatBuilderProperties {

    @ParameterizedTest(name = "{0} hashes, keys of {1} bits, rate {2}, seed {3}")
    @CsvSource({"0, 36, 1e-3, 1", "1, 36, 1e-3, 2", "127, 36, 1e-3, 3", "128, 40, 1e-2, 4", "129, 56, 1e-6, 5",
        "1000, 24, 1e-3, 6", "2000, 16, 0.5, 7", "50000, 36, 1e-3, 8", "300000, 48, 1e-2, 9", "20000, 56, 1e-3, 10"})
    void makesTheSameBlocksAsSortedKeysAndFindsTheSame(int count, int width, double rate, long seed) {
        KeySpec spec = new KeySpec(1, width, seed);
        long[] hashes = new SplittableRandom(seed).longs(count).toArray();
        long[] keys = Arrays.stream(hashes).map(spec::keyOf).sorted().distinct().toArray();
        long blocks = FlatSizing.blocksFor(spec, keys.length, rate);
        try (Arena arena = Arena.ofConfined()) {
            FlatFilter sorted = FlatFilter.of(PackedFilter.of(spec, blocks, keys, keys.length), arena);
            FlatBuilder builder = FlatBuilder.into(spec, arena.allocate(blocks * FlatFilter.BLOCK_IN_BYTES));
            for (long hash : hashes) {
                builder.add(hash);
            }
            FlatFilter unsorted = builder.finish();
            assertThat(bytes(unsorted)).isEqualTo(bytes(sorted));
            long[] strangers = new SplittableRandom(~seed).longs(10_000).toArray();
            assertAsksEachLikeOne(unsorted, hashes);
            assertAsksEachLikeOne(unsorted, strangers);
        }
    }

    private static byte[] bytes(FlatFilter filter) {
        return filter.words().toArray(ValueLayout.JAVA_BYTE);
    }

    /// In rows of every length from 0 to 64.
    private static void assertAsksEachLikeOne(FlatFilter filter, long[] hashes) {
        int length = 0;
        for (int from = 0; from + length <= hashes.length; from += length, length = (length + 1) % 65) {
            long expected = 0;
            for (int i = 0; i < length; i++) {
                expected |= filter.mightContain(hashes[from + i]) ? 1L << i : 0;
            }
            assertThat(filter.mightContainEach(hashes, from, length)).isEqualTo(expected);
        }
    }
}
