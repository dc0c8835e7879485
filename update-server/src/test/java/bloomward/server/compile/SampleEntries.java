package bloomward.server.compile;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.BucketWriter;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.FullHash;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.url.Scope;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Lists of entries, and the plain way to compile them.
final class SampleEntries {

    static final KeySpec SPEC = new KeySpec(1, 36, 0x5eed);
    static final int RATE = 1000;
    static final Category MALWARE = new Category("malware");
    static final Category PHISHING = new Category("phishing");

    record Sample(String expression, Category category) {
        byte[] bytes() {
            return expression.getBytes(US_ASCII);
        }
    }

    /// The results of a compilation, in memory.
    @SuppressWarnings("ArrayRecordComponent")
    record Bytes(byte[] packed, byte[] flat, byte[] leaves, String root) {}

    private SampleEntries() {}

    /// Hosts, directories and pages, of which every tenth has a second category.
    static List<Sample> samples(int from, int to) {
        List<Sample> samples = new ArrayList<>();
        for (int i = from; i < to; i++) {
            String expression = switch (i % 3) {
                case 0 -> "n" + i + ".example/";
                case 1 -> "n" + i + ".example/dir/";
                default -> " n" + i + ".example/page?q=" + i;
            };
            samples.add(new Sample(expression, i % 2 == 0 ? MALWARE : PHISHING));
            if (i % 10 == 0) {
                samples.add(new Sample(expression, PHISHING));
            }
        }
        return samples;
    }

    static Compiled compile(Path folder, ConfirmFiles confirm, CompileLimits limits, List<Sample> samples)
            throws IOException, CompileException {
        try (ListCompiler compiler = new ListCompiler(SPEC, RATE, Files.createDirectories(folder.resolve("scratch")),
                limits)) {
            byte[] buffer = new byte[1 << 16];
            for (Sample sample : samples) {
                byte[] bytes = sample.bytes();
                System.arraycopy(bytes, 0, buffer, 7, bytes.length);
                compiler.add(buffer, 7, bytes.length, sample.category());
            }
            return compiler.finish(folder.resolve("packed"), folder.resolve("flat"), confirm);
        }
    }

    static Compiled compile(Path folder, List<Sample> samples) throws IOException, CompileException {
        return compile(folder, ConfirmFiles.open(folder.resolve("confirm")), new CompileLimits(2, 1 << 30, 1 << 30),
                samples);
    }

    /// The bytes as the classes of the format make them of entries in memory.
    static Bytes reference(Path folder, List<Sample> samples) throws IOException {
        KeyHash hash = SPEC.keyHash();
        long[] keys = samples.stream()
                .mapToLong(sample -> SPEC.keyOf(hash.of(sample.bytes())))
                .sorted()
                .distinct()
                .toArray();
        long blocks = FlatSizing.blocksFor(SPEC, keys.length, RATE / 1e6);
        PackedFilter packed = PackedFilter.of(SPEC, blocks, keys, keys.length);
        TreeSet<ConfirmRecord> records = new TreeSet<>();
        for (Sample sample : samples) {
            byte[] bytes = sample.bytes();
            records.add(new ConfirmRecord(FullHash.of(bytes, 0, bytes.length), Scope.of(bytes, 0, bytes.length),
                    sample.category()));
        }
        Path leaves = folder.resolve("reference.leaves");
        String root;
        try (OutputStream out = Files.newOutputStream(leaves)) {
            BucketWriter writer = new BucketWriter(BucketBits.forEntries(keys.length), out);
            for (ConfirmRecord record : records) {
                writer.add(record);
            }
            root = writer.finish().tree().root().toString();
        }
        Path packedFile = folder.resolve("reference.packed");
        Path flatFile = folder.resolve("reference.flat");
        try (FileChannel out = FileChannel.open(packedFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileChannel flatOut = FileChannel.open(flatFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            FilterFile.writePacked(out, packed);
            FilterFile.writeFlat(flatOut, packed);
        }
        return new Bytes(Files.readAllBytes(packedFile), Files.readAllBytes(flatFile), Files.readAllBytes(leaves),
                root);
    }
}
