package bloomward.server.draft;

import bloomward.format.confirm.Category;
import bloomward.server.draft.DraftChange.Terms;
import bloomward.server.store.EntryTable.Wanted;
import bloomward.server.store.ListRow;
import bloomward.server.store.ListedTerms;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All that differs between the published version of a list and its draft, one expression at a time: a draft may change
/// half a million, and nobody holds them all.
///
/// It is what people approve, so it has all that a publication would bring, now or later: besides the entries that come
/// and go, another category, which the answers to agents carry, and another expiry, which takes an entry out by itself.
public final class DraftChanges {

    private final Tables tables;
    private final ListRow list;
    private final long from;
    private final long upTo;
    private final Map<Long, SourceRow> sources = new HashMap<>();

    private DraftChanges(Tables tables, ListRow list, long from, long upTo) throws IOException {
        this.tables = tables;
        this.list = list;
        this.from = from;
        this.upTo = upTo;
        tables.lists().sources(list.id()).forEach(source -> sources.put(source.id(), source));
    }

    /// Of the whole draft.
    public static DraftChanges of(Tables tables, ListRow list) throws IOException {
        return upTo(tables, list, tables.lists().lastChange(list.id()));
    }

    /// Of the draft as it was after one of its changes.
    static DraftChanges upTo(Tables tables, ListRow list, long change) throws IOException {
        return new DraftChanges(tables, list,
                tables.publications().latestVersion(list.id()).map(VersionRow::change).orElse(0L), change);
    }

    /// Between any two states of the list, the second of which may be the older one. The categories are those of now.
    ///
    /// @param from a change, 0 for the empty list
    /// @param to another one
    public static DraftChanges between(Tables tables, ListRow list, long from, long to) throws IOException {
        return new DraftChanges(tables, list, from, to);
    }

    /// Takes changes in the order of their expressions.
    @FunctionalInterface
    public interface Sink {
        /// @return whether to go on
        boolean take(DraftChange change) throws IOException;
    }

    /// The change of the published version, 0 if there is none.
    long from() {
        return from;
    }

    long upTo() {
        return upTo;
    }

    public void each(Wanted wanted, Sink sink) throws IOException {
        if (from != upTo) { // or else nobody has touched the draft
            tables.entries().changes(list.id(), from, upTo, wanted, (expression, before, now) -> {
                DraftChange change = new DraftChange(expression, terms(before), terms(now));
                return !change.isVisible() || sink.take(change);
            });
        }
    }

    /// Whether there is any.
    public boolean isAny() throws IOException {
        boolean[] found = new boolean[1];
        each(Wanted.ALL, _ -> {
            found[0] = true;
            return false;
        });
        return found[0];
    }

    private List<Terms> terms(List<ListedTerms> listed) {
        return listed.stream().map(this::terms).toList();
    }

    private Terms terms(ListedTerms listed) {
        SourceRow source = sources.get(listed.sourceId());
        Category category = source == null ? list.category() : source.category().orElse(list.category());
        return new Terms(source == null ? "?" : source.name(), category, listed.expires(), listed.reason());
    }
}
