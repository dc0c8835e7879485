package bloomward.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.file.LibraryFiles.Change;
import bloomward.format.filter.FilterKind;
import bloomward.format.filter.FilterShape;
import bloomward.format.filter.MutableFilter;
import bloomward.format.filter.MutableFilters;
import bloomward.format.key.HashSpec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Files whose checksums are right and whose content is not, as a writer with a fault, or with bad intent, sends them.
final class LibraryFileTest {

    /// The sizes that the headers claim go from a gigabyte up.
    private static final long MUCH_MEMORY = 200 << 20;

    /// A change to the header of any kind, and a part of the message that refuses it.
    static Stream<Arguments> headerChanges() {
        return Stream.of(header("hash number 0", "at 25: hash number 0, known: 1", h -> h.put(25, (byte) 0)),
                header("hash number 2", "at 25: hash number 2, known: 1", h -> h.put(25, (byte) 2)),
                header("kind 0", "at 24: kind of filter 0", h -> h.put(24, (byte) 0)),
                header("kind packed", "at 24", h -> h.put(24, (byte) 1)),
                header("kind flat", "at 24", h -> h.put(24, (byte) 2)),
                header("kind 9", "at 24: kind of filter 9", h -> h.put(24, (byte) 9)),
                header("kind 255", "at 24: kind of filter 255", h -> h.put(24, (byte) 255)),
                header("no bits an entry", "at 28: bits an entry 0", h -> h.putInt(28, 0)),
                header("a million bits an entry", "at 28: bits an entry 1000000", h -> h.putInt(28, 1_000_000)),
                header("2^32 - 1 bits an entry", "at 28: bits an entry 4294967295", h -> h.putInt(28, -1)),
                header("negative capacity", "capacity -1", h -> h.putLong(40, -1)),
                header("least capacity", "capacity -9223372036854775808", h -> h.putLong(40, Long.MIN_VALUE)),
                header("greatest capacity", "capacity 9223372036854775807", h -> h.putLong(40, Long.MAX_VALUE)),
                header("capacity of a trillion", "1099511627776 entries", h -> h.putLong(40, 1L << 40)),
                header("capacity of a billion", "expected", h -> h.putLong(40, 1_000_000_000)),
                header("other capacity", "expected", h -> h.putLong(40, 1_000)),
                header("rate NaN", "rate NaN", h -> h.putDouble(48, Double.NaN)),
                header("rate 0", "rate 0.0", h -> h.putDouble(48, 0)),
                header("rate -0", "rate -0.0", h -> h.putDouble(48, -0.0)),
                header("rate 1", "rate 1.0", h -> h.putDouble(48, 1)),
                header("rate infinite", "rate Infinity", h -> h.putDouble(48, Double.POSITIVE_INFINITY)),
                header("negative rate", "rate -0.01", h -> h.putDouble(48, -0.01)),
                header("least rate", "rate 4.9E-324", h -> h.putDouble(48, Double.MIN_VALUE)),
                header("other rate", "expected", h -> h.putDouble(48, 1e-6)),
                header("negative entries", "-1 entries", h -> h.putLong(56, -1)),
                header("most entries", " entries", h -> h.putLong(56, Long.MAX_VALUE)),
                header("no units", "at 64: units 0", h -> h.putLong(64, 0)),
                header("a unit more", "at 64: units", h -> h.putLong(64, h.getLong(64) + 1)),
                header("most units", "at 64: units 18446744073709551615", h -> h.putLong(64, -1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("headerChanges")
    void refusesAHeaderThatCannotBe(String what, String message, Change change) throws IOException {
        for (FilterKind kind : LibraryFiles.KINDS) {
            refuses(LibraryFiles.changed(LibraryFiles.bytes(LibraryFiles.filter(kind)), change), kind + " " + what,
                    message);
        }
    }

    @Test
    void refusesReservedBytesThatAreNotZero() throws IOException {
        byte[] file = LibraryFiles.bytes(LibraryFiles.filter(FilterKind.CLASSIC));
        for (int at = 72; at < 124; at++) {
            int reserved = at;
            refuses(LibraryFiles.changed(file, headerChange(h -> h.put(reserved, (byte) 1))), "reserved byte",
                    "header at " + at + ": reserved byte is 1");
        }
    }

    @Test
    void refusesABodyOfAnotherLength() throws IOException {
        for (FilterKind kind : LibraryFiles.KINDS) {
            byte[] file = LibraryFiles.bytes(LibraryFiles.filter(kind));
            for (int difference : new int[] {-16, -8, -1, 1, 8, 16}) {
                refuses(LibraryFiles.changed(file, (_, body) -> Arrays.copyOf(body, body.length + difference)),
                        kind + " and " + difference + " bytes", "body: ");
            }
            refuses(LibraryFiles.changed(file, (_, _) -> new byte[0]), kind + " without body",
                    "body: 0 bytes, expected");
        }
    }

    @Test
    void refusesBitsBehindTheLast() throws IOException {
        for (FilterKind kind : List.of(FilterKind.CLASSIC, FilterKind.PARTITIONED, FilterKind.COUNTING,
                FilterKind.SCALABLE, FilterKind.CUCKOO)) {
            refuses(LibraryFiles.changed(LibraryFiles.bytes(LibraryFiles.filter(kind)), (_, body) -> {
                body[body.length - 1] |= (byte) 0x80;
                return body;
            }), kind.toString(), "body: bits after the last");
        }
    }

    @Test
    void refusesPaddingBetweenLayers() throws IOException {
        byte[] file = LibraryFiles.bytes(LibraryFiles.filter(FilterKind.SCALABLE));
        int firstLayer = (int) FilterShape.of(FilterKind.SCALABLE, 20, 0.01, 0).sizeInWords() * 8;
        refuses(LibraryFiles.changed(file, (_, body) -> {
            body[firstLayer - 1] |= (byte) 0x80;
            return body;
        }), "first layer", "body: bits after the last");
    }

    @Test
    void countsFingerprints() throws IOException {
        byte[] file = LibraryFiles.bytes(LibraryFiles.filter(FilterKind.CUCKOO));
        for (int entries : new int[] {0, 99, 101}) {
            refuses(LibraryFiles.changed(file, headerChange(h -> h.putLong(56, entries))), entries + " entries",
                    "body: 100 fingerprints, expected " + entries);
        }
    }

    @Test
    void theEntriesOfAScalableFilterSayHowManyLayersItHas() throws IOException {
        byte[] file = LibraryFiles.bytes(LibraryFiles.filter(FilterKind.SCALABLE));
        refuses(LibraryFiles.changed(file, headerChange(h -> h.putLong(56, 60))), "fewer", "units 3, expected 2");
        refuses(LibraryFiles.changed(file, headerChange(h -> h.putLong(56, 141))), "more", "units 3, expected 4");
    }

    @Test
    void keepsWhereTheHashesCameFrom() throws Exception {
        for (HashSpec hash : List.of(new HashSpec(0, 0), new HashSpec(0xffff, -1), new HashSpec(1, Long.MIN_VALUE))) {
            byte[] file = LibraryFiles.changed(LibraryFiles.bytes(LibraryFiles.filter(FilterKind.BLOCKED)),
                    headerChange(h -> h.putShort(26, (short) hash.canonical()).putLong(32, hash.seed())));
            assertThat(read(file).hash()).isEqualTo(hash);
        }
    }

    @Test
    void headerLiesWhereTheFormatSays() throws IOException {
        MutableFilter filter = MutableFilters.of(FilterKind.CUCKOO, 1_000, 0.001);
        IntStream.range(0, 5).forEach(i -> filter.add(i * 0x1234_5678_9abc_def1L));
        ByteBuffer header = ByteBuffer.wrap(LibraryFiles.bytes(filter)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(header.get(24)).as("kind").isEqualTo((byte) 8);
        assertThat(header.get(25)).as("hash number").isEqualTo((byte) 1);
        assertThat(header.getShort(26)).as("canonical number").isEqualTo((short) 1);
        assertThat(header.getInt(28)).as("bits of a fingerprint").isEqualTo(13);
        assertThat(header.getLong(32)).as("seed").isEqualTo(7);
        assertThat(header.getLong(40)).as("capacity").isEqualTo(1_000);
        assertThat(header.getDouble(48)).as("rate").isEqualTo(0.001);
        assertThat(header.getLong(56)).as("entries").isEqualTo(5);
        assertThat(header.getLong(64)).as("buckets").isEqualTo(280);
    }

    @Test
    void isForLibraryFilesOnly() {
        Envelope packed = new Envelope(FileType.PACKED, ByteBuffer.allocate(64), MemorySegment.NULL, MemorySegment.NULL,
                0);
        assertThatIllegalArgumentException().isThrownBy(() -> LibraryFile.read(packed));
    }

    private static void refuses(byte[] file, String what, String message) {
        long usedBefore = usedMemory();
        Throwable thrown = catchThrowable(() -> read(file));
        assertThat(usedMemory() - usedBefore).as("%s: memory taken", what).isLessThan(MUCH_MEMORY);
        assertThat(thrown).as(what).isInstanceOf(FormatException.class).hasMessageContaining(message);
        assertThat(((FormatException) thrown).reason()).as(what)
                .isEqualTo(what.matches("\\w+ (hash number .*|kind (0|9|255))") ? Reason.TOO_NEW : Reason.MALFORMED);
    }

    private static long usedMemory() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static LibraryFile read(byte[] file) throws FormatException {
        return LibraryFile.read(Envelope.open(MemorySegment.ofArray(file)));
    }

    private static Arguments header(String what, String message, Consumer<ByteBuffer> change) {
        return Arguments.of(what, message, headerChange(change));
    }

    private static Change headerChange(Consumer<ByteBuffer> change) {
        return (header, body) -> {
            change.accept(header);
            return body;
        };
    }
}
