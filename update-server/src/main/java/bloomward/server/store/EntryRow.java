package bloomward.server.store;

import bloomward.format.url.Expression;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// An expression that a source lists or listed.
///
/// @param added the change that added it
/// @param removed the change that removed it
public record EntryRow(Expression expression, long sourceId, long added, OptionalLong removed,
        Optional<Instant> expires, Optional<String> reason) {

    /// Whether it is listed at a change.
    public boolean isThereAt(long change) {
        return added <= change && (removed.isEmpty() || removed.getAsLong() > change);
    }
}
