package bloomward.server.draft.search;

import bloomward.format.url.Expression;
import bloomward.server.store.Change;
import bloomward.server.store.EntryRow;
import bloomward.server.store.EntryTable.Wanted;
import bloomward.server.store.ListRow;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds entries of a list, in parts: each part looks at a bounded number of the entries that contain the text of the pattern,
/// which the database finds, and nobody holds all entries of a large list.
///
/// Entries live from one change to another, so all parts can be of the same state: the change that the first part names.
public final class EntrySearch {

    /// Entries that one part looks at.
    static final int EXAMINED = 100_000;

    private final Tables tables;
    private final ListRow list;
    private final Filter filter;
    private final Map<Long, SourceRow> sources = new HashMap<>();
    private final Map<Long, Change> changes = new HashMap<>();

    private EntrySearch(Tables tables, ListRow list, Filter filter) throws IOException {
        this.tables = tables;
        this.list = list;
        this.filter = filter;
        tables.lists().sources(list.id()).forEach(source -> sources.put(source.id(), source));
    }

    /// The wanted entries; those that fulfil all conditions.
    ///
    /// @param source empty for all
    /// @param addedBy the actor of the change that brought the entry, empty for all
    /// @param since only entries that came then or later
    public record Filter(EntryPattern pattern, String source, String addedBy, Optional<Instant> since) {}

    /// @param added the change that brought the entry with these terms
    public record Found(EntryRow entry, SourceRow source, Change added) {}

    /// @param change the state that was searched
    /// @param next the expression behind which the next part begins, empty for the last one
    public record Part(long change, List<Found> found, String next) {}

    /// Searches a part.
    ///
    /// @param change the state of the list, 0 for the present one
    /// @param after only entries behind this expression; empty for the first part
    /// @param limit about so many: all entries of an expression are in the same part
    public static Part search(Tables tables, ListRow list, Filter filter, long change, String after, int limit)
            throws IOException {
        return new EntrySearch(tables, list, filter).search(change == 0 ? tables.lists().lastChange(list.id()) : change,
                after, limit);
    }

    private Part search(long change, String after, int limit) throws IOException {
        List<Found> found = new ArrayList<>();
        Expression[] last = new Expression[1];
        boolean[] isMore = new boolean[1];
        int[] examined = new int[1];
        tables.entries().entries(list.id(), change, new Wanted(after, filter.pattern().text()), entry -> {
            boolean isFull = found.size() >= limit || examined[0] >= EXAMINED;
            isMore[0] = isFull && !entry.expression().equals(last[0]);
            if (isMore[0]) {
                return false;
            }
            examined[0]++;
            last[0] = entry.expression();
            take(entry).ifPresent(found::add);
            return true;
        });
        return new Part(change, found, isMore[0] ? last[0].text() : "");
    }

    private Optional<Found> take(EntryRow entry) throws IOException {
        SourceRow source = sources.get(entry.sourceId());
        if (source == null || (!filter.source().isEmpty() && !source.name().equals(filter.source()))
                || !filter.pattern().matches(entry.expression())) {
            return Optional.empty();
        }
        Change added = change(entry.added());
        boolean isWanted = (filter.addedBy().isEmpty() || filter.addedBy().equals(added.actor()))
                && filter.since().filter(since -> added.at().isBefore(since)).isEmpty();
        return isWanted ? Optional.of(new Found(entry, source, added)) : Optional.empty();
    }

    private Change change(long number) throws IOException {
        Change known = changes.get(number);
        if (known == null) {
            known = tables.lists()
                    .change(number)
                    .orElseThrow(() -> new IOException("damaged database: no change " + number));
            changes.put(number, known);
        }
        return known;
    }
}
