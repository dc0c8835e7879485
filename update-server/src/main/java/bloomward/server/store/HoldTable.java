package bloomward.server.store;

import bloomward.format.url.Expression;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Entries and imports that guards hold back, with the decisions of people.
public interface HoldTable {

    /// Holds something. A hold of the same expression and source stays, with the new detail.
    ///
    /// @param hold its id is ignored; open
    /// @return the id
    long put(HoldRow hold) throws IOException;

    Optional<HoldRow> find(long id) throws IOException;

    /// Holds in one state, of one list or of all, the oldest first.
    ///
    /// @param listId 0 for all
    List<HoldRow> all(long listId, HoldState state, int limit) throws IOException;

    long count(long listId, HoldState state) throws IOException;

    /// Counts the held expressions of a list by source and state, each expression once.
    List<HeldCount> counts(long listId) throws IOException;

    /// @param expressions that are or were held in this state
    record HeldCount(long sourceId, HoldState state, long expressions) {}

    /// The kept files of open holds.
    Set<String> openBodies() throws IOException;

    /// The last decision about an expression in a list, if there is one.
    Optional<HoldRow> lastDecision(long listId, Expression expression) throws IOException;

    void decide(long id, HoldState state, HoldRow.Decision decision) throws IOException;

    /// Closes the open holds of a source whose expressions it no longer lists.
    ///
    /// @param stillThere ids of those that stay
    /// @return how many were closed
    long withdraw(long listId, long sourceId, Collection<Long> stillThere) throws IOException;

    /// Closes the open holds of expressions that were to be allowed.
    ///
    /// @return how many were closed
    long withdrawAllowed(Collection<Expression> expressions) throws IOException;
}
