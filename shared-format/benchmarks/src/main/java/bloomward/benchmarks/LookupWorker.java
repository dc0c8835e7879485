package bloomward.benchmarks;

import bloomward.benchmarks.contender.Contender;
import bloomward.benchmarks.contender.Contenders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Measures one contender. Arguments: its name, the number of keys, of builds, and of absent keys looked up for the
/// rate.
final class LookupWorker {

    private static final int SLICE = 8192;
    private static final int POOL = 1_000_000 / SLICE * SLICE;
    private static final long MEASURED_NANOS = 1_500_000_000;
    /// Numbers of keys that are never added.
    private static final long STRANGERS = 1L << 40;

    private LookupWorker() {}

    static void main(String[] args) throws IOException {
        int count = Integer.parseInt(args[1]);
        int builds = Integer.parseInt(args[2]);
        long asked = Long.parseLong(args[3]);

        byte[][] keys = Keys.urls(0, 1, count);
        Contender.Builder builder = Contenders.named(args[0]);
        double fastestBuild = Double.MAX_VALUE;
        for (int build = 1; build < builds; build++) {
            fastestBuild = Math.min(fastestBuild, timed(builder, keys));
        }
        long before = Cpu.reachableBytes();
        long start = Cpu.threadNanos();
        try (Contender contender = builder.build(keys)) {
            fastestBuild = Math.min(fastestBuild, (double) (Cpu.threadNanos() - start));
            System.out.println("build ms " + fastestBuild / 1e6);
            System.out.println("heap " + (Cpu.reachableBytes() - before));
            System.out.println("mapped " + contender.mappedBytes());
            System.out.println("bits " + (double) contender.sizeInBits() / count);
            keys = new byte[0][];
            measure(contender, count, asked);
        }
    }

    private static double timed(Contender.Builder builder, byte[][] keys) throws IOException {
        long start = Cpu.threadNanos();
        try (Contender _ = builder.build(keys)) {
            return Cpu.threadNanos() - start;
        }
    }

    private static void measure(Contender contender, int count, long asked) {
        byte[][] members = Keys.urls(0, Math.max(1, count / POOL), Math.min(POOL, count));
        if (contender.hits(members, 0, members.length) != members.length) {
            throw new IllegalStateException("does not contain what was put in");
        }
        long falseHits = 0;
        for (long first = 0; first < asked; first += SLICE) {
            falseHits += contender.hits(Keys.urls(STRANGERS + first, 1, SLICE), 0, SLICE);
        }
        System.out.println("rate " + falseHits / (Math.ceil((double) asked / SLICE) * SLICE));

        byte[][] strangers = Keys.urls(2 * STRANGERS, 1, POOL);
        List<Double> positive = new ArrayList<>();
        List<Double> negative = new ArrayList<>();
        long allocated = Cpu.allocatedBytes();
        long end = Cpu.threadNanos() + MEASURED_NANOS;
        while (Cpu.threadNanos() < end) {
            for (int from = 0; from + SLICE <= members.length; from += SLICE) {
                positive.add(nanos(contender, members, from));
                negative.add(nanos(contender, strangers, from));
            }
        }
        allocated = Cpu.allocatedBytes() - allocated;
        System.out.println("positive ns " + p10(positive));
        System.out.println("negative ns " + p10(negative));
        // The lists of results above account for a fraction of a byte.
        System.out.println("allocated " + Math.floor(allocated / (2.0 * SLICE * positive.size())));
    }

    private static double nanos(Contender contender, byte[][] keys, int from) {
        long start = Cpu.threadNanos();
        int hits = contender.hits(keys, from, from + SLICE);
        long end = Cpu.threadNanos();
        if (hits < 0) {
            throw new AssertionError(); // and so the hits are needed
        }
        return (double) (end - start) / SLICE;
    }

    private static double p10(List<Double> values) {
        return Cpu.percentile(values.stream().mapToDouble(Double::doubleValue).toArray(), 10);
    }
}
