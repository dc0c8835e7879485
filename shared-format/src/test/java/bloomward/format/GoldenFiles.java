package bloomward.format;

import bloomward.format.confirm.Bucket;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.BucketWriter;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.key.FullHash;
import bloomward.format.key.KeySpec;
import bloomward.format.url.Scope;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Made the golden files of version 1, once. It refuses to write over a file that is there: published files are frozen.
///
/// `java ... bloomward.format.GoldenFiles shared-format/src/test/resources/golden/v1`
final class GoldenFiles {

    static final KeySpec SPEC = new KeySpec(1, 36, 0x626c_6f6f_6d77_6172L);

    /// The same keys, of the newer rules for URLs.
    static final KeySpec CANONICAL_2 = new KeySpec(2, SPEC.width(), SPEC.seed());

    static final List<String> TEN = List.of("evil.example/", "www.evil.example/", "evil.example/a/",
            "evil.example/a/b.html", "evil.example/login?user=1", " evil.example/only-this-page",
            "xn--e1afmkfd.evil.example/", "malware.test/", "192.0.2.1/", "[2001:db8::1]/");

    /// Two of the ten are gone, three are new.
    static final List<String> ELEVEN = Stream
            .concat(TEN.stream().skip(2), Stream.of("phish.invalid/", "evil.example/new/", "198.51.100.7/payload.bin"))
            .toList();

    static final byte[] NOTE = "bloomward manifest 1\nevil.example\nA dummy: no signature follows.\n"
            .getBytes(StandardCharsets.UTF_8);

    static final long BLOCKS_OF_TEN = 3;
    static final long BLOCKS_OF_ELEVEN = 4;

    /// More than a list of ten would have, so that there is a proof.
    static final BucketBits BITS_OF_TEN = new BucketBits(2);
    /// The bucket of `evil.example/`.
    static final int BUCKET_OF_EVIL = 3;

    private GoldenFiles() {}

    public static void main(String[] arguments) throws Exception {
        writeInto(Path.of(arguments[0]));
    }

    static void writeInto(Path folder) throws IOException, FormatException {
        for (Map.Entry<String, byte[]> file : files().entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }
    }

    /// The increasing keys of expressions.
    static long[] keysOf(List<String> expressions) {
        return expressions.stream()
                .mapToLong(text -> SPEC.keyOf(SPEC.keyHash().of(text)))
                .sorted()
                .distinct()
                .toArray();
    }

    /// Path below the folder, and content.
    private static Map<String, byte[]> files() throws FormatException {
        byte[] ten = Samples.packedFile(SPEC, BLOCKS_OF_TEN, keysOf(TEN));
        byte[] eleven = Samples.packedFile(SPEC, BLOCKS_OF_ELEVEN, keysOf(ELEVEN));
        byte[] flat = Samples.flatFile(SPEC, BLOCKS_OF_TEN, keysOf(TEN));
        byte[] delta = Samples.deltaFile(ten, eleven);
        Map<String, byte[]> files = new TreeMap<>();
        files.put("ten.packed", ten);
        files.put("eleven.packed", eleven);
        files.put("empty.packed", Samples.packedFile(SPEC, 1));
        files.put("ten.flat", flat);
        files.put("ten-to-eleven.delta", delta);
        byte[] newerRules = Samples.packedFile(CANONICAL_2, BLOCKS_OF_TEN, keysOf(TEN));
        files.put("ten-canonical-2.packed", newerRules);
        files.put("ten-canonical-2.flat", Samples.flatFile(CANONICAL_2, BLOCKS_OF_TEN, keysOf(TEN)));
        files.put("ten.packed.bloom", Samples.signed(ten, NOTE));
        files.put("ten.flat.bloom", Samples.signed(flat, NOTE));

        files.put("bad/not-ours.packed", "evil.example/\n".getBytes(StandardCharsets.UTF_8));
        files.put("bad/empty-file.packed", new byte[0]);
        files.put("bad/cut-in-the-header.packed", Arrays.copyOf(ten, 40));
        files.put("bad/cut-in-the-body.packed", Arrays.copyOf(ten, ten.length - 9));
        files.put("bad/flipped-in-the-header.packed", flipped(ten, 40));
        files.put("bad/flipped-in-the-body.packed", flipped(ten, 70));
        files.put("bad/flipped-in-a-block.flat", flipped(flat, 4100));
        files.put("bad/too-new.packed", Mutations.withField(ten, 8, 2, 2));
        files.put("bad/too-old.packed", Mutations.withField(ten, 8, 2, 0));
        files.put("bad/unknown-hash.packed", Mutations.withField(ten, 26, 1, 2));
        files.put("bad/reserved-byte.packed", Mutations.withField(ten, 28, 1, 1));
        files.put("bad/wide-key.packed", Mutations.withField(ten, 27, 1, 57));
        files.put("bad/one-key-more.packed", Mutations.withField(ten, 40, 8, 11));
        files.put("bad/padding.packed", withLastBodyBit(ten));
        files.put("bad/no-blocks.flat", Mutations.withField(flat, 48, 8, 0));
        files.put("bad/byte-behind-the-end.packed", Arrays.copyOf(ten, ten.length + 1));
        files.put("bad/cut-in-the-trailer.packed.bloom",
                Arrays.copyOf(files.get("ten.packed.bloom"), ten.length + NOTE.length + 15));
        files.put("bad/cut.delta", Arrays.copyOf(delta, delta.length - 1));
        files.put("bad/sum-of-entries.delta", Mutations.withField(delta, 80, 8, 1));
        files.put("bad/wrong-base.delta", Samples.deltaFile(eleven, ten));
        files.put("bad/other-canonical.delta",
                Samples.deltaFile(newerRules, Samples.packedFile(CANONICAL_2, BLOCKS_OF_ELEVEN, keysOf(ELEVEN))));
        files.put("bad/other-result.delta", Mutations.withField(delta, 72, 8, 0));
        files.put("bad/adds-what-is-there.delta", addsWhatIsThere(ten));
        files.put("bad/row-cut.delta",
                Mutations.withBody(delta, Arrays.copyOf(Mutations.body(delta), Mutations.body(delta).length - 1)));
        files.put("ten.confirm", confirmAnswer(BUCKET_OF_EVIL));
        byte[] answer = files.get("ten.confirm");
        files.put("bad/cut-in-the-proof.confirm", Arrays.copyOf(answer, answer.length - 1));
        files.put("bad/byte-behind-the-end.confirm", Arrays.copyOf(answer, answer.length + 1));
        files.put("bad/flipped-in-the-leaf.confirm", flipped(answer, 60));
        files.put("bad/flipped-in-the-proof.confirm", flipped(answer, answer.length - 1));
        files.put("bad/other-bucket.confirm", confirmAnswer(BUCKET_OF_EVIL ^ 1));
        files.put("bad/too-new.confirm", withByte(answer, 8, 2));
        return files;
    }

