package bloomward.format.rice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

final class RiceWriterTest {

    private static final RiceCode CODE = RiceCode.of(3, 90);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final RiceWriter writer = new RiceWriter(CODE, bytes);

    /// Three numbers below 90 have four low bits. 5: gap 5, no zeros, one, 0101. 6: gap 0, one, 0000. 60: gap 53, three
    /// zeros, one, 0101. From the lowest bit on: 1 1010, 1 0000, 0001 1010.
    @Test
    void writesFromTheLowestBitOnUnaryPartFirst() {
        assertThat(CODE.lowBits()).isEqualTo(4);
        assertThat(Rows.encode(CODE, 5, 6, 60)).isEqualTo(HexFormat.of().parseHex("2b6001"));
    }

    @Test
    void refusesANumberThatIsNotAboveTheOneBefore() throws IOException {
        writer.write(7);
        assertThatIllegalArgumentException().isThrownBy(() -> writer.write(7)).withMessageContaining("7 after 7");
        assertThatIllegalArgumentException().isThrownBy(() -> writer.write(6));
    }

    @Test
    void refusesNumbersOutsideTheBound() {
        assertThatIllegalArgumentException().isThrownBy(() -> writer.write(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> writer.write(90));
    }

    @Test
    void refusesToFinishWithAnotherCountThanPromised() throws IOException {
        writer.write(1);
        writer.write(2);
        assertThatIllegalStateException().isThrownBy(writer::finish).withMessageContaining("2 numbers");
        writer.write(3);
        assertThat(writer.isFull()).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> writer.write(4))
                .withMessageContaining("one more than the 3");
        writer.finish();
    }
}
