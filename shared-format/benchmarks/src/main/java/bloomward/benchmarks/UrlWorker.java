package bloomward.benchmarks;

import bloomward.format.FormatException;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.Filter;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.lookup.UrlFilter;
import bloomward.format.lookup.UrlLookup;
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/// Measures whole URLs. Arguments: folder of lists, `file` or `shuffled`, passes over all URLs.
final class UrlWorker {

    private static final int WARM_UP = 10;
    private static final KeySpec SPEC = new KeySpec(UrlExpressions.CANONICAL, 36, 1);

    private final UrlExpressions url = new UrlExpressions();
    private final KeyHash hash = SPEC.keyHash();
    private final Filter filter;
    private final UrlLookup lookup = new UrlLookup();
    private final UrlFilter entries;

    private UrlWorker(FilterFile file) throws FormatException {
        this.filter = file.filter();
        this.entries = UrlFilter.of(file);
    }

    /// The measured steps.
    enum Step {
        CANONICAL("canonicalise and expand"), ONE_BY_ONE("whole, ask one by one"), LOOKUP("whole, UrlLookup");

        private final String title;

        Step(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    static void main(String[] args) throws IOException, FormatException {
        Path data = Path.of(args[0]);
        List<String> lines = new ArrayList<>(Lists.lines(data.resolve("benign-urls.txt.gz")));
        if (args[1].equals("shuffled")) {
            Collections.shuffle(lines, new Random(1));
        }
        // Made in the order of use, so that the runs differ in branch prediction, not in memory layout.
        byte[][] urls = lines.stream().map(Lists::bytes).toArray(byte[][]::new);
        try (FilterFile file = flat(Lists.keys(Lists.lines(data.resolve("domains-1m.txt.gz")), SPEC))) {
            new UrlWorker(file).measure(urls, Integer.parseInt(args[2]));
        }
    }

    private static FilterFile flat(long[] keys) throws IOException, FormatException {
        System.out.println("entries " + keys.length);
        long blocks = FlatSizing.blocksFor(SPEC, keys.length, 1e-3);
        Path path = Files.createTempFile("bloomward", ".flat");
        try (FileChannel out = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            FilterFile.writeFlat(out, PackedFilter.of(SPEC, blocks, keys, keys.length));
            return FilterFile.open(path);
        } finally {
            Files.delete(path);
        }
    }

    private void measure(byte[][] urls, int passes) {
        Map<Step, double[]> nanos = new EnumMap<>(Step.class);
        Map<Step, Long> bytes = new EnumMap<>(Step.class);
        for (int pass = -WARM_UP; pass < passes; pass++) {
            for (Step step : Step.values()) {
                long allocated = Cpu.allocatedBytes();
                long start = Cpu.threadNanos();
                int hits = hits(step, urls);
                double time = (double) (Cpu.threadNanos() - start) / urls.length;
                bytes.put(step, Cpu.allocatedBytes() - allocated);
                nanos.computeIfAbsent(step, _ -> new double[passes])[Math.max(pass, 0)] = time;
                if (hits < 0) {
                    throw new AssertionError(hits); // and so the hits are needed
                }
            }
        }
        for (Step step : Step.values()) {
            double[] all = Objects.requireNonNull(nanos.get(step));
            System.out.println(step.title() + " median " + Cpu.percentile(all, 50));
            System.out.println(step.title() + " p10 " + Cpu.percentile(all, 10));
            System.out.println(step.title() + " bytes " + (double) bytes.getOrDefault(step, 0L) / urls.length);
        }
        count(urls);
    }

    private int hits(Step step, byte[][] urls) {
        return switch (step) {
            case CANONICAL -> canonical(urls);
            case ONE_BY_ONE -> oneByOne(urls);
            case LOOKUP -> lookUp(urls);
        };
    }

    private int canonical(byte[][] urls) {
        int ends = 0;
        for (byte[] bytes : urls) {
            if (url.read(bytes).isEmpty()) {
                ends ^= url.end() + url.count(); // needs both
            }
        }
        return ends;
    }

    private int oneByOne(byte[][] urls) {
        int hits = 0;
        for (byte[] bytes : urls) {
            if (url.read(bytes).isEmpty() && oneByOne()) {
                hits++;
            }
        }
        return hits;
    }

    private boolean oneByOne() {
        byte[] buffer = url.buffer();
        boolean hit = false;
        for (int i = 0; i < url.count(); i++) {
            hit |= filter.mightContain(hash.of(buffer, url.start(i), url.end(i) - url.start(i)));
        }
        return hit;
    }

    private int lookUp(byte[][] urls) {
        int hits = 0;
        for (byte[] bytes : urls) {
            if (lookup.read(bytes, 0, bytes.length).isEmpty() && !lookup.find(entries).isEmpty()) {
                hits++;
            }
        }
        return hits;
    }

    /// The figures that need no clock.
    private void count(byte[][] urls) {
        long expressions = 0;
        int unjudgeable = 0;
        int allocating = 0;
        int hits = 0;
        for (byte[] bytes : urls) {
            long allocated = Cpu.allocatedBytes();
            boolean judgeable = url.read(bytes).isEmpty();
            boolean hit = judgeable && oneByOne();
            if (Cpu.allocatedBytes() != allocated) {
                allocating++;
            }
            unjudgeable += judgeable ? 0 : 1;
            hits += hit ? 1 : 0;
            expressions += url.count();
        }
        System.out.println("hits " + (double) hits / urls.length);
        System.out.println("urls " + urls.length);
        System.out.println("expressions " + (double) expressions / urls.length);
        System.out.println("unjudgeable " + unjudgeable);
        System.out.println("allocating " + (double) allocating / urls.length);
    }
}
