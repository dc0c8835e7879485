package bloomward.format.rice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RiceReaderTest {

    private static final RiceCode CODE = RiceCode.of(3, 90);
    private static final byte[] GOOD = Rows.encode(CODE, 5, 6, 60);

    @Test
    void givesTheEndForEverAndNoProblem() {
        RiceReader reader = Rows.reader(CODE, GOOD);
        assertThat(Rows.readAll(reader)).containsExactly(5, 6, 60);
        assertThat(reader.next()).isEqualTo(RiceReader.END);
        assertThat(reader.next()).isEqualTo(RiceReader.END);
        assertThat(reader.problem()).isEmpty();
    }

    @Test
    void readsNoNumbersFromNoBytes() {
        RiceReader reader = Rows.reader(RiceCode.of(0, 100), new byte[0]);
        assertThat(reader.next()).isEqualTo(RiceReader.END);
        assertThat(reader.problem()).isEmpty();
    }

    @Test
    void refusesBytesWhereThereAreNoNumbers() {
        RiceReader reader = Rows.reader(RiceCode.of(0, 100), new byte[1]);
        assertThat(reader.next()).isEqualTo(RiceReader.END);
        assertThat(reader.problem()).hasValueSatisfying(problem -> assertThat(problem).contains("end at bit 0"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void refusesARowThatEndsEarly(int length) {
        refuses(CODE, Arrays.copyOf(GOOD, length), "");
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 11, 5000})
    void refusesARowThatEndsLate(int length) {
        refuses(CODE, Arrays.copyOf(GOOD, length), "numbers end at bit 18");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7})
    void refusesPaddingThatIsNotZero(int bit) {
        byte[] padded = GOOD.clone();
        padded[2] |= (byte) (1 << bit);
        refuses(CODE, padded, "padding after bit 18 is not zero");
    }

    @Test
    void refusesANumberThatReachesTheBound() {
        RiceCode wider = RiceCode.of(3, 98);
        assertThat(wider.lowBits()).isEqualTo(CODE.lowBits());
        refuses(CODE, Rows.encode(wider, 5, 6, 90), "90");
        refuses(CODE, Rows.encode(wider, 5, 6, 97), "90");
        RiceReader largest = Rows.reader(CODE, Rows.encode(CODE, 87, 88, 89));
        assertThat(Rows.readAll(largest)).containsExactly(87, 88, 89);
        assertThat(largest.problem()).isEmpty();
    }

    /// A unary part longer than any number needs, in a string so long that the reader could follow it for a while.
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 9, 16, 512 * 8, 512 * 8 + 1, 100_000})
    void refusesZerosWithoutEnd(int length) {
        refuses(CODE, new byte[length], "");
        byte[] oneAtTheEnd = new byte[length];
        oneAtTheEnd[length - 1] = (byte) 0x80;
        refuses(CODE, oneAtTheEnd, "");
        refuses(RiceCode.of(1, 1L << 56), oneAtTheEnd, "");
    }

    /// 512 zeros times 2^55 is 2^64, which as a long is nothing at all: a gap of zero in another form.
    @Test
    void refusesAUnaryPartWhoseGapOverflows() {
        byte[] bytes = new byte[(512 + 1 + 55) / 8];
        bytes[64] = 1;
        refuses(RiceCode.of(1, 1L << 56), bytes, "");
    }

    @Test
    void refusesOnesWithoutEnd() {
        byte[] ones = new byte[100_000];
        Arrays.fill(ones, (byte) 0xff);
        refuses(CODE, ones, "");
        refuses(RiceCode.of(100, 100), ones, "numbers end at bit 100");
    }

    /// All numbers stand behind 2^32 zero bits of a file with a hole: positions are no ints anywhere.
    @Test
    void readsBehindTheFourBillionthBit(@TempDir Path folder) throws IOException {
        long first = (1L << 32) + 77;
        RiceCode code = RiceCode.of(3L << 31, 1L << 33); // low bits 0: a gap is that many zeros
        assertThat(code.lowBits()).isZero();
        try (FileChannel channel = FileChannel.open(folder.resolve("hole"), StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.SPARSE);
                Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = channel.map(MapMode.READ_WRITE, 0, (first >>> 3) + 8, arena);
            bytes.set(ValueLayout.JAVA_BYTE, first >>> 3, (byte) (0b101 << (first & 7)));
            RiceReader reader = new RiceReader(bytes, code);
            assertThat(reader.next()).isEqualTo(first);
            assertThat(reader.next()).isEqualTo(first + 2);
            assertThat(reader.next()).isEqualTo(RiceReader.END);
            assertThat(reader.problem()).isPresent();
        }
    }

    private static void refuses(RiceCode code, byte[] bytes, String why) {
        RiceReader reader = Rows.reader(code, bytes);
        Rows.readAll(reader);
        assertThat(reader.next()).isEqualTo(RiceReader.END);
        assertThat(reader.problem()).hasValueSatisfying(problem -> assertThat(problem).contains(why));
    }
}
