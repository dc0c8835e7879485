package bloomward.server.store;

import bloomward.format.Digest;
import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Lists, their sources, and the changes made to them.
public interface ListTable {

    /// @param row its id is ignored
    /// @return the row with its id
    ListRow create(ListRow row) throws IOException;

    /// The list of this name, unless it was deleted.
    Optional<ListRow> find(String name) throws IOException;

    /// All lists by name, without deleted ones.
    List<ListRow> all() throws IOException;

    /// All lists that there ever were, by name.
    List<ListRow> allEver() throws IOException;

    void setDetails(long listId, String title, Category category) throws IOException;

    /// Notes the end of a list. Its name, its versions and its changes stay; no source and no change follows.
    void delete(long listId, Instant at) throws IOException;

    void setSpec(long listId, KeySpec spec, long plannedEntries) throws IOException;

    void setReview(long listId, boolean needsReview) throws IOException;

    void setCompileFrom(long listId, long version) throws IOException;

    /// The source of this name; it is made when there is none yet.
    SourceRow source(long listId, String name, SourceKind kind, Optional<Category> category) throws IOException;

    Optional<SourceRow> findSource(long listId, String name) throws IOException;

    /// All sources of a list by name.
    List<SourceRow> sources(long listId) throws IOException;

    /// Begins a change of the draft.
    ///
    /// @param change its number is ignored
    /// @return the number, larger than all before
    long begin(Change change) throws IOException;

    /// The number of the last change of a list, 0 if there is none.
    long lastChange(long listId) throws IOException;

    Optional<Change> change(long number) throws IOException;

    /// The number of the first change of a list at or after a time, [EntryTable#NOW] if there is none.
    long firstChangeSince(long listId, Instant time) throws IOException;

    /// The change from which on the states of a list are whole; 0 if all are.
    long historyFrom(long listId) throws IOException;

    /// Notes that states before a change are no longer whole. It never goes back.
    void setHistoryFrom(long listId, long change) throws IOException;

    /// The first change of a list after another one.
    Optional<Change> firstChangeAfter(long listId, long number) throws IOException;

    /// The number of the last change of a list that another than this actor made, 0 if there is none.
    long lastChangeNotBy(long listId, String actor) throws IOException;

    /// Keeps an approval of the draft that has this digest.
    void approve(long listId, Digest draft, Approval approval) throws IOException;

    /// Forgets the approvals of what has this digest.
    void disapprove(long listId, Digest draft) throws IOException;

    /// The approvals of the draft with this digest, the oldest first.
    List<Approval> approvals(long listId, Digest draft) throws IOException;

    /// The actors of the changes after one up to another.
    List<String> actors(long listId, long after, long upTo) throws IOException;
}
