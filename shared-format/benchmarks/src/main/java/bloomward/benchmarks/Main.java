package bloomward.benchmarks;

import java.io.IOException;
import org.openjdk.jmh.runner.RunnerException;

/// Runs the requested benchmarks and prints tables.
final class Main {

    private Main() {}

    static void main(String[] args) throws IOException, InterruptedException, RunnerException {
        Options options;
        try {
            options = Options.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(Options.USAGE);
            System.exit(2);
            return;
        }
        System.out.printf("JDK %s (%s), %d processors%n", Runtime.version(), System.getProperty("java.vm.name"),
                Runtime.getRuntime().availableProcessors());
        for (String part : options.parts()) {
            System.out.println("\n## " + part);
            switch (part) {
                case "lookup" -> LookupRun.million(options);
                case "large" -> LookupRun.tenMillion(options);
                case "url" -> UrlRun.run(options);
                case "reach" -> ReachRun.run(options);
                case "browsers" -> BrowserRun.run(options);
                case "delta" -> DeltaRun.sizes(options);
                case "apply" -> DeltaRun.applying(options);
                case "build" -> BuildRun.run(options);
                case "billion" -> BillionRun.run(options);
                case "jmh" -> LookupBenchmark.run(options);
                default -> throw new AssertionError(part);
            }
        }
    }
}
