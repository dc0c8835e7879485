package bloomward.benchmarks;

import bloomward.format.FormatException;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.FlatBuilder;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.FlatSizing;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Builds and measures one very large flat file. Arguments: number of keys, file to write.
///
/// A key is its number as eight bytes, hashed like any other key.
final class BillionWorker {

    private static final int WIDTH = 48;
    private static final int BATCH = 64;
    private static final int SLICE = 8192;
    private static final int SLICES = 2000;

    private final KeyHash hash;
    private final byte[] key = new byte[Long.BYTES];
    private final ByteBuffer number = ByteBuffer.wrap(key);

    private BillionWorker(KeyHash hash) {
        this.hash = hash;
    }

    static void main(String[] args) throws IOException, FormatException {
        long count = Long.parseLong(args[0]);
        Path path = Path.of(args[1]);
        KeySpec spec = new KeySpec(0, WIDTH, 1);
        BillionWorker worker = new BillionWorker(spec.keyHash());
        long clock = System.nanoTime();
        worker.build(spec, count, path);
        step("open with all checks", () -> FilterFile.open(path).close());
        System.out.println("all until opened, clock s " + (System.nanoTime() - clock) / 1e9);
        System.out.println("file GB " + Files.size(path) / 1e9);
        try (FilterFile file = FilterFile.open(path)) {
            FlatFilter filter = (FlatFilter) file.filter();
            System.out.println("bits a key " + (double) filter.sizeInBits() / count);
            worker.findsMembers(filter, count);
            worker.measure(filter, count);
        }
        System.out.println("resident memory at its peak, mapped file included, GB " + peakGigabytes());
    }

    /// A timed step.
    private interface Work {
        void run() throws IOException, FormatException;
    }

    private static void step(String name, Work work) throws IOException, FormatException {
        long cpu = Cpu.threadNanos();
        long clock = System.nanoTime();
        work.run();
        System.out.println(name + ", CPU s " + (Cpu.threadNanos() - cpu) / 1e9);
        System.out.println(name + ", clock s " + (System.nanoTime() - clock) / 1e9);
    }

    private void build(KeySpec spec, long count, Path path) throws IOException, FormatException {
        long blocks = FlatSizing.blocksFor(spec, count, 0.01);
        try (Arena arena = Arena.ofConfined();
                FileChannel out = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            FlatBuilder builder = FlatBuilder.into(spec,
                    arena.allocate(blocks * FlatFilter.BLOCK_IN_BYTES, FlatFilter.BLOCK_IN_BYTES));
            step("hash and build", () -> {
                for (long i = 0; i < count; i++) {
                    builder.add(hash(i));
                }
                builder.finish();
            });
            step("write file", () -> FilterFile.writeFlat(out, builder.finish()));
        }
    }

    private long hash(long i) {
        number.putLong(0, i);
        return hash.of(key);
    }

    private void findsMembers(FlatFilter filter, long count) {
        long step = Math.max(1, count / 1_000_000);
        for (long i = 0; i < count; i += step) {
            if (!filter.mightContain(hash(i))) {
                throw new IllegalStateException("does not contain what was put in");
            }
        }
    }

    private void measure(FlatFilter filter, long count) {
        double[] single = new double[SLICES];
        double[] batched = new double[SLICES];
        long[] hashes = new long[BATCH];
        long falseHits = 0;
        long next = count;
        for (int slice = 0; slice < SLICES; slice++) {
            long start = Cpu.threadNanos();
            for (int i = 0; i < SLICE; i++) {
                falseHits += filter.mightContain(hash(next++)) ? 1 : 0;
            }
            long middle = Cpu.threadNanos();
            for (int batch = 0; batch < SLICE / BATCH; batch++) {
                for (int i = 0; i < BATCH; i++) {
                    hashes[i] = hash(next++);
                }
                falseHits += Long.bitCount(filter.mightContainEach(hashes, 0, BATCH));
            }
            single[slice] = (double) (middle - start) / SLICE;
            batched[slice] = (double) (Cpu.threadNanos() - middle) / SLICE;
        }
        System.out.println("measured rate % " + 100.0 * falseHits / (next - count));
        System.out.println("strangers asked " + (next - count));
        System.out.println("negative look-up, one by one, ns " + Cpu.percentile(single, 10));
        System.out.println("negative look-up, 64 at once, ns " + Cpu.percentile(batched, 10));
    }

    private static double peakGigabytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return Double.NaN;
        }
        return Files.readAllLines(status)
                .stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024 / 1e9)
                .findFirst()
                .orElse(Double.NaN);
    }
}
