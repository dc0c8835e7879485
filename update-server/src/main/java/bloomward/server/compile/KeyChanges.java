package bloomward.server.compile;

import bloomward.format.confirm.Category;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyCursor;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// The keys of a version as a difference from those of the version before. The keys of that one are read from its file,
/// which must stay open. For one thread.
final class KeyChanges {

    private final PackedFilter before;
    private final SortedSet<Long> added;
    private final SortedSet<Long> removed;
    private final Map<Long, Integer> shared;

    private KeyChanges(PackedFilter before, SortedSet<Long> added, SortedSet<Long> removed, Map<Long, Integer> shared) {
        this.before = before;
        this.added = added;
        this.removed = removed;
        this.shared = shared;
    }

    /// @param basis of the version before
    /// @param counts how many expressions more, or fewer, have a key
    /// @return empty if a key loses more expressions than it has
    static Optional<KeyChanges> of(PackedFilter before, Basis basis, Map<Long, Integer> counts) {
        SortedSet<Long> added = new TreeSet<>();
        SortedSet<Long> removed = new TreeSet<>();
        Map<Long, Integer> shared = new HashMap<>(basis.sharedKeys());
        for (Map.Entry<Long, Integer> each : counts.entrySet()) {
            long key = each.getKey();
            int had = before.mightContain(key << (Long.SIZE - before.spec().width()))
                    ? basis.sharedKeys().getOrDefault(key, 1)
                    : 0;
            int has = had + each.getValue();
            if (has < 0) {
                return Optional.empty();
            }
            if (had == 0 && has > 0) {
                added.add(key);
            } else if (had > 0 && has == 0) {
                removed.add(key);
            }
            if (has > 1) {
                shared.put(key, has);
            } else {
                shared.remove(key);
            }
        }
        return Optional.of(new KeyChanges(before, added, removed, shared));
    }

    long count() {
        return before.entries() + added.size() - removed.size();
    }

    Basis basis(Map<Category, Long> records) {
        return new Basis(shared, records);
    }

    /// All keys of the new version.
    KeyCursor cursor() {
        return new KeyCursor() {
            private final KeyCursor old = before.keys();
            private final long[] more = added.stream().mapToLong(Long::longValue).toArray();
            private final long[] gone = removed.stream().mapToLong(Long::longValue).toArray();
            private int inMore;
            private int inGone;
            private long next = old.next();

            @Override
            public long next() {
                while (inGone < gone.length && next == gone[inGone]) {
                    inGone++;
                    next = old.next();
                }
                if (inMore < more.length && (next == END || more[inMore] < next)) {
                    return more[inMore++];
                }
                long key = next;
                next = key == END ? END : old.next();
                return key;
            }
        };
    }
}
