package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CuckooFilterTest {

    private static final long SEED = 42;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 19, 57, 95, 190, 1_000, 50_000})
    void takesItsCapacity(int capacity) {
        for (int i = 0; i < 2_000 / capacity + 1; i++) {
            long[] members = SampleFilters.hashes(SEED + i, capacity);
            CuckooFilter filter = CuckooFilter.of(capacity, 0.001);
            Arrays.stream(members).forEach(filter::add);
            assertThat(Arrays.stream(members)).as("seed %d", SEED + i).allMatch(filter::mightContain);
        }
    }

    @ParameterizedTest
    @CsvSource({"0.1, 7", "0.01, 10", "0.001, 13", "0.0001, 17", "0.000001, 23", "0.9, 7"})
    void theRateDecidesTheBitsOfAFingerprint(double rate, int bits) {
        assertThat(FilterShape.of(FilterKind.CUCKOO, 1_000, rate, 0).bitsPerEntry()).isEqualTo(bits);
    }

    /// A power of two of buckets would take up to twice as many.
    @Test
    void wastesNoBuckets() {
        for (long capacity : new long[] {10_000, 1_000_000, 1_048_577, 600_000_000}) {
            double slots = FilterShape.of(FilterKind.CUCKOO, capacity, 0.001, 0).units() * 4.0;
            assertThat(capacity / slots).isBetween(0.94, 0.95);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 10_000})
    void anAddThatFailsLosesNothing(int capacity) {
        SplittableRandom random = new SplittableRandom(SEED);
        CuckooFilter filter = CuckooFilter.of(capacity, 0.001);
        List<Long> members = new ArrayList<>();
        int failures = 0;
        while (failures < 100) {
            long hash = random.nextLong();
            long[] before = filter.words().clone();
            try {
                filter.add(hash);
                members.add(hash);
            } catch (FilterFullException e) {
                assertThat(e).hasMessageContaining("%d entries".formatted(members.size()));
                assertThat(filter.words()).as("seed %d", SEED).isEqualTo(before);
                failures++;
            }
        }
        assertThat(members).as("seed %d", SEED).hasSizeGreaterThan(capacity).allMatch(filter::mightContain);
        assertThat(filter.estimatedCount()).isEqualTo(members.size());
        if (capacity >= 10_000) {
            assertThat(filter.fill()).isGreaterThan(0.96);
        }
    }

    @Test
    void thereIsRoomAgainAfterARemoval() {
        CuckooFilter filter = CuckooFilter.of(1_000, 0.001);
        for (int i = 0; i < 8; i++) {
            assertThat(filter.add(5)).isEqualTo(i == 0);
        }
        assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> filter.add(5));
        assertThat(filter.estimatedCount()).isEqualTo(8);
        assertThat(filter.remove(5)).isTrue();
        assertThat(filter.add(5)).isFalse();
    }

    @Test
    void refusesToRemoveAStranger() {
        long[] members = SampleFilters.hashes(SEED, 1_000);
        CuckooFilter filter = CuckooFilter.of(1_000, 0.01);
        Arrays.stream(members).forEach(filter::add);
        long[] before = filter.words().clone();
        long[] strangers = Arrays.stream(SampleFilters.hashes(~SEED, 1_000))
                .filter(hash -> !filter.mightContain(hash))
                .toArray();
        assertThat(strangers).hasSizeGreaterThan(900);
        assertThat(Arrays.stream(strangers).filter(filter::remove).count()).isZero();
        assertThat(filter.words()).isEqualTo(before);
        assertThat(filter.estimatedCount()).isEqualTo(1_000);
    }
}
