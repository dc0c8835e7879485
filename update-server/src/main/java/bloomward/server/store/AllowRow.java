package bloomward.server.store;

import bloomward.format.url.Expression;
import java.time.Instant;
import java.util.Optional;

/// An expression that is never reported.
///
/// The name is one word on the row, and no table of groups: a group is what bears the name, so nothing has to be made before
/// it, and none is left over when its last entry goes.
///
/// @param listId the list for which it is allowed, 0 for every list
/// @param name of the group that it belongs to, empty for none
/// @param isHeld whether it waits for a person and is not published yet
public record AllowRow(Expression expression, long listId, String name, String reason, String actor, Instant at,
        Optional<Instant> expires, boolean isHeld) {

    public AllowKey key() {
        return new AllowKey(expression, listId);
    }

    /// Whether its end has come, by which agents no longer allow it.
    public boolean isOverAt(Instant time) {
        return expires.isPresent() && !expires.get().isAfter(time);
    }

    public AllowRow held() {
        return new AllowRow(expression, listId, name, reason, actor, at, expires, true);
    }

    public AllowRow released() {
        return new AllowRow(expression, listId, name, reason, actor, at, expires, false);
    }
}
