package bloomward.format.rice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RiceCodeTest {

    /// Every program must find these: the parameter is not written into files.
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "0, 10, 0", "1, 1, 0", "10, 10, 0", "10, 19, 0", "10, 20, 1", "10, 40, 2", "1, 26, 4",
        "1, 27, 4", "1, 32, 4", "1, 33, 5", "1000000, 68719476736, 16", "1100000, 68719476736, 15",
        "1, 72057594037927936, 55", "72057594037927936, 72057594037927936, 0"})
    void choosesTheParameterFromTheMeanGap(long count, long bound, int lowBits) {
        assertThat(RiceCode.of(count, bound).lowBits()).isEqualTo(lowBits);
    }

    @ParameterizedTest
    @CsvSource({"-1, 10", "11, 10", "0, -1", "1, 0", "0, 72057594037927937", "9223372036854775807, 10"})
    void refusesMoreNumbersThanThereAreAndBoundsBeyondTheLargestKey(long count, long bound) {
        assertThatIllegalArgumentException().isThrownBy(() -> RiceCode.of(count, bound));
    }

    @Test
    void knowsTheFewestBytesEvenForTheLargestCount() {
        assertThat(RiceCode.of(0, 10).minSizeInBytes()).isZero();
        assertThat(RiceCode.of(8, 8).minSizeInBytes()).isOne();
        assertThat(RiceCode.of(9, 9).minSizeInBytes()).isEqualTo(2);
        assertThat(RiceCode.of(1L << 56, 1L << 56).minSizeInBytes()).isEqualTo(1L << 53);
        assertThat(RiceCode.of(1L << 54, 1L << 56).minSizeInBytes()).isEqualTo(3L << 51);
    }
}
