package bloomward.server.store;

import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import bloomward.format.url.Expression;
import bloomward.server.store.EntryTable.Staging;
import bloomward.server.store.place.StorePlace;
import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.zip.GZIPInputStream;

/// The cost of the works on a large list in SQLite and in PostgreSQL, by turns. No test: `benchmarks/run stores` starts it.
///
/// Time of the wall, and of processors: this process and, for PostgreSQL, all of the database's. The store is on a disk, everything
/// durable. The first round warms up and does not count.
final class StoreMeasures {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int ONE_MORE = 50;

    private final List<String> hosts;
    private final long database;
    private final Map<String, Map<String, List<Cost>>> costs = new LinkedHashMap<>();

    /// @param millis of the wall
    /// @param cpuMillis of all processors together
    private record Cost(double millis, double cpuMillis) {}

    private StoreMeasures(List<String> hosts, long database) {
        this.hosts = hosts;
        this.database = database;
    }

    /// @param args a gzip file of one host a line, how many of them, how many rounds, a folder, the password's file, the
    ///     process of the database (0 if it is elsewhere), and an address for each round and the one before
    public static void main(String[] args) throws IOException {
        int rounds = Integer.parseInt(args[2]);
        StoreMeasures measures = new StoreMeasures(hosts(Path.of(args[0]), Integer.parseInt(args[1])),
                Long.parseLong(args[5]));
        Path folder = Path.of(args[3]);
        for (int round = 0; round <= rounds; round++) {
            Path own = Files.createDirectory(folder.resolve("round-" + round));
            measures.round("SQLite", StorePlace.sqlite(own.resolve("store.db")));
            measures.round("PostgreSQL", StorePlace.postgres(PostgresAddress.parse(args[6 + round]),
                    Optional.of(Path.of(args[4])), Files.createDirectory(own.resolve("other")).resolve("store.db")));
            if (round == 0) {
                measures.costs.clear();
            }
        }
        measures.print(System.out);
    }

    private static List<String> hosts(Path file, int count) throws IOException {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return in.lines().limit(count).toList();
        }
    }

    private void round(String kind, StorePlace place) throws IOException {
        try (PublisherStore store = place.open()) {
            long list = store.write((Tables tables) -> tables.lists()
                    .create(new ListRow(0, "bad", new Category("malware"), new KeySpec(1, 36, -7), 1_000_000, false, 1,
                            NOW))
                    .id());
            long source = store.write(
                    (Tables tables) -> tables.lists().source(list, "feed", SourceKind.IMPORT, Optional.empty()).id());
            // One host of a hundred comes a change later, and another one leaves with it.
            long first = time(kind, "import", () -> stage(store, list, source, hosts, 0));
            time(kind, "scan", () -> store.read((Tables tables) -> {
                long[] count = {0};
                tables.entries().scan(list, first, (_, _) -> count[0]++);
                return count[0];
            }));
            time(kind, "diff of all", () -> diff(store, list, 0, first));
            time(kind, "entries with their terms", () -> store.read((Tables tables) -> {
                long[] count = {0};
                tables.entries().entries(list, first, EntryTable.Wanted.ALL, _ -> count[0]++ >= 0);
                return count[0];
            }));
            long second = time(kind, "1 % comes, 1 % goes", () -> stage(store, list, source, hosts, 1));
            time(kind, "diff of 2 %", () -> diff(store, list, first, second));
            time(kind, "changes of 2 %", () -> store.read((Tables tables) -> {
                long[] count = {0};
                tables.entries().changes(list, first, second, EntryTable.Wanted.ALL, (_, _, _) -> count[0]++ >= 0);
                return count[0];
            }));
            time(kind, "histories of all", () -> store.read((Tables tables) -> {
                EntryTable.Spans spans = tables.entries().spans(list, 0);
                long count = 0;
                while (spans.advance()) {
                    count++;
                }
                return count;
            }));
            for (int i = 0; i < ONE_MORE; i++) {
                String host = "one-more-" + i + ".example/";
                time(kind, "one more", () -> store.write((Tables tables) -> {
                    Staging staging = tables.entries().stage(list, source);
                    staging.add(new Expression(host), Optional.empty(), Optional.empty());
                    long change = tables.lists().begin(new Change(0, list, NOW, "anna", "test"));
                    staging.apply(change, false);
                    return change;
                }));
            }
        }
    }

    private static long stage(PublisherStore store, long list, long source, List<String> hosts, int without)
            throws IOException {
        try (Gathering gathering = store.gather()) {
            for (int i = 0; i < hosts.size(); i++) {
                if (i % 100 != without) {
                    gathering.add(new Expression(hosts.get(i) + "/"), Optional.empty(), Optional.empty());
                }
            }
            gathering.sort();
            return store.write((Tables tables) -> {
                Staging staging = tables.entries().stage(list, source, gathering);
                long change = tables.lists().begin(new Change(0, list, NOW, "anna", "test"));
                staging.apply(change, true);
                return change;
            });
        }
    }

    private static long diff(PublisherStore store, long list, long from, long to) throws IOException {
        return store.read((Tables tables) -> {
            long[] count = {0};
            tables.entries().diff(list, from, to, (_, _, _) -> count[0]++);
            return count[0];
        });
    }

    /// Does something and keeps its time.
    @FunctionalInterface
    private interface Work {
        long run() throws IOException;
    }

    private long time(String kind, String name, Work work) throws IOException {
        long usedBefore = cpuNanos();
        long began = System.nanoTime();
        long result = work.run();
        double took = (System.nanoTime() - began) / 1e6;
        costs.computeIfAbsent(name, _ -> new LinkedHashMap<>())
                .computeIfAbsent(kind, _ -> new ArrayList<>())
                .add(new Cost(took, (cpuNanos() - usedBefore) / 1e6));
        return result;
    }

    /// Of this process and of the database's, which live as long as a round.
    private long cpuNanos() throws IOException {
        long nanos = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        for (ProcessHandle process : ProcessHandle.of(database).stream().flatMap(ProcessHandle::children).toList()) {
            Path file = Path.of("/proc", Long.toString(process.pid()), "schedstat");
            try {
                nanos += Long.parseLong(Files.readString(file).split(" ", 2)[0]);
            } catch (NoSuchFileException _) {
                // it has just ended
            }
        }
        return nanos;
    }

    private void print(PrintStream out) {
        out.println("| work | SQLite, ms | PostgreSQL, ms | ratio | SQLite, CPU ms | PostgreSQL, CPU ms | ratio |");
        out.println("|---|---:|---:|---:|---:|---:|---:|");
        costs.forEach((name, kinds) -> out.printf("| %s | %s | %s |%n", name, compared(kinds, Cost::millis),
                compared(kinds, Cost::cpuMillis)));
    }

    private static String compared(Map<String, List<Cost>> kinds, ToDoubleFunction<Cost> figure) {
        double sqlite = median(kinds.getOrDefault("SQLite", List.of()), figure);
        double postgres = median(kinds.getOrDefault("PostgreSQL", List.of()), figure);
        return "%,.1f | %,.1f | %.2f".formatted(sqlite, postgres, postgres / sqlite);
    }

    private static double median(List<Cost> values, ToDoubleFunction<Cost> figure) {
        double[] sorted = values.stream().mapToDouble(figure).sorted().toArray();
        return sorted.length % 2 == 1
                ? sorted[sorted.length / 2]
                : Arrays.stream(sorted, sorted.length / 2 - 1, sorted.length / 2 + 1).average().orElseThrow();
    }
}