    /// A listing for each of the ten: of the scope that its expression has, malware if its
    /// length is even, else phishing.
    static List<ConfirmRecord> recordsOfTen() {
        return TEN.stream().map(text -> {
            Scope scope = text.startsWith(" ")
                    ? Scope.EXACT
                    : text.indexOf('/') == text.length() - 1 ? Scope.HOST : Scope.PREFIX;
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return new ConfirmRecord(FullHash.of(bytes, 0, bytes.length), scope,
                    new Category(text.length() % 2 == 0 ? "malware" : "phishing"));
        }).toList();
    }

    static byte[] confirmAnswer(int bucket) {
        BucketWriter writer = new BucketWriter(BITS_OF_TEN, OutputStream.nullOutputStream());
        List<ConfirmRecord> inBucket = recordsOfTen().stream()
                .filter(record -> BITS_OF_TEN.bucketOf(record.hash()) == bucket)
                .toList();
        try {
            for (ConfirmRecord record : recordsOfTen().stream().sorted().toList()) {
                writer.add(record);
            }
            return ConfirmAnswer.of(writer.finish().tree(), Bucket.of(BITS_OF_TEN, bucket, inBucket)).toBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] flipped(byte[] file, int at) {
        byte[] flipped = file.clone();
        flipped[at] ^= 1;
        return flipped;
    }

    private static byte[] withByte(byte[] file, int at, int value) {
        byte[] changed = file.clone();
        changed[at] = (byte) value;
        return changed;
    }

    private static byte[] withLastBodyBit(byte[] file) {
        byte[] body = Mutations.body(file);
        body[body.length - 1] |= (byte) 0x80;
        return Mutations.withBody(file, body);
    }

    /// A delta for ten keys that adds one of them, and says that it is for them.
    private static byte[] addsWhatIsThere(byte[] ten) throws FormatException {
        long[] keys = keysOf(TEN);
        long[] without = LongStream
                .concat(Arrays.stream(keys, 1, keys.length), LongStream.of(keys[keys.length - 1] + 1))
                .toArray();
        long[] with = LongStream.concat(LongStream.of(keys[0]), Arrays.stream(without)).toArray();
        byte[] delta = Samples.deltaFile(Samples.packedFile(SPEC, BLOCKS_OF_TEN, without),
                Samples.packedFile(SPEC, BLOCKS_OF_TEN, with));
        return Mutations.withField(delta, 64, 8, Samples.open(ten).envelope().checksums());
    }
}
