package bloomward.server.store;

import bloomward.format.url.Expression;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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

    /// A choice among the holds.
    ///
    /// @param listId 0 for all lists, and for what is to be allowed
    /// @param source name of the source, empty for all
    /// @param reason label of the guard's reason, empty for all
    /// @param upTo the highest id
    /// @param text a part of the expression, ASCII letters in lower case; empty for all
    record Choice(long listId, String source, String reason, HoldState state, long upTo, String text) {

        /// Whatever their expressions are.
        public Choice(long listId, String source, String reason, HoldState state, long upTo) {
            this(listId, source, reason, state, upTo, "");
        }
    }

    /// @param highest id, 0 if there is none
    record Tally(Map<String, Long> byReason, long highest) {}

    /// Chosen holds, the oldest first.
    ///
    /// @param after only ids above this one
    List<HoldRow> chosen(Choice choice, long after, int limit) throws IOException;

    /// Chosen holds, the newest first; decided ones by the time of the decision.
    ///
    /// @param before only those before this one in that order; 0 for all
    List<HoldRow> newest(Choice choice, long before, int limit) throws IOException;

    Tally tally(Choice choice) throws IOException;

    /// Counts chosen holds by list, source and the day on which they came.
    List<Spread> spread(Choice choice) throws IOException;

    /// @param listId 0 where they belong to no list
    /// @param source the name; empty where they belong to none
    /// @param day since 1970, UTC
    record Spread(long listId, String source, long day, long count) {}

    /// Makes a released or rejected hold an open one again, as if nobody had decided.
    void reopen(long id) throws IOException;

    long count(long listId, HoldState state) throws IOException;

    /// Counts the held expressions of a list by source and state, each expression once.
    List<HeldCount> counts(long listId) throws IOException;

    /// @param expressions that are or were held in this state
    record HeldCount(long sourceId, HoldState state, long expressions) {}

    /// Holds that wait for a decision, in the order of lists, sources and reasons.
    List<Waiting> waiting() throws IOException;

    /// Open holds of one source with one reason.
    ///
    /// @param listId 0 where they belong to no list
    /// @param source the name; empty where they belong to none
    /// @param oldest when the first of them was held
    record Waiting(long listId, String source, String reason, long count, Instant oldest) {}

    /// The kept files of open holds.
    Set<String> openBodies() throws IOException;

    /// The last decision about an expression in a list, if there is one.
    Optional<HoldRow> lastDecision(long listId, Expression expression) throws IOException;

    /// The last decision about an expression that was to be allowed, if there is one.
    Optional<HoldRow> lastDecision(AllowKey allowed) throws IOException;

    void decide(long id, HoldState state, HoldRow.Decision decision) throws IOException;

    /// Closes the open holds of a source whose expressions it no longer lists.
    ///
    /// @param stillThere ids of those that stay
    /// @return how many were closed
    long withdraw(long listId, long sourceId, Collection<Long> stillThere) throws IOException;

    /// Closes the open holds of expressions that were to be allowed.
    ///
    /// @return how many were closed
    long withdrawAllowed(Collection<AllowKey> allowed) throws IOException;
}
