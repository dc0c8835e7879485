package bloomward.benchmarks;

import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;

/// The successive versions of a list, as sorted distinct keys.
///
/// @param title name of the list
/// @param spec the conversion of entries to keys
/// @param versions at least two
record Series(String title, KeySpec spec, List<long[]> versions) {

    private static final KeySpec SPEC = new KeySpec(1, 36, 1);

    /// A real list, replayed from its first version and its changes.
    static Series real(Path folder, String name, int mostVersions) throws IOException {
        TreeSet<String> entries = new TreeSet<>();
        Lists.lines(folder.resolve(name + ".base.txt.gz")).forEach(line -> entries.add(plain(line)));
        List<long[]> versions = new ArrayList<>(List.of(Lists.keys(entries, SPEC)));
        boolean changed = false;
        for (String line : Lists.lines(folder.resolve(name + ".steps.txt.gz"))) {
            String entry = plain(line.substring(1));
            switch (line.charAt(0)) {
                case '@' -> {
                    if (changed) {
                        versions.add(Lists.keys(entries, SPEC));
                    }
                    changed = true;
                }
                case '-' -> entries.remove(entry);
                case '+' -> entries.add(entry);
                default -> throw new IOException("not a step: " + line);
            }
            if (versions.size() == mostVersions) {
                return new Series(name, SPEC, versions);
            }
        }
        versions.add(Lists.keys(entries, SPEC));
        return new Series(name, SPEC, versions);
    }

    /// Random keys, of which a number is replaced in each version.
    static Series random(int count, int changes) {
        SplittableRandom random = new SplittableRandom(count + changes);
        long[] old = random.longs(count).map(SPEC::keyOf).sorted().distinct().toArray();
        int step = old.length / changes;
        LongStream kept = LongStream.range(0, old.length)
                .filter(i -> i % step != 0 || i / step >= changes)
                .map(i -> old[(int) i]);
        long[] next = LongStream.concat(kept, random.longs(changes).map(SPEC::keyOf)).sorted().distinct().toArray();
        return new Series("%,d random keys, %,d go and as many come".formatted(count, changes), SPEC,
                List.of(old, next));
    }

    /// An entry without the syntax of its list's format: some versions write `host/path` as `||host/path^$all`.
    private static String plain(String line) {
        int from = line.startsWith("||") ? 2 : 0;
        int to = line.endsWith("$all") ? line.length() - 4 : line.length();
        return line.substring(from, to > from && line.charAt(to - 1) == '^' ? to - 1 : to);
    }
}
