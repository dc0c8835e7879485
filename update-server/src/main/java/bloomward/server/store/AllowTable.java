package bloomward.server.store;

import bloomward.format.url.Expression;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Expressions that are never reported, even if a list has them.
public interface AllowTable {

    /// Adds or replaces.
    void put(AllowRow row) throws IOException;

    /// @return whether it was there
    boolean remove(Expression expression) throws IOException;

    Optional<AllowRow> find(Expression expression) throws IOException;

    /// The length of all expressions that are not held, each with a newline.
    long sizeInBytes() throws IOException;

    /// All by expression.
    List<AllowRow> all() throws IOException;

    /// Removes the expired ones.
    ///
    /// @return the removed rows
    List<AllowRow> expire(Instant now) throws IOException;
}
