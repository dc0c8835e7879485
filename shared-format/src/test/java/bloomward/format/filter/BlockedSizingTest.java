package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BlockedSizingTest {

    /// The bits an entry that the mixture of Poisson loads asks for.
    @ParameterizedTest
    @CsvSource({"0.1, 4.83, 3", "0.01, 9.90, 6", "0.001, 15.49, 9", "0.0001, 21.91, 12", "0.000001, 38.51, 16"})
    void needsMoreBitsThanTheTextbookAndFewerHashes(double rate, double bitsPerEntry, int hashes) {
        BlockedSizing sizing = BlockedSizing.of(1_000_000, rate);
        assertThat(sizing.hashes()).isEqualTo(hashes);
        assertThat(sizing.blocks() * 512 / 1e6).isBetween(bitsPerEntry - 0.01, bitsPerEntry + 0.01);
    }

    @Test
    void takesTheFewestBlocksThatKeepTheRate() {
        for (long entries : new long[] {1, 100, 12_345, 1_000_000, 10_000_000_000L}) {
            BlockedSizing sizing = BlockedSizing.of(entries, 1e-3);
            assertThat(BlockedSizing.rate((double) entries / sizing.blocks(), sizing.hashes()))
                    .isLessThanOrEqualTo(1e-3);
            for (int hashes = 1; hashes <= BlockedSizing.MAX_HASHES && sizing.blocks() > 1; hashes++) {
                assertThat(BlockedSizing.rate((double) entries / (sizing.blocks() - 1), hashes)).isGreaterThan(1e-3);
            }
        }
    }

    @Test
    void anEmptyFilterHasOneBlock() {
        assertThat(BlockedSizing.of(0, 1e-3)).isEqualTo(new BlockedSizing(1, 1));
    }
}
