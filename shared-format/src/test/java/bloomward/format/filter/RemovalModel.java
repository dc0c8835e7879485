package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/// Random adds and removals, on a filter and on a bag that is always right.
final class RemovalModel {

    private final RemovableFilter filter;
    private final long seed;
    private final SplittableRandom random;
    private final Map<Long, Integer> bag = new HashMap<>();

    RemovalModel(RemovableFilter filter, long seed) {
        this.filter = filter;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    /// @param universe how many different entries there are
    /// @param mostCopies how often each is put in at most
    void run(int steps, int universe, int mostCopies) {
        for (int step = 0; step < steps; step++) {
            long hash = HashMix.of(random.nextInt(universe));
            int copies = bag.getOrDefault(hash, 0);
            boolean adds = random.nextInt(100) < (step / 1000 % 2 == 0 ? 70 : 30); // it fills and empties by turns
            if (adds && copies < mostCopies) {
                add(hash, copies);
            } else if (copies > 0) {
                remove(hash, copies);
            } else if (!filter.mightContain(hash)) {
                long before = filter.estimatedCount();
                assertThat(filter.remove(hash)).as("step %d, seed %d", step, seed).isFalse();
                assertThat(filter.estimatedCount()).isEqualTo(before);
            }
            if (step % 500 == 0) {
                missesNothing();
            }
        }
        missesNothing();
    }

    void removeAll() {
        bag.forEach((hash, copies) -> {
            for (int i = 0; i < copies; i++) {
                assertThat(filter.remove(hash)).as("seed %d", seed).isTrue();
            }
        });
        bag.clear();
    }

    void missesNothing() {
        assertThat(bag.keySet()).as("seed %d", seed).allMatch(filter::mightContain);
    }

    int size() {
        return bag.values().stream().mapToInt(Integer::intValue).sum();
    }

    private void add(long hash, int copies) {
        try {
            boolean seemedNew = filter.add(hash);
            assertThat(copies == 0 || !seemedNew).as("a member is never new, seed %d", seed).isTrue();
            bag.put(hash, copies + 1);
        } catch (FilterFullException e) {
            missesNothing();
        }
    }

    private void remove(long hash, int copies) {
        if (!filter.remove(hash)) {
            assertThat(filter instanceof CountingFilter counting && counting.fullCounters() > 0)
                    .as("only full counters hold an entry back, seed %d", seed)
                    .isTrue();
            assertThat(filter.mightContain(hash)).as("seed %d", seed).isTrue();
        }
        if (copies == 1) {
            bag.remove(hash);
        } else {
            bag.put(hash, copies - 1);
        }
    }
}
