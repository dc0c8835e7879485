package bloomward.server.store;

import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import java.time.Instant;

/// A list.
///
/// @param id from 1, never used again
/// @param category of entries whose source has none of its own
/// @param spec changes only when the list is given new keys
/// @param needsReview whether a second person must approve before it is published
/// @param compileFrom smallest version that its next publication may have, at least 1
public record ListRow(long id, String name, Category category, KeySpec spec, long plannedEntries, boolean needsReview,
        long compileFrom, Instant createdAt) {}
