package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SizingTest {

    @ParameterizedTest
    @CsvSource({"1_000_000,     1e-2, 9_585_059,      7", "10_000_000,    1e-2, 95_850_584,     7",
        "1_000_000_000, 1e-2, 9_585_058_378,  7", "1_000_000,     1e-3, 14_377_588,     10",
        "1_000_000,     1e-4, 19_170_117,     13", "1_000_000,     1e-5, 23_962_646,     17",
        "1,             0.5,  2,              1", "0,             0.5,  0,              1"})
    void followsTheTextbook(String entries, double rate, String bits, int hashes) {
        long n = Long.parseLong(entries.replace("_", ""));
        long m = Sizing.bits(n, rate);
        assertThat(m).isEqualTo(Long.parseLong(bits.replace("_", "")));
        assertThat(Sizing.hashes(m, n)).isEqualTo(hashes);
    }

    @Test
    void expectsTheRateItWasAskedFor() {
        long bits = Sizing.bits(1_000_000, 0.01);
        assertThat(Sizing.rate(bits, 7, 1_000_000)).isCloseTo(0.01, within(1e-4));
        assertThat(Sizing.rate(bits, 7, 0)).isZero();
        assertThat(Sizing.rate(bits, 7, 2_000_000)).isCloseTo(0.16, within(0.01));
    }

    @Test
    void countsBackFromTheBitsThatAreSet() {
        assertThat(Sizing.entries(9_585_059, 7, 0)).isZero();
        assertThat(Sizing.entries(9_585_059, 7, 9_585_059 / 2)).isCloseTo(949_122, within(1.0));
        assertThat(Sizing.entries(512, 7, 512)).as("all bits set").isFinite().isGreaterThan(500);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, -0.5, 1.5, Double.NaN})
    void refusesWhatIsNoRate(double rate) {
        assertThatIllegalArgumentException().isThrownBy(() -> Sizing.bits(1, rate)).withMessageContaining("rate");
    }

    @Test
    void refusesMoreEntriesThanAreExact() {
        assertThatIllegalArgumentException().isThrownBy(() -> Sizing.bits(-1, 0.01));
        assertThatIllegalArgumentException().isThrownBy(() -> Sizing.bits(Sizing.MAX_ENTRIES + 1, 0.01));
    }
}
