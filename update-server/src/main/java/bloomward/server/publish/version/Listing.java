package bloomward.server.publish.version;

import bloomward.format.confirm.Category;
import bloomward.server.store.ListRow;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

/// The entries of a version, counted.
///
/// @param ofSource the category of each source's entries
/// @param categories those that entries have, and the list's
/// @param expressions listed by any source
/// @param added since the version before
/// @param removed since then
record Listing(Map<Long, Category> ofSource, SortedSet<Category> categories, long expressions, long added,
        long removed) {

    static Map<Long, Category> categoriesOfSources(Tables tables, ListRow list) throws IOException {
        Map<Long, Category> ofSource = new HashMap<>();
        for (SourceRow source : tables.lists().sources(list.id())) {
            ofSource.put(source.id(), source.category().orElse(list.category()));
        }
        return ofSource;
    }

    /// Whether each category but the list's has entries. Each has one record more, the test entry's.
    boolean hasEntriesOfEach(Category ofList, Map<Category, Long> records) {
        return categories.stream()
                .allMatch(category -> category.equals(ofList) || records.getOrDefault(category, 0L) > 1);
    }

    /// Whether categories are among these.
    boolean has(Set<Category> some) {
        return categories.containsAll(some);
    }
}
