package bloomward.benchmarks;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Measures whole URLs as in an agent: canonicalised, expanded, hashed and looked up in a filter of a million real
/// names.
final class UrlRun {

    private static final Map<String, Jvm> JVMS = new LinkedHashMap<>();

    static {
        JVMS.put("C2", Jvm.with("-XX:+UseSerialGC", "-Xmx2g"));
        JVMS.put("C1", Jvm.with("-XX:+UseSerialGC", "-Xmx2g", "-XX:TieredStopAtLevel=1"));
    }

    private UrlRun() {}

    static void run(Options options) throws IOException, InterruptedException {
        if (options.data().isEmpty()) {
            System.out.println("\nLeft out: needs --data, the folder of real lists.");
            return;
        }
        int rounds = options.quick() ? 1 : 5;
        int passes = options.quick() ? 10 : 40;
        Table table = new Table("step", "compiler", "order", "median ns", "p10 ns", "medians of all JVMs", "million/s",
                "B/URL");
        Results results = new Results();
        for (Map.Entry<String, Jvm> jvm : JVMS.entrySet()) {
            for (String order : List.of("file", "shuffled")) {
                results = new Results();
                for (int round = 0; round < rounds; round++) {
                    results.add(jvm.getValue().run(UrlWorker.class, options.data().orElseThrow(), order, passes));
                }
                for (UrlWorker.Step step : UrlWorker.Step.values()) {
                    double median = results.median(step.title() + " median");
                    table.row(step.title(), jvm.getKey(), order, median, results.median(step.title() + " p10"),
                            results.spread(step.title() + " median"), 1000 / median,
                            results.median(step.title() + " bytes"));
                }
            }
        }
        table.print("%,.0f benign URLs, flat filter of %,.0f entries, one thread, CPU time"
                .formatted(results.median("urls"), results.median("entries")));
        System.out.printf(
                "%.2f expressions a URL and the exact form; %.0f URLs unjudgeable; %.3f %% of the URLs hit;"
                        + " %.3f %% of them allocate%n",
                results.median("expressions"), results.median("unjudgeable"), results.median("hits") * 100,
                results.median("allocating") * 100);
    }
}
