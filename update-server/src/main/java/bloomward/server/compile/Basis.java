package bloomward.server.compile;

import bloomward.format.confirm.Category;
import java.util.HashMap;
import java.util.Map;

/// Facts about a version that its files do not tell, and that a [NextVersion] needs besides them. Immutable.
///
/// @param sharedKeys the keys that several expressions have, with the number of these: such a key stays when one of
///     them goes. Chance makes seven in a million entries
/// @param records how many there are of each category
record Basis(Map<Long, Integer> sharedKeys, Map<Category, Long> records) {

    /// More are made by somebody who chooses entries, and then each version is made of all entries.
    static final int MOST_SHARED_KEYS = 4096;

    Basis {
        sharedKeys = Map.copyOf(sharedKeys);
        records = Map.copyOf(records);
    }

    /// The same after records of a category have come or gone.
    static void count(Map<Category, Long> records, Category category, long more) {
        records.merge(category, more, Long::sum);
        records.remove(category, 0L);
    }

    /// The number of expressions more than there are keys.
    long surplus() {
        return sharedKeys.values().stream().mapToLong(expressions -> expressions - 1L).sum();
    }

    boolean isSmall() {
        return sharedKeys.size() <= MOST_SHARED_KEYS;
    }

    Map<Category, Long> recordsToChange() {
        return new HashMap<>(records);
    }
}
