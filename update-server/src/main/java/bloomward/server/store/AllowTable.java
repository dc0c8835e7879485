package bloomward.server.store;

import bloomward.format.url.Expression;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/// What is never reported, whatever lists it.
public interface AllowTable {

    /// Adds or replaces.
    void put(AllowRow row) throws IOException;

    /// @return whether it was there
    boolean remove(Expression expression) throws IOException;

    /// All by expression.
    List<AllowRow> all() throws IOException;

    /// Removes what has expired.
    ///
    /// @return what was removed
    List<AllowRow> expire(Instant now) throws IOException;
}
