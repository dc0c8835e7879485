package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class HashMixTest {

    /// The platform's own SplitMix64 gives the same numbers.
    @Test
    void mixesAsSplitMix64() {
        for (long state : new long[] {0, 1, -1, 20_261_118, Long.MIN_VALUE}) {
            assertThat(HashMix.of(state)).isEqualTo(new SplittableRandom(state).nextLong());
        }
    }

    @Test
    void reducesTheSmallestHashToTheFirstAndTheLargestToTheLast() {
        for (long range : new long[] {1, 2, 3, 1L << 31, 10_000_000_019L, 1L << 40}) {
            assertThat(HashMix.reduce(0, range)).isZero();
            assertThat(HashMix.reduce(-1, range)).isEqualTo(range - 1);
        }
    }

    /// Ten billion is no power of two: a modulus of the hash's lower half would favour the first numbers.
    @Test
    void reducesEvenlyAtTenBillion() {
        long range = 10_000_000_000L;
        int parts = 100;
        int[] counts = new int[parts];
        new SplittableRandom(45).longs(1_000_000)
                .forEach(hash -> counts[(int) (HashMix.reduce(hash, range) / (range / parts))]++);
        double chiSquare = 0;
        for (int count : counts) {
            chiSquare += (count - 10_000.0) * (count - 10_000.0) / 10_000;
        }
        assertThat(chiSquare).as("99 degrees of freedom").isBetween(55.0, 150.0);
    }
}
