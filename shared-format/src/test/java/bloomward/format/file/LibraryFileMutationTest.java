package bloomward.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.filter.FilterKind;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Library files that change on their way: each is refused and not looked into.
final class LibraryFileMutationTest {

    private static final long SEED = 47;
    private static final int HEADER_IN_BYTES = 128;

    static List<FilterKind> kinds() {
        return LibraryFiles.KINDS;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void refusesEveryBitFlippedInTheHeader(FilterKind kind) throws IOException {
        byte[] file = LibraryFiles.bytes(LibraryFiles.filter(kind));
        for (int bit = 0; bit < HEADER_IN_BYTES * 8; bit++) {
            assertThat(reasonOf(flipped(file, bit))).as("bit %d", bit).isEqualTo(expectedInHeader(bit / 8, bit % 8));
        }
    }

    /// Magic number and version are read before the checksum. One flipped bit makes the letter of a delta, whose header
    /// is as long, out of that of a library file.
    private static Reason expectedInHeader(int at, int bitInByte) {
        if (at == 3 && bitInByte == 3) {
            return Reason.CHECKSUM;
        }
        if (at < 8) {
            return Reason.NOT_OUR_FILE;
        }
        if (at < 10) {
            return at == 8 && bitInByte == 0 ? Reason.TOO_OLD : Reason.TOO_NEW;
        }
        return Reason.CHECKSUM;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void refusesBitsFlippedInTheBody(FilterKind kind) throws IOException {
        byte[] file = LibraryFiles.bytes(LibraryFiles.filter(kind));
        int bits = (file.length - HEADER_IN_BYTES) * 8;
        new SplittableRandom(SEED).ints(500, 0, bits)
                .forEach(bit -> assertThat(reasonOf(flipped(file, HEADER_IN_BYTES * 8 + bit)))
                        .as("bit %d of the body, seed %d", bit, SEED)
                        .isEqualTo(Reason.CHECKSUM));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void refusesAFileCutAnywhere(FilterKind kind) throws IOException {
        byte[] file = LibraryFiles.bytes(LibraryFiles.filter(kind));
        for (int length = 0; length < file.length; length++) {
            assertThat(reasonOf(Arrays.copyOf(file, length))).as("cut to %d bytes", length).isEqualTo(Reason.TRUNCATED);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void refusesBytesAppended(FilterKind kind) throws IOException {
        byte[] file = LibraryFiles.bytes(LibraryFiles.filter(kind));
        for (int more : new int[] {1, 4, 8, 16, 100}) {
            assertThat(reasonOf(Arrays.copyOf(file, file.length + more))).isEqualTo(Reason.MALFORMED);
        }
    }

    private static byte[] flipped(byte[] file, int bit) {
        byte[] mutant = file.clone();
        mutant[bit / 8] ^= (byte) (1 << bit % 8);
        return mutant;
    }

    private static Reason reasonOf(byte[] file) {
        Throwable thrown = catchThrowable(() -> LibraryFile.read(Envelope.open(MemorySegment.ofArray(file))));
        assertThat(thrown).isInstanceOf(FormatException.class);
        return ((FormatException) thrown).reason();
    }
}
