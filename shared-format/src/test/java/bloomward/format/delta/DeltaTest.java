package bloomward.format.delta;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Mutations;
import bloomward.format.Samples;
import bloomward.format.file.Envelope;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DeltaTest {

    private static final KeySpec SPEC = Samples.SPEC;
    private static final long[] OLD_KEYS = {10, 20, 30, 40, 50};
    private static final byte[] OLD = Samples.packedFile(SPEC, 3, OLD_KEYS);
    private static final byte[] NEW = Samples.packedFile(SPEC, 4, 10, 25, 30, 50, 60, 70);
    private static final byte[] DELTA = deltaFile(OLD, NEW);

    @TempDir
    private Path folder;

    @Test
    void saysWhatItDoes() throws FormatException {
        Delta delta = Delta.open(MemorySegment.ofArray(DELTA));
        assertThat(delta.baseEntries()).isEqualTo(5);
        assertThat(delta.removedCount()).isEqualTo(2);
        assertThat(delta.addedCount()).isEqualTo(3);
        assertThat(delta.result()).isEqualTo(new ListFields(SPEC, 6, 4));
        assertThat(Samples.applied(OLD, DELTA)).isEqualTo(NEW);
    }

    @Test
    void saysWhatItWrote() throws Exception {
        Delta delta = Delta.open(MemorySegment.ofArray(DELTA));
        FilterFile base = Samples.open(OLD);
        Samples.bytesOf(channel -> {
            var written = delta.apply(base, channel);
            assertThat(written.sizeInBytes()).isEqualTo(NEW.length);
            assertThat(written.checksums()).isEqualTo(Samples.open(NEW).envelope().checksums());
        });
    }

    @Test
    void refusesABaseThatItWasNotCutFrom() {
        refusesBase(NEW); // swapped
        refusesBase(Samples.packedFile(SPEC, 4, OLD_KEYS)); // same keys, another header
        refusesBase(Samples.packedFile(SPEC, 3, 10, 20, 30, 40, 51)); // same header, another key
        refusesBase(Samples.packedFile(new KeySpec(1, 36, SPEC.seed() + 1), 3, OLD_KEYS));
        refusesBase(Samples.packedFile(new KeySpec(1, 40, SPEC.seed()), 3, OLD_KEYS));
        refusesBase(Samples.packedFile(new KeySpec(2, 36, SPEC.seed()), 3, OLD_KEYS));
        refusesBase(Samples.packedFile(SPEC, 3));
    }

    /// Base checksums and entries fit, by a sender who made them fit: keys of another width would not fit the result.
    @ParameterizedTest
    @CsvSource({"24, 2, 2", "27, 1, 16", "27, 1, 35", "32, 8, 0"})
    void refusesABaseWithKeysOfAnotherKind(int at, int size, long value) {
        refusesApplying(Mutations.withField(DELTA, at, size, value), Reason.WRONG_BASE, "");
    }

    /// It need not be opened as a filter before, so this is where its keys are looked at.
    @Test
    void refusesABaseWhoseKeysEndLate() throws FormatException {
        byte[] body = Mutations.body(OLD);
        byte[] base = Mutations.withBody(OLD, Arrays.copyOf(body, body.length + 1));
        Envelope envelope = Envelope.open(MemorySegment.ofArray(base));
        Delta delta = Delta.open(MemorySegment.ofArray(Mutations.withField(DELTA, 64, 8, envelope.checksums())));
        assertThat(FormatErrors.of(() -> Samples.bytesOf(channel -> delta.apply(envelope, channel))))
                .hasMessageContaining("keys of the base: numbers end at bit")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.MALFORMED));
    }

    @Test
    void goesOneWayOnly() throws FormatException {
        byte[] back = Samples.deltaFile(NEW, OLD);
        assertThat(Samples.applied(NEW, back)).isEqualTo(OLD);
        FilterFile old = Samples.open(OLD);
        Delta delta = Delta.open(MemorySegment.ofArray(back));
        assertThat(FormatErrors.of(() -> Samples.bytesOf(channel -> delta.apply(old, channel))).reason())
                .isEqualTo(Reason.WRONG_BASE);
    }

    @Test
    void appliesToTheSignedBase() throws FormatException {
        assertThat(Samples.applied(Samples.signed(OLD, new byte[] {'x'}), DELTA)).isEqualTo(NEW);
    }

    @Test
    void refusesAFlatFileOnEitherSide() throws FormatException {
        byte[] flat = Samples.flatFile(SPEC, 3, OLD_KEYS);
        assertThat(FormatErrors.of(() -> Samples.deltaFile(flat, NEW)).reason()).isEqualTo(Reason.OTHER_TYPE);
        assertThat(FormatErrors.of(() -> Samples.deltaFile(OLD, flat)).reason()).isEqualTo(Reason.OTHER_TYPE);
        assertThat(FormatErrors.of(() -> Samples.applied(flat, DELTA)).reason()).isEqualTo(Reason.OTHER_TYPE);
    }

    @Test
    void opensNothingButADelta() {
        for (byte[] file : new byte[][] {OLD, Samples.flatFile(SPEC, 3, OLD_KEYS), libraryFile()}) {
            assertThat(FormatErrors.of(() -> Delta.open(MemorySegment.ofArray(file))))
                    .hasMessageContaining("expected a delta")
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.OTHER_TYPE));
        }
    }

    @Test
    void isNotCutBetweenLists() {
        for (KeySpec other : new KeySpec[] {new KeySpec(1, 36, 5), new KeySpec(1, 40, SPEC.seed()),
            new KeySpec(2, 36, SPEC.seed())}) {
            byte[] file = Samples.packedFile(other, 3, OLD_KEYS);
            assertThat(FormatErrors.of(() -> Samples.deltaFile(OLD, file))).hasMessageContaining("they must be equal")
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.WRONG_BASE));
        }
    }

    /// A delta that is refused before it is applied leaves its output as empty as it was; none touches its base.
    @Test
    void writesNothingForAWrongBaseAndNothingOverAnyBase() throws Exception {
        Path basePath = Files.write(folder.resolve("base"), NEW);
        Path result = folder.resolve("result");
        Delta delta = Delta.open(MemorySegment.ofArray(DELTA));
        try (FilterFile base = FilterFile.open(basePath); FileChannel out = newFile(result)) {
            FormatErrors.of(() -> delta.apply(base, out));
            assertThat(Files.size(result)).isZero();
        }
        assertThat(Files.readAllBytes(basePath)).isEqualTo(NEW);
        Files.write(basePath, OLD);
        try (FilterFile base = FilterFile.open(basePath); FileChannel out = newFile(folder.resolve("other"))) {
            delta.apply(base, out);
        }
        assertThat(Files.readAllBytes(basePath)).isEqualTo(OLD);
        assertThat(Files.readAllBytes(folder.resolve("other"))).isEqualTo(NEW);
    }

    @ParameterizedTest
    @CsvSource({"56, -1", "56, 9223372036854775807", "56, 68719476737", "56, 4", "56, 6", "80, -1", "80, 6", "80, 1",
        "80, 9223372036854775807", "88, -1", "88, 7", "88, 2", "88, 9223372036854775807", "96, -1",
        "96, 9223372036854775807", "96, 1000", "40, 5", "40, 68719476736", "40, 9223372036854775807", "48, 0",
        "48, 1099511627777", "104, 1", "116, 1"})
    void refusesHeadersThatContradictThemselves(int at, long value) {
        byte[] delta = Mutations.withField(DELTA, at, 8, value);
        assertThat(FormatErrors.of(() -> Delta.open(MemorySegment.ofArray(delta))).reason())
                .isEqualTo(Reason.MALFORMED);
    }

    /// Sums that come out right, with rows that cannot: refused before anything of their size is made.
    @Test
    void refusesRowsThatHaveNoRoom() throws FormatException {
        byte[] delta = Mutations.withField(Mutations.withField(DELTA, 88, 8, 1L << 35), 40, 8, (1L << 35) + 3);
        assertThat(FormatErrors.of(() -> Delta.open(MemorySegment.ofArray(delta))))
                .hasMessageContaining("added keys need at least");
        byte[] removing = Mutations.withField(
                Mutations.withField(Mutations.withField(DELTA, 56, 8, 1L << 35), 80, 8, 1L << 34), 40, 8,
                (1L << 34) + 3);
        assertThat(FormatErrors.of(() -> Delta.open(MemorySegment.ofArray(removing))))
                .hasMessageContaining("removed positions need at least");
        Mutations.requireFrugal(Mutations.allowedFor(delta),
                () -> FormatErrors.of(() -> Delta.open(MemorySegment.ofArray(delta))));
    }

    @Test
    void refusesABorderBetweenTheRowsThatIsElsewhere() {
        long removedLength = MemorySegment.ofArray(DELTA)
                .get(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 96);
        for (long other : new long[] {removedLength - 1, removedLength + 1}) {
            refusesApplying(Mutations.withField(DELTA, 96, 8, other), Reason.MALFORMED, "");
        }
    }

    @Test
    void refusesToAddWhatIsThere() throws FormatException {
        // Adds 20 to a file of 10, 30, 40, 50 and 60; given the file that has it already, by a sender who made it fit.
        byte[] without = Samples.packedFile(SPEC, 3, 10, 30, 40, 50, 60);
        byte[] with = Samples.packedFile(SPEC, 3, 10, 20, 30, 40, 50, 60);
        byte[] delta = Mutations.withField(Samples.deltaFile(without, with), 64, 8,
                Samples.open(OLD).envelope().checksums());
        refusesApplying(delta, Reason.MALFORMED, "added key 20 is already in the base");
    }

    @Test
    void refusesAResultItWasNotCutFor() throws FormatException {
        refusesApplying(Mutations.withField(DELTA, 72, 8, 0), Reason.CHECKSUM, "the delta was cut for");
        refusesApplying(Mutations.withField(DELTA, 48, 8, 5), Reason.CHECKSUM, "the delta was cut for");
    }

    @Test
    void refusesRowsThatBreakTheirCode() throws FormatException {
        byte[] body = Mutations.body(DELTA);
        refusesApplying(Mutations.withBody(DELTA, Arrays.copyOf(body, body.length + 1)), Reason.MALFORMED,
                "added keys");
        byte[] ones = body.clone();
        Arrays.fill(ones, (byte) 0xff);
        refusesApplying(Mutations.withBody(DELTA, ones), Reason.MALFORMED, "");
        refusesApplying(Mutations.withBody(DELTA, new byte[body.length]), Reason.MALFORMED, "");
    }

    /// All positions are there, and so is a byte that means nothing: a delta has one form.
    @Test
    void refusesAByteBetweenTheRows() {
        byte[] body = Mutations.body(DELTA);
        int border = (int) MemorySegment.ofArray(DELTA)
                .get(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 96);
        byte[] longer = new byte[body.length + 1];
        System.arraycopy(body, 0, longer, 0, border);
        System.arraycopy(body, border, longer, border + 1, body.length - border);
        refusesApplying(Mutations.withField(Mutations.withBody(DELTA, longer), 96, 8, border + 1L), Reason.MALFORMED,
                "removed positions");
    }

    /// Keys come in so large a row that the first of them are written before the row turns out to be broken.
    @Test
    void refusesARowThatBreaksLate() throws FormatException {
        byte[] large = Samples.packedFile(SPEC, 3, Samples.randomKeys(new Random(1), 36, 20_000));
        byte[] delta = Samples.deltaFile(OLD, large);
        byte[] body = Mutations.body(delta);
        refusesApplying(Mutations.withBody(delta, Arrays.copyOf(body, body.length - 1)), Reason.MALFORMED,
                "added keys");
    }

    /// A delta to an empty file whose row of removed positions leaves keys: the code for no keys has no low bits, and
    /// the gap before the first key would have been gigabytes of zeros.
    @Test
    void writesNoMoreKeysThanItPromised() throws FormatException {
        byte[] base = Samples.packedFile(SPEC, 3, 1L << 35, (1L << 36) - 1);
        byte[] delta = Samples.deltaFile(base, Samples.packedFile(SPEC, 3));
        byte[] body = Mutations.body(delta);
        assertThat(body).containsExactly(0b11); // two gaps of none, in a code without low bits
        FilterFile opened = Samples.open(base);
        for (int rows : new int[] {0b10, 0, 0b110, 0b1}) {
            Delta hostile = Delta.open(MemorySegment.ofArray(Mutations.withBody(delta, new byte[] {(byte) rows})));
            byte[] left = FormatErrors.fileLeftBy(channel -> hostile.apply(opened, channel));
            assertThat(left).hasSizeLessThan(100);
            assertThat(FormatErrors.of(() -> Samples.bytesOf(channel -> hostile.apply(opened, channel))).reason())
                    .isEqualTo(Reason.MALFORMED);
        }
    }

    private static void refusesBase(byte[] base) {
        assertThat(FormatErrors.of(() -> Samples.applied(base, DELTA))).hasMessageContaining("delta is for a file of 5")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.WRONG_BASE));
    }

    private static void refusesApplying(byte[] delta, Reason reason, String why) {
        assertThat(FormatErrors.of(() -> Samples.applied(OLD, delta))).hasMessageContaining(why)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    }

    private static byte[] libraryFile() {
        byte[] file = Mutations.withField(DELTA, 3, 1, 'L'); // a header as long as a delta's
        assertThat(file[3]).isEqualTo((byte) 'L');
        return file;
    }

    private static byte[] deltaFile(byte[] from, byte[] to) {
        try {
            return Samples.deltaFile(from, to);
        } catch (FormatException e) {
            throw new AssertionError(e);
        }
    }

    private static FileChannel newFile(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }
}
