package bloomward.server.draft.search;

import java.util.OptionalLong;
import java.util.TreeMap;

/// The changes that brought the entries of a source, counted in bounded memory: where they are too many, neighbours are counted
/// together under the first of them.
final class EntryAges {

    private static final int MOST_STEPS = 4096;

    private TreeMap<Long, Step> steps = new TreeMap<>();
    private int shift;
    private long total;

    private record Step(long first, long count) {

        Step and(Step other) {
            return new Step(Math.min(first, other.first), count + other.count);
        }
    }

    void add(long change) {
        total++;
        steps.merge(change >> shift, new Step(change, 1), Step::and);
        while (steps.size() > MOST_STEPS) {
            shift++;
            TreeMap<Long, Step> coarser = new TreeMap<>();
            steps.values().forEach(step -> coarser.merge(step.first >> shift, step, Step::and));
            steps = coarser;
        }
    }

    /// The change by which a share of the entries had come; the first one for 0.
    OptionalLong quantile(double share) {
        long passed = 0;
        for (Step step : steps.values()) {
            passed += step.count;
            if (passed >= share * total) {
                return OptionalLong.of(step.first);
            }
        }
        return OptionalLong.empty();
    }
}
