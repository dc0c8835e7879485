package bloomward.benchmarks;

import bloomward.benchmarks.contender.Contenders;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// Compares all contenders in several rounds, each in a fresh JVM, and reports the medians.
final class LookupRun {

    private LookupRun() {}

    static void million(Options options) throws IOException, InterruptedException {
        run(options, 1_000_000, options.quick() ? 1 : 5, 3, options.quick() ? 1_000_000 : 10_000_000);
    }

    static void tenMillion(Options options) throws IOException, InterruptedException {
        run(options, 10_000_000, options.quick() ? 1 : 5, 1, options.quick() ? 1_000_000 : 4_000_000);
    }

    private static void run(Options options, int keys, int rounds, int builds, long asked)
            throws IOException, InterruptedException {
        // Always compacted; otherwise remains of the keys would be counted with the filter.
        Jvm jvm = Jvm.with("-XX:+UseSerialGC", "-Xmx6g", "-XX:MarkSweepAlwaysCompactCount=1");
        Map<String, Results> all = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String name : options.contenders()) {
                all.computeIfAbsent(name, _ -> new Results())
                        .add(jvm.run(LookupWorker.class, name, keys, builds, asked));
            }
        }
        Table table = new Table("filter", "negative ns", "of all JVMs", "x Guava", "positive ns", "x Guava", "build ms",
                "bits/key", "heap MB", "mapped MB", "measured rate", "B/look-up");
        Results guava = all.getOrDefault(Contenders.GUAVA, new Results());
        all.forEach((name, results) -> {
            double negative = results.median("negative ns");
            double positive = results.median("positive ns");
            table.row(name, negative, results.spread("negative ns"), guava.median("negative ns") / negative, positive,
                    guava.median("positive ns") / positive, results.median("build ms"), results.median("bits"),
                    results.median("heap") / 1e6, results.median("mapped") / 1e6, results.median("rate"),
                    results.median("allocated"));
        });
        table.print("%,d keys, thread CPU time, median of %d JVMs".formatted(keys, rounds));
    }
}
