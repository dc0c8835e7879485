package bloomward.format.delta;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.FuzzLoop;
import bloomward.format.Mutations;
import bloomward.format.Samples;
import bloomward.format.file.Envelope;
import bloomward.format.file.FilterFile;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Deltas by a sender who computes checksums and knows the base: refused as a FormatException, before or while applied.
final class DeltaFuzz {

    private static final int END_OF_FIELDS = 104;
    private static final int RESULT_CHECKSUMS_AT = 72;
    /// An apply needs its writer's buffers, its readers' windows and a part of its result.
    private static final long ALLOWED_TO_APPLY = 256 * 1024;

    @TempDir
    private static Path folder;

    private static byte[][] bases = {};
    private static byte[][] deltas = {};

    @BeforeAll
    static void makeSeeds() throws FormatException {
        Random random = new Random(1);
        byte[] none = Samples.packedFile(Samples.SPEC, 1);
        byte[] some = packed(random, 36, 100);
        byte[] others = packed(random, 36, 120);
        byte[] dense = packed(random, 16, 30_000);
        byte[] denser = packed(random, 16, 40_000);
        bases = new byte[][] {none, some, some, some, dense};
        deltas = new byte[][] {Samples.deltaFile(none, some), Samples.deltaFile(some, none),
            Samples.deltaFile(some, others), Samples.deltaFile(some, some), Samples.deltaFile(dense, denser)};
    }

    @Test
    void survivesHostileDeltas() {
        FuzzLoop.run(10_000, DeltaFuzz::applyOne);
    }

    private static void applyOne(Random random) throws IOException, FormatException {
        int which = random.nextInt(bases.length);
        byte[] hostile = Mutations.hostile(random, deltas[which], Envelope.FIRST_FIELD, END_OF_FIELDS);
        FilterFile base = Samples.open(bases[which]);
        // He fits the delta to its base, which the mutation may have undone; one of ten times he forgets.
        byte[] delta = random.nextInt(10) == 0
                ? hostile
                : Mutations.withField(Mutations.withField(hostile, 64, 8, base.envelope().checksums()), 24, 8,
                        headerOf(bases[which], 24));
        Path result = folder.resolve("result");
        try (FileChannel out = FileChannel.open(result, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            FormatException[] refusal = new FormatException[1];
            Mutations.requireFrugal(Mutations.allowedFor(delta) + ALLOWED_TO_APPLY,
                    () -> refusal[0] = apply(delta, base, out));
            assertThat(out.size()).as("size of the result").isLessThan(8L * (delta.length + bases[which].length));
            if (refusal[0] != null && refusal[0].reason() == Reason.CHECKSUM) {
                // All rows were sound: with the checksums he wants it makes a file, and that is one that opens.
                MemorySegment made = MemorySegment.ofArray(Samples.bytesOf(again -> {
                    try {
                        Delta.open(MemorySegment.ofArray(delta)).apply(base, again);
                    } catch (FormatException e) {
                        assertThat(e.reason()).isEqualTo(Reason.CHECKSUM);
                    }
                }));
                long checksums = FilterFile.open(made).envelope().checksums();
                byte[] fitting = Mutations.withField(delta, RESULT_CHECKSUMS_AT, 8, checksums);
                assertThat(Samples.applied(bases[which], fitting)).isEqualTo(made.toArray(ValueLayout.JAVA_BYTE));
            }
        }
    }

    private static FormatException apply(byte[] delta, FilterFile base, FileChannel out) {
        try {
            Delta.open(MemorySegment.ofArray(delta)).apply(base, out);
            return new FormatException(Reason.NOT_OUR_FILE, "none: it was accepted");
        } catch (FormatException e) {
            return e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long headerOf(byte[] file, int at) {
        return MemorySegment.ofArray(file).get(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), at);
    }

    private static byte[] packed(Random random, int width, int count) {
        KeySpec spec = new KeySpec(1, width, Samples.SPEC.seed());
        return Samples.packedFile(spec, 3, Samples.randomKeys(random, width, count));
    }
}
