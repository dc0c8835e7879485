package bloomward.server.store;

import bloomward.format.url.Expression;

/// Identifies an allow entry: an expression is allowed once for every list, and once for each list.
///
/// @param listId 0 for every list
public record AllowKey(Expression expression, long listId) {

    /// Whether it holds for a list.
    public boolean isFor(long list) {
        return listId == 0 || listId == list;
    }
}
