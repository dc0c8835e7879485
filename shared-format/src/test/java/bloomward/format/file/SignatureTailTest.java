package bloomward.format.file;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Samples;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SignatureTailTest {

    private static final byte[] NOTE = "a note\n".getBytes(US_ASCII);
    private static final byte[] SIGNED = Samples.signed(Samples.packedFile(Samples.SPEC, 1, 5), NOTE);

    @TempDir
    Path folder;

    @Test
    void isReadFromTheEnd() throws Exception {
        SignatureTail tail = read(SIGNED, 7).orElseThrow();
        assertThat(tail.noteBytes()).isEqualTo(NOTE);
        assertThat(tail.fileLength()).isEqualTo(SIGNED.length - 16L - 7);
        byte[] written = SignatureTail.of(NOTE);
        assertThat(written).isEqualTo(Arrays.copyOfRange(SIGNED, SIGNED.length - 23, SIGNED.length));
    }

    @Test
    void isNotThereWithoutATrailer() throws Exception {
        assertThat(read(new byte[0], 7)).isEmpty();
        assertThat(read(Arrays.copyOf(SIGNED, SIGNED.length - 1), 7)).isEmpty();
        assertThat(read(Arrays.copyOfRange(SIGNED, SIGNED.length - 15, SIGNED.length), 7)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {8, 1L << 20, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void refusesANoteThatIsTooLong(long length) {
        byte[] file = SIGNED.clone();
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putLong(file.length - 16, length);
        assertThat(FormatErrors.of(() -> read(file, 7)).reason()).isEqualTo(Reason.MALFORMED);
    }

    @Test
    void refusesANoteThatIsNotThere() {
        byte[] file = Arrays.copyOfRange(SIGNED, SIGNED.length - 18, SIGNED.length);
        assertThat(FormatErrors.of(() -> read(file, 7)).reason()).isEqualTo(Reason.MALFORMED);
    }

    private Optional<SignatureTail> read(byte[] file, int maxNote) throws IOException, FormatException {
        try (FileChannel channel = FileChannel.open(Files.write(folder.resolve("file"), file))) {
            return SignatureTail.read(channel, maxNote);
        }
    }
}
