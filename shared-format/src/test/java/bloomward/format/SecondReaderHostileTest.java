package bloomward.format;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatErrors.Attempt;
import bloomward.format.Mutations.Mutant;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.FilterKind;
import bloomward.format.filter.MutableFilter;
import bloomward.format.filter.MutableFilters;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Damaged and hostile files: the second reader refuses what this library refuses, for the same reason.
final class SecondReaderHostileTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden/v1");
    private static final String OK = "ok";
    private static final int END_OF_LIST_FIELDS = 56;
    private static final int END_OF_DELTA_FIELDS = 104;
    private static final int END_OF_LIBRARY_FIELDS = 72;

    private final SecondReader reader = new SecondReader();
    private final Map<String, Integer> outcomes = new HashMap<>();

    @Test
    void damagedFilters() throws Exception {
        byte[] packed = Files.readAllBytes(GOLDEN.resolve("ten.packed.bloom"));
        byte[] flat = Samples.flatFile(Samples.SPEC, 2, 5, 77);
        Stream<Mutant> mutants = Stream
                .of(Mutations.flips(packed), Mutations.cuts(packed), Mutations.appended(packed),
                        Mutations.flips(flat, 0, 60, 1), Mutations.cuts(flat, 0, 60))
                .flatMap(s -> s);
        for (Mutant mutant : mutants.toList()) {
            expectFilter(mutant.bytes());
        }
        agrees("ok", "TRUNCATED", "CHECKSUM", "NOT_OUR_FILE", "MALFORMED", "TOO_NEW");
    }

    @Test
    void hostileFilters() throws Exception {
        byte[][] seeds = {Samples.packedFile(Samples.SPEC, 1), Samples.packedFile(Samples.SPEC, 1, 77), packed(16, 200),
            packed(36, 60), packed(56, 300),
            Samples.flatFile(Samples.SPEC, 5, Samples.randomKeys(new Random(4), 36, 100))};
        FuzzLoop.run(3_000, random -> expectFilter(
                Mutations.hostile(random, seeds[random.nextInt(seeds.length)], 24, END_OF_LIST_FIELDS)));
        agrees("ok", "MALFORMED", "TOO_NEW");
    }

    @Test
    void hostileLibraryFiles() throws Exception {
        byte[][] seeds = new byte[6][];
        int made = 0;
        for (FilterKind kind : FilterKind.values()) {
            if (kind != FilterKind.PACKED && kind != FilterKind.FLAT) {
                MutableFilter filter = MutableFilters.of(kind, kind == FilterKind.SCALABLE ? 20 : 100, 0.01);
                new Random(made).longs(90).forEach(filter::add);
                seeds[made++] = Samples
                        .bytesOf(channel -> FilterFile.writeLibrary(channel, Samples.SPEC.hash(), filter));
            }
        }
        FuzzLoop.run(3_000, random -> {
            byte[] file = Mutations.hostile(random, seeds[random.nextInt(seeds.length)], 24, END_OF_LIBRARY_FIELDS);
            expect(() -> Samples.open(file).close(), "parse", "library", SecondReader.hex(file));
        });
        agrees("ok", "MALFORMED", "TOO_NEW");
    }

    @Test
    void hostileDeltas() throws Exception {
        byte[] base = packed(36, 60);
        byte[] delta = Samples.deltaFile(base, packed(36, 90));
        byte[] narrow = packed(16, 300);
        byte[] narrowDelta = Samples.deltaFile(narrow, packed(16, 280));
        FuzzLoop.run(3_000, random -> {
            boolean isNarrow = random.nextBoolean();
            byte[] mutant = Mutations.hostile(random, isNarrow ? narrowDelta : delta, 24, END_OF_DELTA_FIELDS);
            byte[][] result = new byte[1][];
            String reason = reasonOf(() -> result[0] = Samples.applied(isNarrow ? narrow : base, mutant));
            count(reason);
            reader.expect(reason.equals(OK) ? SecondReader.hex(result[0]) : reason, "apply",
                    SecondReader.hex(isNarrow ? narrow : base), SecondReader.hex(mutant));
            expect(() -> Delta.open(MemorySegment.ofArray(mutant)), "parse", "delta", SecondReader.hex(mutant));
        });
        agrees("ok", "MALFORMED", "TOO_NEW", "WRONG_BASE", "CHECKSUM");
    }

    @Test
    void otherTypesThanAreNeeded() throws Exception {
        byte[] packed = packed(36, 60);
        byte[] delta = Samples.deltaFile(packed, packed(36, 90));
        expectFilter(delta);
        for (byte[] file : new byte[][] {packed, Samples.flatFile(Samples.SPEC, 1, 7),
            Mutations.withField(packed, 8, 2, 2), Mutations.withField(packed, 27, 1, 57)}) {
            expect(() -> Delta.open(MemorySegment.ofArray(file)), "parse", "delta", SecondReader.hex(file));
            byte[] damaged = file.clone();
            damaged[60] ^= 1;
            expect(() -> Delta.open(MemorySegment.ofArray(damaged)), "parse", "delta", SecondReader.hex(damaged));
        }
        agrees("OTHER_TYPE", "TOO_NEW", "CHECKSUM");
    }

    @Test
    void damagedConfirmAnswers() throws Exception {
        byte[] answer = Files.readAllBytes(GOLDEN.resolve("ten.confirm"));
        ConfirmRoot root = ConfirmRoot
                .ofDigest(HexFormat.of().parseHex("de95521862f35145578617f9b50dd246327fc36736d01f01bb253650d2460d69"));
        for (Mutant mutant : Stream.of(Mutations.flips(answer), Mutations.cuts(answer), Mutations.appended(answer))
                .flatMap(s -> s)
                .toList()) {
            expectAnswer(mutant.bytes(), root, 2, 3);
        }
        agrees("MALFORMED", "TOO_NEW", "TOO_OLD", "TRUNCATED", "NOT_OUR_FILE", "OTHER_QUESTION", "UNPROVEN");
    }

    /// With no bits, the root is the hash of the leaf: any content of the leaf is proven.
    @Test
    void hostileLeaves() throws Exception {
        byte[] answer = Files.readAllBytes(GOLDEN.resolve("ten.confirm"));
        byte[] leaf = Arrays.copyOfRange(answer, 24, answer.length - 64);
        leaf[0] = 0;
        Fuzz.seeded(10, 2048).startingFrom(leaf).run(3_000, bytes -> {
            if (bytes.length < 8) {
                return OK;
            }
            byte[] whole = ByteBuffer.allocate(24 + bytes.length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(answer, 0, 8)
                    .putInt(1)
                    .putInt(0)
                    .putInt(bytes.length)
                    .putInt(0)
                    .put(bytes)
                    .array();
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update((byte) 0);
            return expectAnswer(whole, ConfirmRoot.ofDigest(sha256.digest(bytes)), 0, 0);
        });
        agrees("4", "MALFORMED", "TOO_NEW");
    }

    private String expectAnswer(byte[] answer, ConfirmRoot root, int bits, int bucket) {
        int[] records = new int[1];
        String reason = reasonOf(
                () -> records[0] = ConfirmAnswer.parse(answer).prove(root, new BucketBits(bits), bucket).count());
        String outcome = reason.equals(OK) ? String.valueOf(records[0]) : reason;
        count(outcome);
        reader.expect(outcome, "confirm", root.toString(), String.valueOf(bits), String.valueOf(bucket),
                SecondReader.hex(answer));
        return outcome;
    }

    private void expectFilter(byte[] file) {
        expect(() -> Samples.open(file).close(), "parse", "filter", SecondReader.hex(file));
    }

    private void expect(Attempt attempt, String... question) {
        String reason = reasonOf(attempt);
        count(reason);
        reader.expect(reason, question);
    }

    private void count(String outcome) {
        outcomes.merge(outcome, 1, Integer::sum);
    }

    private void agrees(String... seen) throws IOException, InterruptedException {
        assertThat(outcomes).containsKeys(seen);
        reader.agrees();
    }

    private static String reasonOf(Attempt attempt) {
        try {
            attempt.run();
            return OK;
        } catch (FormatException e) {
            return e.reason().name();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] packed(int width, int count) {
        return Samples.packedFile(new KeySpec(1, width, 0), 3, Samples.randomKeys(new Random(count), width, count));
    }
}
