package bloomward.benchmarks;

import bloomward.format.FormatException;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.FlatBuilder;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/// Measures each step of building our files. Arguments: number of keys, repetitions.
final class BuildWorker {

    private static final String HASH = "hash keys";
    private static final String SORT = "sort keys";
    private static final String PACK = "pack sorted keys (and read them through once)";
    private static final String WRITE_PACKED = "write packed file";
    private static final String READY = "packed bytes to a ready flat filter, all checks";
    private static final String WRITE_FLAT = "write flat file from packed filter";
    private static final String OPEN_FLAT = "open flat file, all checks";
    private static final String UNSORTED = "flat filter from unsorted hashes";

    static final List<String> STEPS = List.of(HASH, SORT, PACK, WRITE_PACKED, READY, WRITE_FLAT, OPEN_FLAT, UNSORTED);

    private static final int WARM_UP = 5;

    private final double[][] millis;
    private int repetition;

    private BuildWorker(int repetitions) {
        this.millis = new double[STEPS.size()][repetitions];
    }

    static void main(String[] args) throws IOException, FormatException {
        int repetitions = Integer.parseInt(args[1]);
        byte[][] keys = Keys.urls(0, 1, Integer.parseInt(args[0]));
        BuildWorker worker = new BuildWorker(repetitions);
        for (worker.repetition = -WARM_UP; worker.repetition < repetitions; worker.repetition++) {
            worker.build(keys);
        }
        for (int step = 0; step < STEPS.size(); step++) {
            System.out.println(STEPS.get(step) + " p10 " + Cpu.percentile(worker.millis[step], 10));
            System.out.println(STEPS.get(step) + " median " + Cpu.percentile(worker.millis[step], 50));
        }
    }

    /// A timed step.
    private interface Work<T> {
        T result() throws IOException, FormatException;
    }

    private <T> T step(String name, Work<T> work) throws IOException, FormatException {
        long start = Cpu.threadNanos();
        T result = work.result();
        if (repetition >= 0) {
            millis[STEPS.indexOf(name)][repetition] = (Cpu.threadNanos() - start) / 1e6;
        }
        return result;
    }

    private void build(byte[][] keys) throws IOException, FormatException {
        KeySpec spec = new KeySpec(0, KeySpec.widthFor(keys.length), 1);
        KeyHash hash = spec.keyHash();
        long[] hashes = new long[keys.length];
        step(HASH, () -> {
            for (int i = 0; i < keys.length; i++) {
                hashes[i] = hash.of(keys[i]);
            }
            return hashes;
        });
        long[] sorted = new long[keys.length];
        Arrays.setAll(sorted, i -> spec.keyOf(hashes[i]));
        step(SORT, () -> {
            Arrays.sort(sorted);
            return sorted;
        });
        long[] distinct = Arrays.stream(sorted).distinct().toArray();
        long blocks = FlatSizing.blocksFor(spec, distinct.length, 1e-3);
        PackedFilter packed = step(PACK, () -> PackedFilter.of(spec, blocks, distinct, distinct.length));
        Path packedPath = Files.createTempFile("bloomward", ".packed");
        Path flatPath = Files.createTempFile("bloomward", ".flat");
        try (FileChannel packedOut = open(packedPath); FileChannel flatOut = open(flatPath)) {
            step(WRITE_PACKED, () -> FilterFile.writePacked(packedOut, packed));
            MemorySegment bytes = MemorySegment.ofArray(Files.readAllBytes(packedPath));
            try (Arena arena = Arena.ofShared()) {
                step(READY, () -> FlatFilter.of(FilterFile.open(bytes).packed(), arena));
            }
            step(WRITE_FLAT, () -> FilterFile.writeFlat(flatOut, packed));
            step(OPEN_FLAT, () -> {
                FilterFile.open(flatPath).close();
                return flatPath;
            });
            try (Arena arena = Arena.ofShared()) {
                MemorySegment words = arena.allocate(blocks * FlatFilter.BLOCK_IN_BYTES, FlatFilter.BLOCK_IN_BYTES);
                step(UNSORTED, () -> {
                    FlatBuilder builder = FlatBuilder.into(spec, words);
                    for (long one : hashes) {
                        builder.add(one);
                    }
                    return builder.finish();
                });
            }
            if (repetition == 0) {
                System.out.println("packed bits " + 8.0 * packedOut.size() / distinct.length);
                System.out.println("flat bits " + 8.0 * flatOut.size() / distinct.length);
            }
        } finally {
            Files.delete(packedPath);
            Files.delete(flatPath);
        }
    }

    private static FileChannel open(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
}
