package bloomward.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// Measures a billion keys at 1 %: built from unsorted hashes, written, opened with all checks, looked up.
final class BillionRun {

    private BillionRun() {}

    static void run(Options options) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("bloomward");
        try {
            Map<String, Double> values = Jvm.with("-XX:+UseSerialGC", "-Xmx64m")
                    .run(BillionWorker.class, options.keys(), folder.resolve("billion.flat"));
            Table table = new Table("", "value");
            values.forEach((name, value) -> table.row(name, String.format(Locale.ROOT, "%,.4f", value)));
            table.print("%,d keys at 1 %%, one thread".formatted(options.keys()));
        } finally {
            Files.deleteIfExists(folder.resolve("billion.flat"));
            Files.delete(folder);
        }
    }
}
