package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.key.KeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FlatSizingTest {

    /// The block count goes into files whose digests are signed: on every machine it must be this one.
    @ParameterizedTest
    @CsvSource({"36, 0, 0.001, 1", "36, 1, 0.001, 1", "36, 10, 0.001, 1", "36, 1000, 0.001, 31",
        "36, 1000000, 0.001, 30795", "40, 10000000, 0.001, 307632", "48, 1000000000, 0.01, 19726642"})
    void givesTheSameBlocksEverywhere(int width, long entries, double rate, long blocks) {
        assertThat(FlatSizing.blocksFor(spec(width), entries, rate)).isEqualTo(blocks);
    }

    @Test
    void needsLessThanSixteenBitsAnEntry() {
        long blocks = FlatSizing.blocksFor(spec(36), 1_000_000, 1e-3);
        assertThat(blocks * 512 / 1e6).isLessThanOrEqualTo(15.8);
        assertThat(FlatSizing.rate(spec(36), 1_000_000, blocks)).isLessThanOrEqualTo(1e-3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.1, 0.01, 0.001, 1e-4, 2e-5})
    void givesTheFewestBlocks(double rate) {
        for (long entries : new long[] {1, 2, 33, 100, 12_345, 1_000_000}) {
            long blocks = FlatSizing.blocksFor(spec(36), entries, rate);
            assertThat(FlatSizing.rate(spec(36), entries, blocks)).isLessThanOrEqualTo(rate);
            if (blocks > 1) {
                assertThat(FlatSizing.rate(spec(36), entries, blocks - 1)).isGreaterThan(rate);
            }
        }
    }

    @Test
    void needsMoreBlocksForMoreEntriesAndForLowerRates() {
        long fewer = 0;
        for (long entries = 0; entries < 100_000; entries += 997) {
            long blocks = FlatSizing.blocksFor(spec(36), entries, 1e-3);
            assertThat(blocks).as("%d entries", entries).isGreaterThanOrEqualTo(fewer);
            fewer = blocks;
        }
        fewer = 0;
        for (double rate = 0.9; rate > 1e-6; rate *= 0.7) {
            long blocks = FlatSizing.blocksFor(spec(48), 100_000, rate);
            assertThat(blocks).as("rate %s", rate).isGreaterThanOrEqualTo(fewer);
            fewer = blocks;
        }
    }

    @Test
    void ratesFallWithBlocksAndRiseWithEntries() {
        for (long load = 1; load < 2000; load = load * 3 / 2 + 1) {
            double here = FlatSizing.rate(spec(56), load * 1000, 1000);
            assertThat(FlatSizing.rate(spec(56), load * 1000, 1001)).as("load %d", load).isLessThanOrEqualTo(here);
            assertThat(FlatSizing.rate(spec(56), load * 1000 + 1, 1000)).as("load %d", load)
                    .isGreaterThanOrEqualTo(here);
            assertThat(here).isBetween(0.0, 1.0);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, -0.1, 1.5, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesRatesThatAreNone(double rate) {
        assertThatIllegalArgumentException().isThrownBy(() -> FlatSizing.blocksFor(spec(36), 10, rate));
    }

    @Test
    void refusesRatesThatKeysOfThisWidthCannotReach() {
        assertThatIllegalArgumentException().isThrownBy(() -> FlatSizing.blocksFor(spec(16), 100, 1e-3))
                .withMessageContaining("16 bits one in 656");
        assertThatIllegalArgumentException().isThrownBy(() -> FlatSizing.blocksFor(spec(36), 1_000_000, 1e-5));
        assertThat(FlatSizing.blocksFor(spec(36), 1_000_000, 2e-5)).isPositive();
    }

    @Test
    void refusesFewerEntriesThanNoneAndMoreBlocksThanAFileMayHave() {
        assertThatIllegalArgumentException().isThrownBy(() -> FlatSizing.blocksFor(spec(36), -1, 1e-3));
        double hardlyMoreThanKeysMeetByChance = 9.3133e-10; // 2^26 / 2^56 = 9.31323e-10
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlatSizing.blocksFor(spec(56), 1L << 26, hardlyMoreThanKeysMeetByChance))
                .withMessageContaining("too many blocks");
    }

    private static KeySpec spec(int width) {
        return new KeySpec(1, width, 0);
    }
}
