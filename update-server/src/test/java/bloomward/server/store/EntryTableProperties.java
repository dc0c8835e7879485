package bloomward.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Random histories, compared with sets that are simply kept for each change.
@OnEachStore
final class EntryTableProperties extends PublisherStoreContract {

    private static final int SOURCES = 3;

    /// Expression to the sources that list it.
    private static final class Model extends TreeMap<String, TreeSet<Long>> {

        private static final long serialVersionUID = 1;

        Model copy() {
            Model copy = new Model();
            forEach((expression, sources) -> copy.put(expression, new TreeSet<>(sources)));
            return copy;
        }

        void add(String expression, long source) {
            computeIfAbsent(expression, _ -> new TreeSet<>()).add(source);
        }

        void remove(String expression, long source) {
            computeIfPresent(expression, (_, sources) -> {
                sources.remove(source);
                return sources.isEmpty() ? null : sources;
            });
        }

        List<String> lines() {
            List<String> lines = new ArrayList<>();
            forEach((expression, sources) -> sources.forEach(source -> lines.add(expression + "=" + source)));
            return lines;
        }
    }

    /// The many names are changed in each of the ways within eight steps.
    @ParameterizedTest
    @CsvSource({"19, 8", "2, 25", "4, 25"})
    void keepsEveryStateThatEverWas(long seed, int steps) throws IOException {
        keepsEveryState(seed, steps);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {1, 3, 5, 6, 7, 8, 9, 11, 13})
    void keepsEveryStateThatEverWasOfMany(long seed) throws IOException {
        keepsEveryState(seed, 25);
    }

    private void keepsEveryState(long seed, int steps) throws IOException {
        Random random = new Random(seed);
        long list = newList("bad");
        List<Long> sources = new ArrayList<>();
        for (int i = 0; i < SOURCES; i++) {
            sources.add(newSource(list, "s" + i));
        }
        int names = seed % 2 == 0 ? 30 : 12_000; // more than a slice, and than are looked up singly
        List<Long> changes = new ArrayList<>(List.of(0L));
        List<Model> states = new ArrayList<>(List.of(new Model()));
        for (int i = 0; i < steps; i++) {
            Model next = states.getLast().copy();
            long source = sources.get(random.nextInt(SOURCES));
            List<String> some = some(random, names);
            int kind = random.nextInt(5);
            int target = random.nextInt(changes.size());
            long number = write(tables -> {
                long change = begin(tables, list);
                switch (kind) {
                    case 0, 1 -> {
                        EntryTable.Staging staging = stage(tables, list, source, some);
                        EntryTable.StagedDiff diff = staging.diff();
                        TreeSet<String> different = new TreeSet<>(some);
                        long kept = different.stream()
                                .filter(e -> states.getLast().getOrDefault(e, new TreeSet<>()).contains(source))
                                .count();
                        assertThat(diff.added()).isEqualTo(different.size() - kept);
                        assertThat(diff.kept()).isEqualTo(kept);
                        assertThat(staging.additions()).isEqualTo(new EntryTable.StagedDiff(diff.added(), kept, 0));
                        staging.apply(change, kind == 1);
                        if (kind == 1) {
                            List.copyOf(next.keySet()).forEach(expression -> next.remove(expression, source));
                        }
                        some.forEach(expression -> next.add(expression, source));
                    }
                    case 2 -> {
                        tables.entries().remove(list, source, all(some.toArray(String[]::new)), change);
                        some.forEach(expression -> next.remove(expression, source));
                    }
                    case 3 -> {
                        tables.entries().removeOfAll(list, all(some.toArray(String[]::new)), change);
                        some.forEach(next::remove);
                    }
                    default -> {
                        tables.entries().revert(list, changes.get(target), change);
                        next.clear();
                        next.putAll(states.get(target).copy());
                    }
                }
                return change;
            });
            changes.add(number);
            states.add(next);
            assertThat(scan(list, EntryTable.NOW)).as("seed %d, step %d, kind %d", seed, i, kind)
                    .isEqualTo(next.lines());
        }
        compareAll(seed, list, changes, states, random);
    }

    private static List<String> some(Random random, int names) {
        int count = random.nextInt(names);
        return random.ints(count, 0, names).mapToObj(i -> "h" + i + ".example/").toList();
    }

    private void compareAll(long seed, long list, List<Long> changes, List<Model> states, Random random)
            throws IOException {
        for (int i = 0; i < changes.size(); i++) {
            long change = changes.get(i);
            assertThat(scan(list, change)).as("seed %d, change %d", seed, change).isEqualTo(states.get(i).lines());
            assertThat(read((Tables tables) -> tables.entries().count(list, change))).isEqualTo(states.get(i).size());
            for (int other : List.of(random.nextInt(changes.size()), Math.max(0, i - 1))) {
                Model from = states.get(i);
                Model to = states.get(other);
                List<String> expected = difference(from, to);
                assertThat(diff(list, change, changes.get(other))).as("seed %d, from %d to %d", seed, i, other)
                        .isEqualTo(expected);
            }
        }
    }

    private static List<String> difference(Model from, Model to) {
        TreeMap<String, String> lines = new TreeMap<>();
        from.forEach((expression, sources) -> lines.put(expression, "-" + expression + "=" + sources.first()));
        to.forEach((expression, sources) -> {
            if (lines.remove(expression) == null) {
                lines.put(expression, "+" + expression + "=" + sources.first());
            }
        });
        return List.copyOf(lines.values());
    }
}
