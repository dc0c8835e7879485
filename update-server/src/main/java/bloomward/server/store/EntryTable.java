package bloomward.server.store;

import bloomward.format.url.Expression;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Entries. One is there from the change that added it until the one that removed it.
///
/// An expression is listed by a list at a change if at least one source lists it there.
///
/// A change that does something to entries is the one begun last for their list; another one is an
/// [IllegalArgumentException], as is a source of another list.
public interface EntryTable {

    /// Begins to collect the expressions that a source lists now; nothing of the list changes. One at a time: the one
    /// before ends. In a read too, for a look at the difference.
    Staging stage(long listId, long sourceId) throws IOException;

    /// The same with what was collected before. It stays the caller's; what is added to the staging is not added to it.
    Staging stage(long listId, long sourceId, Gathering gathered) throws IOException;

    /// The collected expressions, each once. Gone when the work ends.
    interface Staging {

        /// Adds an expression; of one that was added before, the first expiry and reason stay.
        ///
        /// @param expires the end of the entry
        void add(Expression expression, Optional<Instant> expires, Optional<String> reason) throws IOException;

        /// The number of different expressions.
        long size() throws IOException;

        /// The difference between the collected expressions and the listed ones.
        StagedDiff diff() throws IOException;

        /// The same without the missing ones, which are said to be none: few expressions are looked up then, and no more is
        /// read.
        StagedDiff additions() throws IOException;

        /// Adds the new expressions, and gives the others the new expiry and reason: where these are other ones, the old
        /// entry ends and a new one begins.
        ///
        /// @param replace whether the missing ones are removed
        void apply(long change, boolean replace) throws IOException;
    }

    /// @param added collected and not listed by the source
    /// @param kept collected and listed
    /// @param missing listed and not collected
    record StagedDiff(long added, long kept, long missing) {}

    /// Removes expressions of a source.
    ///
    /// @return how many of them it had listed
    long remove(long listId, long sourceId, Collection<Expression> expressions, long change) throws IOException;

    /// Removes expressions whatever sources list them.
    long removeOfAll(long listId, Collection<Expression> expressions, long change) throws IOException;

    /// Removes the expired entries.
    ///
    /// @return how many entries
    long expire(long listId, Instant now, long change) throws IOException;

    /// Counts the entries that have expired and are still there.
    long countExpired(long listId, Instant now) throws IOException;

    /// Makes the list as it was at a change, with the same sources.
    void revert(long listId, long toChange, long change) throws IOException;

    /// All expressions listed at a change with their sources, in order. The sink asks nothing of the tables.
    ///
    /// @param atChange [#NOW] for the draft
    void scan(long listId, long atChange, ListedSink sink) throws IOException;

    long NOW = Long.MAX_VALUE;

    /// Takes entries. The same expression comes once for each source that lists it, one behind the other.
    @FunctionalInterface
    interface ListedSink {
        void take(Expression expression, long sourceId) throws IOException;
    }

    /// The expressions that a reader wants. The database passes over the others itself: a search through half a million costs
    /// one walk of its own, and only what it finds comes out.
    ///
    /// @param after only those behind this one; empty for all
    /// @param containing only those with this text, in upper or lower case; empty for all
    record Wanted(String after, String containing) {

        public static final Wanted ALL = new Wanted("", "");

        public Wanted {
            containing = containing.toLowerCase(Locale.ROOT);
        }
    }

    /// The entries listed at a change with their terms, in the order of their expressions and sources.
    void entries(long listId, long atChange, Wanted wanted, EntrySink sink) throws IOException;

    /// Takes entries one by one.
    @FunctionalInterface
    interface EntrySink {
        /// @return whether to go on
        boolean take(EntryRow entry) throws IOException;
    }

    /// The number of expressions listed at a change.
    long count(long listId, long atChange) throws IOException;

    /// The number of entries that a source has at a change.
    long countOf(long listId, long sourceId, long atChange) throws IOException;

    /// Gives the expressions that became listed or stopped being listed, in order.
    void diff(long listId, long fromChange, long toChange, DiffSink sink) throws IOException;

    /// Takes differences.
    @FunctionalInterface
    interface DiffSink {
        /// @param sourceId one of the sources that list it, or did
        void take(Expression expression, boolean added, long sourceId) throws IOException;
    }

    /// Gives the expressions whose entries differ between two changes, in order: also those that are listed at both, by
    /// other sources or with other terms.
    void changes(long listId, long fromChange, long toChange, Wanted wanted, ChangeSink sink) throws IOException;

    /// Takes changed expressions.
    @FunctionalInterface
    interface ChangeSink {
        /// @param before the terms at the first change, by source; none where it was not listed
        /// @param after the terms at the second
        /// @return whether to go on
        boolean take(Expression expression, List<ListedTerms> before, List<ListedTerms> after) throws IOException;
    }

    /// All sources of a list with the expressions that they list, one by one in the order of the expressions. Nothing stays
    /// open between two of them, so several lists can be walked through side by side.
    ///
    /// @param since leaves out the entries that ended before this change
    Spans spans(long listId, long since);

    /// A walk through a list, valid as long as the work.
    interface Spans {

        /// Goes to the next source of an expression, or of the next expression.
        ///
        /// @return whether there is one
        boolean advance() throws IOException;

        String expression();

        long sourceId();

        /// The entries that the source has or had of the expression, the oldest first.
        List<Span> spans();
    }

    /// The changes of one entry.
    ///
    /// @param removed the change that removed it, [#NOW] if it is there
    record Span(long added, long removed) {

        public boolean isThere() {
            return removed == NOW;
        }
    }

    /// Counts the entries that ended with a change or before it.
    long countEnded(long listId, long upTo) throws IOException;

    /// Some of the expressions with entries that ended with a change or before it, in order.
    ///
    /// @param after only those behind this expression; empty for the first
    List<Expression> ended(long listId, long upTo, String after, int limit) throws IOException;

    /// Deletes the entries of some expressions that ended with a change or before it. States before that change are no longer
    /// whole; the list notes it first ([ListTable#setHistoryFrom]).
    ///
    /// @return how many entries
    long forget(long listId, long upTo, Collection<Expression> expressions) throws IOException;

    /// Every entry of an expression, past ones too, the oldest first.
    List<EntryRow> history(long listId, Expression expression) throws IOException;
}
