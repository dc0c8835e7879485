package bloomward.benchmarks;

import bloomward.format.FormatException;
import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.PackedFilter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Compares the sizes of our deltas with their entropy and the patches of general tools, and measures applying one.
final class DeltaRun {

    private static final String OURS = "**our delta**, whole file";
    private static final String ENTROPY = "entropy of the change of keys";

    private final Path folder;
    private final List<Tool> tools;

    private DeltaRun(Path folder, List<Tool> tools) {
        this.folder = folder;
        this.tools = tools;
    }

    static void sizes(Options options) throws IOException, InterruptedException {
        List<Tool> tools = Arrays.stream(Tool.values()).filter(Tool::isInstalled).toList();
        inFolder(tools, run -> {
            run.sizes(Series.random(1_000_000, 500));
            run.sizes(Series.random(1_000_000, 10_000));
            if (options.data().isEmpty()) {
                System.out.println("\nThe real series are left out: they need --data, the folder of real lists.");
                return;
            }
            int most = options.quick() ? 5 : Integer.MAX_VALUE;
            run.sizes(Series.real(options.data().orElseThrow(), "churn-urlhaus-12h", most));
            run.sizes(Series.real(options.data().orElseThrow(), "churn-scam-daily", most));
        });
    }

    static void applying(Options options) throws IOException, InterruptedException {
        inFolder(List.of(), run -> {
            run.sizes(Series.random(1_000_000, 10_000));
            run.applying(options.quick() ? 1 : 9);
        });
    }

    /// An action on files in a folder.
    private interface Work {
        void run(DeltaRun run) throws IOException, FormatException, InterruptedException;
    }

    private static void inFolder(List<Tool> tools, Work work) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("bloomward");
        try {
            work.run(new DeltaRun(folder, tools));
        } catch (FormatException e) {
            throw new IllegalStateException(e);
        } finally {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    /// Cuts, applies and compares the delta of each step. Leaves the files of the last one for [#applying].
    private void sizes(Series series) throws IOException, FormatException, InterruptedException {
        // One block count for all versions; otherwise two flat files would have nothing in common.
        int most = series.versions().stream().mapToInt(keys -> keys.length).max().orElseThrow();
        long blocks = FlatSizing.blocksFor(series.spec(), most, 1e-3);
        Map<String, List<Double>> sizes = new LinkedHashMap<>();
        write(series, blocks, 0);
        long changes = 0;
        for (int version = 1; version < series.versions().size(); version++) {
            for (String form : List.of("packed", "flat")) {
                Files.move(path("new." + form), path("old." + form), StandardCopyOption.REPLACE_EXISTING);
            }
            write(series, blocks, version);
            Delta delta = cutAndApply();
            changes += delta.removedCount() + delta.addedCount();
            add(sizes, ENTROPY, entropyInBytes(delta));
            add(sizes, OURS, (double) Files.size(path("delta")));
            for (Tool tool : tools) {
                for (String form : List.of("packed", "flat")) {
                    add(sizes, tool.title() + ", " + form + " file",
                            (double) tool.sizeInBytes(path("old." + form), path("new." + form), path("patch")));
                }
            }
        }
        print(series, sizes, changes);
    }

    private void write(Series series, long blocks, int version) throws IOException {
        long[] keys = series.versions().get(version);
        PackedFilter packed = PackedFilter.of(series.spec(), blocks, keys, keys.length);
        try (FileChannel packedOut = create("new.packed"); FileChannel flatOut = create("new.flat")) {
            FilterFile.writePacked(packedOut, packed);
            FilterFile.writeFlat(flatOut, packed);
        }
    }

    /// The delta of a step, whose result was compared with the new files, byte for byte.
    private Delta cutAndApply() throws IOException, FormatException {
        try (FilterFile from = FilterFile.open(path("old.packed"));
                FilterFile to = FilterFile.open(path("new.packed"));
                FileChannel deltaOut = create("delta");
                FileChannel packedOut = create("applied.packed");
                FileChannel flatOut = create("applied.flat")) {
            Delta.cut(from, to, deltaOut);
            Delta delta = Delta.open(MemorySegment.ofArray(Files.readAllBytes(path("delta"))));
            delta.apply(from, packedOut);
            try (FilterFile applied = FilterFile.open(path("applied.packed"))) {
                FilterFile.writeFlat(flatOut, applied.packed());
            }
            for (String form : List.of("packed", "flat")) {
                if (Files.mismatch(path("applied." + form), path("new." + form)) != -1) {
                    throw new IllegalStateException("applied " + form + " file differs");
                }
            }
            return delta;
        }
    }

    /// log2 of the number of ways to choose the removed among the old keys and the added among the possible ones.
    private static double entropyInBytes(Delta delta) {
        double possible = Math.pow(2, delta.result().spec().width()) - delta.baseEntries();
        return (log2Choices((double) delta.baseEntries(), delta.removedCount())
                + log2Choices(possible, delta.addedCount())) / 8;
    }

    private static double log2Choices(double many, long chosen) {
        double sum = 0;
        for (long i = 0; i < chosen; i++) {
            sum += Math.log((many - i) / (i + 1));
        }
        return sum / Math.log(2);
    }

    private static void add(Map<String, List<Double>> sizes, String name, double size) {
        sizes.computeIfAbsent(name, _ -> new ArrayList<>()).add(size);
    }

    private static void print(Series series, Map<String, List<Double>> sizes, long changes) {
        Table table = new Table("", "total bytes", "median", "bytes a change", "x ours");
        double ours = total(sizes.getOrDefault(OURS, List.of()));
        sizes.forEach((name, all) -> table.row(name, total(all),
                Cpu.percentile(all.stream().mapToDouble(Double::doubleValue).toArray(), 50), total(all) / changes,
                total(all) / ours));
        table.print("%s: %d steps, %,d changes of keys, all applied results equal".formatted(series.title(),
                series.versions().size() - 1, changes));
    }

    private static double total(List<Double> sizes) {
        return sizes.stream().mapToDouble(Double::doubleValue).sum();
    }

    private void applying(int rounds) throws IOException, InterruptedException {
        Table table = new Table("CPU ms", "C1", "of all JVMs", "C2", "of all JVMs");
        Results c1 = new Results();
        Results c2 = new Results();
        for (int round = 0; round < rounds; round++) {
            c1.add(Jvm.with("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1").run(ApplyWorker.class, folder));
            c2.add(Jvm.with("-XX:+UseSerialGC").run(ApplyWorker.class, folder));
        }
        for (String name : c1.names()) {
            table.row(name, c1.median(name), c1.spread(name), c2.median(name), c2.spread(name));
        }
        table.print("Applying +-1 %% at 1,000,000 keys: open delta, apply, open result, write flat; median of %d JVMs"
                .formatted(rounds));
    }

    private FileChannel create(String name) throws IOException {
        return FileChannel.open(path(name), StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private Path path(String name) {
        return folder.resolve(name);
    }
}
