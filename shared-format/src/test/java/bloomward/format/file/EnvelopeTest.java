package bloomward.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Mutations;
import bloomward.format.Samples;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EnvelopeTest {

    private static final byte[] BODY = "eleven byte".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NOTE = "a note\n".getBytes(StandardCharsets.UTF_8);

    @ParameterizedTest
    @EnumSource
    void opensWhatItWrote(FileType type) throws Exception {
        byte[] file = write(type, BODY);
        assertThat(file).hasSize(type.headerLength() + BODY.length + 4);
        Envelope envelope = open(file);
        assertThat(envelope.type()).isEqualTo(type);
        assertThat(envelope.body().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(BODY);
        assertThat(envelope.body().isReadOnly()).isTrue();
        assertThat(envelope.header().isReadOnly()).isTrue();
        assertThat(envelope.header().getLong(40)).isEqualTo(4711);
        assertThat(envelope.signature().byteSize()).isZero();
    }

    @Test
    void opensAnEmptyBody() throws Exception {
        assertThat(open(write(FileType.DELTA, new byte[0])).body().byteSize()).isZero();
    }

    @Test
    void tellsTheWriterWhatTheReaderWillFind() throws Exception {
        Envelope.Written[] written = new Envelope.Written[1];
        byte[] file = Samples.bytesOf(channel -> written[0] = Envelope.write(channel, FileType.PACKED,
                header(FileType.PACKED), out -> out.write(BODY)));
        assertThat(written[0].sizeInBytes()).isEqualTo(file.length);
        assertThat(written[0].checksums()).isEqualTo(open(file).checksums());
        assertThat(open(write(FileType.PACKED, NOTE)).checksums()).isNotEqualTo(written[0].checksums());
    }

    /// CRC-32C of nothing is 0, of "123456789" E3069283 (RFC 3720 has the polynomial, every catalogue the check value).
    @Test
    void frameIsLaidOutAsTheFormatSays() throws Exception {
        byte[] file = write(FileType.PACKED, "123456789".getBytes(StandardCharsets.UTF_8));
        assertThat(HexFormat.of().formatHex(file, 0, 24))
                .isEqualTo("894257500d0a1a0a" + "0100" + "4000" + "00000000" + "0900000000000000");
        assertThat(HexFormat.of().formatHex(file, 73, 77)).isEqualTo("839206e3");
    }

    @Test
    void givesTheNoteOfASignedFile() throws Exception {
        byte[] file = write(FileType.PACKED, BODY);
        Envelope envelope = open(Samples.signed(file, NOTE));
        assertThat(envelope.signature().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(NOTE);
        assertThat(envelope.body().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(BODY);
        assertThat(envelope.checksums()).as("the file proper is the same").isEqualTo(open(file).checksums());
        assertThat(open(Samples.signed(file, new byte[0])).signature().byteSize()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 6, 8, 23, 24, -1, Long.MAX_VALUE, Long.MIN_VALUE, 7L << 32 | 7})
    void refusesATrailerWithAnotherLength(long length) throws Exception {
        byte[] signed = Samples.signed(write(FileType.PACKED, BODY), NOTE);
        MemorySegment.ofArray(signed)
                .set(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), signed.length - 16, length);
        refuses(signed, Reason.MALFORMED, "are not a signature");
    }

    @Test
    void refusesAnyOtherTail() throws Exception {
        byte[] file = write(FileType.PACKED, BODY);
        for (int more = 1; more < 40; more++) {
            refuses(Arrays.copyOf(file, file.length + more), Reason.MALFORMED, more + " bytes follow the end");
        }
        byte[] signed = Samples.signed(file, NOTE);
        refuses(Samples.signed(signed, NOTE), Reason.MALFORMED, "are not a signature");
        refuses(Arrays.copyOf(signed, signed.length + 1), Reason.MALFORMED, "are not a signature");
        byte[] trailerOnly = Arrays.copyOf(file, file.length + 16);
        System.arraycopy(file, 0, trailerOnly, file.length, 8); // the magic of another type
        refuses(trailerOnly, Reason.MALFORMED, "are not a signature");
        byte[] otherMagic = signed.clone();
        otherMagic[signed.length - 5] = 'P';
        refuses(otherMagic, Reason.MALFORMED, "are not a signature");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "89", "894257", "894257500d0a1a"})
    void callsTheStartOfAMagicNumberTruncated(String hex) {
        refuses(HexFormat.of().parseHex(hex), Reason.TRUNCATED, "inside the magic number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "504b0304", "8950", "89425758", "894257500a1a0a00", "894257500d0a1a0d",
        "894257580d0a1a0a", "8942574e0d0a1a0a", "3c21444f43545950452068746d6c3e"})
    void callsOtherFilesNotOurs(String hex) {
        refuses(HexFormat.of().parseHex(hex), Reason.NOT_OUR_FILE, "begins with");
    }

    @ParameterizedTest
    @CsvSource({"8, 2, 2, TOO_NEW, version 2", "8, 2, 65535, TOO_NEW, version 65535", "8, 2, 0, TOO_OLD, version 0",
        "10, 2, 0, MALFORMED, header length 0", "10, 2, 65535, MALFORMED, header length 65535",
        "12, 4, 1, MALFORMED, reserved", "12, 4, -2147483648, MALFORMED, reserved",
        "16, 8, -1, MALFORMED, body length -1", "16, 8, -9223372036854775808, MALFORMED, body length",
        "16, 8, 9223372036854775807, TRUNCATED, the body", "16, 8, 9223372036854775743, TRUNCATED, the body",
        "16, 8, 12, TRUNCATED, the body", "16, 8, 10, MALFORMED, 1 bytes follow", "16, 8, 0, MALFORMED, 11 bytes"})
    void refusesAFrameThatCannotBeEvenIfItsChecksumIsRight(int at, int size, long value, Reason reason, String why)
            throws Exception {
        refuses(Mutations.withField(write(FileType.PACKED, BODY), at, size, value), reason, why);
    }

    @Test
    void saysInPlainNumbersHowMuchIsMissing() throws Exception {
        byte[] file = Mutations.withField(write(FileType.PACKED, BODY), 16, 8, Long.MAX_VALUE);
        assertThat(FormatErrors.of(() -> open(file))).hasMessageContaining("9223372036854775807")
                .hasMessageNotContaining("-");
    }

    @Test
    void refusesAFileOfOneTypeUnderTheMagicOfAnother() throws Exception {
        byte[] file = write(FileType.LIBRARY, BODY);
        file[3] = 'D'; // both have headers of one length
        refuses(file, Reason.CHECKSUM, "header");
    }

    @Test
    void readsTheVersionBeforeTheChecksumThatALaterVersionMayHaveMoved() throws Exception {
        byte[] file = write(FileType.PACKED, BODY);
        file[8] = 2;
        refuses(file, Reason.TOO_NEW, "version 2, supported: 1..1");
    }

    @Test
    void leavesNoFileOfOursWhenTheBodyFails() {
        byte[] file = FormatErrors
                .fileLeftBy(channel -> Envelope.write(channel, FileType.PACKED, header(FileType.PACKED), out -> {
                    out.write(BODY);
                    throw new IllegalStateException("on purpose");
                }));
        refuses(file, Reason.NOT_OUR_FILE, "begins with 0000000000000000");
    }

    private static byte[] write(FileType type, byte[] body) throws Exception {
        return Samples.bytesOf(channel -> Envelope.write(channel, type, header(type), out -> out.write(body)));
    }

    private static ByteBuffer header(FileType type) {
        return Envelope.newHeader(type).putLong(40, 4711);
    }

    private static Envelope open(byte[] file) throws FormatException {
        return Envelope.open(MemorySegment.ofArray(file));
    }

    private static void refuses(byte[] file, Reason reason, String why) {
        assertThat(FormatErrors.of(() -> open(file))).hasMessageContaining(why)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    }
}
