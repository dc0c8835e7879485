package bloomward.format.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeySpecTest {

    @ParameterizedTest
    @CsvSource({"0, 36", "1, 36", "1000000, 36", "1300000, 36", "1300001, 40", "21000000, 40", "21000001, 44",
        "350000000, 44", "350000001, 48", "5000000000, 48", "9223372036854775807, 48"})
    void drawsTheWidthForThePlannedSize(long plannedEntries, int width) {
        assertThat(KeySpec.widthFor(plannedEntries)).isEqualTo(width);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_300_000, 1_300_001, 21_000_000, 21_000_001, 350_000_000, 350_000_001, 5_000_000_000L})
    void aWidthHoldsWhatItWasDrawnFor(long plannedEntries) {
        assertThat(spec(KeySpec.widthFor(plannedEntries)).capacity()).isGreaterThanOrEqualTo(plannedEntries);
    }

    /// Two questions in 100,000 expressions are promised; a full list has one key in 50,000 at the most.
    @Test
    void aFullListAsksNoMoreThanPromised() {
        for (int width = KeySpec.MIN_WIDTH; width <= KeySpec.MAX_WIDTH; width++) {
            long capacity = spec(width).capacity();
            assertThat(capacity).isPositive();
            assertThat(capacity / Math.scalb(1.0, width)).as("width %d", width)
                    .isLessThanOrEqualTo(Math.max(2e-5, Math.scalb(1.0, -width)));
            assertThat(width == KeySpec.MIN_WIDTH || capacity >= spec(width - 1).capacity()).isTrue();
        }
    }

    @Test
    void aKeyIsTheTopBitsOfTheHash() {
        long hash = 0xfedc_ba98_7654_3210L;
        assertThat(spec(16).keyOf(hash)).isEqualTo(0xfedcL);
        assertThat(spec(36).keyOf(hash)).isEqualTo(0xf_edcb_a987L);
        assertThat(spec(48).keyOf(hash)).isEqualTo(0xfedc_ba98_7654L);
        assertThat(spec(56).keyOf(hash)).isEqualTo(0xfe_dcba_9876_5432L);
        assertThat(spec(56).keyOf(-1)).isEqualTo((1L << 56) - 1);
        assertThat(spec(56).keyOf(0)).isZero();
    }

    @Test
    void hashesWithItsSeed() {
        assertThat(new KeySpec(1, 36, 99).keyHash().seed()).isEqualTo(99);
    }

    @Test
    void refusesWhatIsNoSpec() {
        assertThat(new KeySpec(0, 16, 0)).isNotNull();
        assertThat(new KeySpec(0xffff, 56, -1)).isNotNull();
        assertThatIllegalArgumentException().isThrownBy(() -> new KeySpec(-1, 36, 0)).withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> new KeySpec(0x10000, 36, 0))
                .withMessageContaining("65536");
        assertThatIllegalArgumentException().isThrownBy(() -> new KeySpec(1, 15, 0)).withMessageContaining("15");
        assertThatIllegalArgumentException().isThrownBy(() -> new KeySpec(1, 57, 0)).withMessageContaining("57");
    }

    @Test
    void cursorGivesTheFirstKeysAndThenTheEndForEver() {
        KeyCursor cursor = KeyCursor.of(new long[] {1, 5, 9}, 2);
        assertThat(new long[] {cursor.next(), cursor.next(), cursor.next(), cursor.next()}).containsExactly(1, 5,
                KeyCursor.END, KeyCursor.END);
        assertThat(KeyCursor.of(new long[0], 0).next()).isEqualTo(KeyCursor.END);
    }

    private static KeySpec spec(int width) {
        return new KeySpec(1, width, 0);
    }
}
