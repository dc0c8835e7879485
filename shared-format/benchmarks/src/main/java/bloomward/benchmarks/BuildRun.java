package bloomward.benchmarks;

import java.io.IOException;

/// Measures the steps from keys to files.
final class BuildRun {

    private BuildRun() {}

    static void run(Options options) throws IOException, InterruptedException {
        run(1_000_000, options.quick() ? 1 : 3, 30);
        if (!options.quick()) {
            run(10_000_000, 2, 8);
        }
    }

    private static void run(int keys, int rounds, int repetitions) throws IOException, InterruptedException {
        Results results = new Results();
        for (int round = 0; round < rounds; round++) {
            results.add(Jvm.with("-XX:+UseSerialGC", "-Xmx6g").run(BuildWorker.class, keys, repetitions));
        }
        Table table = new Table("step", "p10", "median");
        for (String step : BuildWorker.STEPS) {
            table.row(step, results.median(step + " p10"), results.median(step + " median"));
        }
        table.print("%,d keys, warm, CPU ms; sizes: packed %.3f, flat %.3f bits an entry".formatted(keys,
                results.median("packed bits"), results.median("flat bits")));
    }
}
