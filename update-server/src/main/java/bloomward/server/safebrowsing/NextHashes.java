package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import bloomward.format.confirm.Category;
import bloomward.format.key.FullHasher;
import bloomward.server.compile.NextVersion.Changed;
import bloomward.server.safebrowsing.FinishedHashes.Counts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The full hashes of a version of a list, made of those of the version before and of the expressions whose listing has
/// changed: no hash is made that stays. The hashes are those that [VersionHashes] makes of all entries.
///
/// An expression that goes takes a hash along only if no other gives it, which the counted `.spelled` hashes tell: an
/// expression's own hash is given by it alone, or it is among them. For one thread.
public final class NextHashes {

    private final Allowed allowed;
    private final FullHasher hasher = new FullHasher();
    private final Map<Category, SortedMap<byte[], Given>> changes = new HashMap<>();
    private Counts counts;

    /// How many expressions more give a hash; fewer, if below 0.
    ///
    /// @param own as their own
    /// @param others by another spelling
    private record Given(int own, int others) {

        Given and(Given more) {
            return new Given(own + more.own, others + more.others);
        }
    }

    private NextHashes(Allowed allowed, Counts counts) {
        this.allowed = allowed;
        this.counts = counts;
    }

    /// @param before folder of the version before, with the same allowed
    /// @param folder an empty one, for the files
    /// @return empty if they have to be made of all entries, as those of the version before are not as they should be
    public static Optional<FinishedHashes> make(Path before, Path folder, Allowed allowed, List<Changed> changed)
            throws IOException {
        FinishedHashes from = new FinishedHashes(before);
        if (!FinishedHashes.areIn(before)) {
            return Optional.empty();
        }
        NextHashes next = new NextHashes(allowed, from.counts());
        changed.forEach(next::take);
        FinishedHashes target = new FinishedHashes(folder);
        Set<Category> categories = new HashSet<>(next.changes.keySet());
        for (HashFile file : from.files()) {
            categories.add(file.category());
        }
        for (Category category : categories) {
            if (!next.write(from, category, target)) {
                return Optional.empty();
            }
        }
        target.write(next.counts);
        return Optional.of(target);
    }

    private static <V> SortedMap<byte[], V> byHash() {
        return new TreeMap<>(Arrays::compareUnsigned);
    }

    private void take(Changed changed) {
        String text = changed.expression().text();
        byte[] bytes = text.getBytes(ISO_8859_1);
        EntryHashes entry = EntryHashes.of(text, allowed.covers(bytes, 0, bytes.length), hasher);
        changed.after()
                .stream()
                .filter(category -> !changed.before().contains(category))
                .forEach(category -> give(entry, category, 1));
        changed.before()
                .stream()
                .filter(category -> !changed.after().contains(category))
                .forEach(category -> give(entry, category, -1));
        if (changed.before().isEmpty() != changed.after().isEmpty()) {
            counts = counts.with(entry, changed.before().isEmpty() ? 1 : -1);
        }
    }

    private void give(EntryHashes entry, Category category, int by) {
        SortedMap<byte[], Given> given = changes.computeIfAbsent(category, _ -> byHash());
        entry.own().ifPresent(hash -> given.merge(hash, new Given(by, 0), Given::and));
        entry.others().forEach(hash -> given.merge(hash, new Given(0, by), Given::and));
    }

    /// @return false if the changes do not fit the files
    private boolean write(FinishedHashes from, Category category, FinishedHashes target) throws IOException {
        if (!Files.exists(from.hashes(category)) || !Files.exists(from.spelled(category))) {
            return false;
        }
        HashFile hashes = HashFile.open(from.hashes(category));
        HashFile spelled = HashFile.open(from.spelled(category));
        SortedMap<byte[], Integer> timesListed = byHash();
        SortedMap<byte[], Integer> timesSpelled = byHash();
        for (Map.Entry<byte[], Given> each : changes.getOrDefault(category, byHash()).entrySet()) {
            byte[] hash = each.getKey();
            Given more = each.getValue();
            int counted = spelled.times(hash);
            int before = counted > 0 ? counted : hashes.times(hash);
            int after = before + more.own() + more.others();
            if (after < 0) {
                return false;
            }
            timesListed.put(hash, Math.min(after, 1));
            if (counted > 0 || more.others() > 0) {
                timesSpelled.put(hash, after);
            }
        }
        copy(hashes, timesListed, target.hashes(category));
        copy(spelled, timesSpelled, target.spelled(category));
        return true;
    }

    /// Copies a file, but these hashes as often as said.
    private static void copy(HashFile from, SortedMap<byte[], Integer> times, Path to) throws IOException {
        try (FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            int at = 0;
            for (Map.Entry<byte[], Integer> each : times.entrySet()) {
                int begin = from.lowerBound(each.getKey());
                from.write(at, begin, out);
                for (int i = 0; i < each.getValue(); i++) {
                    HashFile.write(each.getKey(), out);
                }
                at = begin + from.times(each.getKey());
            }
            from.write(at, from.count(), out);
        }
    }
}
