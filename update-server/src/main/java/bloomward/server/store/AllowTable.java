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
    boolean remove(AllowKey key) throws IOException;

    Optional<AllowRow> find(AllowKey key) throws IOException;

    /// The entries of an expression, the one for every list first.
    List<AllowRow> of(Expression expression) throws IOException;

    /// The length of all lines of the allow file that they make, without those that are held.
    long sizeInBytes() throws IOException;

    /// All by expression, those for every list first.
    List<AllowRow> all() throws IOException;

    /// Whether one that is published has expired.
    boolean hasExpired(Instant now) throws IOException;

    /// Removes the expired ones.
    ///
    /// @return the removed rows
    List<AllowRow> expire(Instant now) throws IOException;
}
