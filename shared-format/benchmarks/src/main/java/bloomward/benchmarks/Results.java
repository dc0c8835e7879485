package bloomward.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The measurements of one program over several JVMs.
final class Results {

    private final List<Map<String, Double>> runs = new ArrayList<>();

    void add(Map<String, Double> run) {
        runs.add(run);
    }

    Set<String> names() {
        return runs.getFirst().keySet();
    }

    double median(String name) {
        return Cpu.percentile(all(name), 50);
    }

    /// The range from the smallest to the largest.
    String spread(String name) {
        return Table.text(Cpu.percentile(all(name), 0)) + "-" + Table.text(Cpu.percentile(all(name), 100));
    }

    private double[] all(String name) {
        return runs.stream().mapToDouble(run -> Objects.requireNonNull(run.get(name), name)).toArray();
    }
}
