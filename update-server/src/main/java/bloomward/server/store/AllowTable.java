package bloomward.server.store;

import bloomward.format.url.Expression;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/// Expressions that are never reported, even if a list has them.
public interface AllowTable {

    /// Adds or replaces.
    void put(AllowRow row) throws IOException;

    /// @return whether it was there
    boolean remove(Expression expression) throws IOException;

    /// All by expression.
    List<AllowRow> all() throws IOException;

    /// Removes the expired ones.
    ///
    /// @return the removed rows
    List<AllowRow> expire(Instant now) throws IOException;
}
