package bloomward.server.store;

import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/// A list.
///
/// @param id from 1, never used again
/// @param category of entries whose source has none of its own
/// @param spec changes only when the list is given new keys
/// @param needsReview whether a second person must approve before it is published
/// @param compileFrom smallest version that its next publication may have, at least 1
/// @param title for people, or empty
/// @param deletedAt empty unless it was deleted
public record ListRow(long id, String name, Category category, KeySpec spec, long plannedEntries, boolean needsReview,
        long compileFrom, Instant createdAt, String title, Optional<Instant> deletedAt) {

    /// A list without a title.
    public ListRow(long id, String name, Category category, KeySpec spec, long plannedEntries, boolean needsReview,
            long compileFrom, Instant createdAt) {
        this(id, name, category, spec, plannedEntries, needsReview, compileFrom, createdAt, "", Optional.empty());
    }

    /// The number of the rules for URLs that all lists of a publication follow, because a manifest names one for all.
    ///
    /// A publication keeps the number that it began with: an agent that does not know a newer one would refuse everything,
    /// and one that does asks for all that it finds by the newer rules anyway. What is stored stays right: hosts that
    /// browsers open, and all paths, have the same canonical form by the rules 1 and 2. The form of other hosts is kept
    /// until their source is imported again; it names nothing that a browser opens.
    ///
    /// @param newest taken where there is no list yet
    public static int canonicalOf(Collection<ListRow> lists, int newest) {
        return lists.stream().findAny().map(list -> list.spec().canonical()).orElse(newest);
    }
}
