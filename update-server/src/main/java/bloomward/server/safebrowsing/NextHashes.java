package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import bloomward.format.confirm.Category;
import bloomward.format.key.FullHasher;
import bloomward.server.compile.NextVersion.Changed;
import bloomward.server.safebrowsing.FinishedHashes.Counts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The full hashes of a version of a list, made of those of the version before and of the expressions whose listing has
/// changed: no hash is made that stays. The hashes are those that [VersionHashes] makes of all entries.
///
/// A hash goes with the last expression that gives it. Most have one; those that may have more are counted in `.spelled`. For
/// one thread.
public final class NextHashes {

    private static final Logger LOG = LoggerFactory.getLogger(NextHashes.class);

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

    /// The files of one category in the version before.
    private record Kept(HashFile hashes, HashFile spelled) {}

    private NextHashes(Allowed allowed, Counts counts) {
        this.allowed = allowed;
        this.counts = counts;
    }

    /// @param before folder of the version before, with the same allowed
    /// @param categories of entries, the same in both versions
    /// @param folder an empty one, for the files
    /// @return empty if they have to be made of all entries, as those of the version before are not as they should be
    public static Optional<FinishedHashes> make(Path before, Set<Category> categories, Path folder, Allowed allowed,
            List<Changed> changed) throws IOException {
        FinishedHashes from = new FinishedHashes(before);
        NextHashes next;
        Map<Category, Kept> kept = new HashMap<>();
        try {
            next = new NextHashes(allowed, from.counts());
            for (Category category : categories) {
                kept.put(category,
                        new Kept(HashFile.open(from.hashes(category)), HashFile.open(from.spelled(category))));
            }
        } catch (IOException e) {
            LOG.warn("safe browsing: hashes are made of all entries, as those before cannot be used: {}", e.toString());
            return Optional.empty();
        }
        changed.forEach(next::take);
        if (!categories.containsAll(next.changes.keySet())) {
            return Optional.empty();
        }
        FinishedHashes target = new FinishedHashes(folder);
        for (Map.Entry<Category, Kept> each : kept.entrySet()) {
            if (!next.write(each.getKey(), each.getValue(), target)) {
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
    private boolean write(Category category, Kept kept, FinishedHashes target) throws IOException {
        SortedMap<byte[], Integer> timesListed = byHash();
        SortedMap<byte[], Integer> timesSpelled = byHash();
        for (Map.Entry<byte[], Given> each : changes.getOrDefault(category, byHash()).entrySet()) {
            byte[] hash = each.getKey();
            Given more = each.getValue();
            int counted = kept.spelled().times(hash);
            int before = counted > 0 ? counted : kept.hashes().times(hash);
            int after = before + more.own() + more.others();
            if (after < 0 || (counted == 0 && more.others() < 0)) {
                return false;
            }
            timesListed.put(hash, Math.min(after, 1));
            if (counted > 0 || more.others() > 0) {
                timesSpelled.put(hash, after);
            }
        }
        copy(kept.hashes(), timesListed, target.hashes(category));
        copy(kept.spelled(), timesSpelled, target.spelled(category));
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
