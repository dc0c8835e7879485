package bloomward.server.admin;

import bloomward.server.admin.view.ListReports.DiffRow;
import bloomward.server.admin.view.ListReports.EntryTerms;
import bloomward.server.draft.AllowedEntries;
import bloomward.server.draft.DraftChange;
import bloomward.server.draft.DraftChange.Kind;
import bloomward.server.draft.DraftChange.Terms;
import bloomward.server.draft.DraftChanges;
import bloomward.server.store.ListRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Collects the changes that one page shows. It ends where the page is full, and where the walk was long.
final class PartOfDiff implements DraftChanges.Sink {

    /// About a tenth of a second; where few changes are of the source and kind, the next question goes on.
    private static final int LONGEST_WALK = 100_000;

    private final ListRow list;
    private final Optional<Kind> kind;
    private final String source;
    private final int limit;
    private final AllowedEntries alreadyAllowed;
    private final List<DiffRow> rows = new ArrayList<>();
    private String last = "";
    private String next = "";
    private int walked;

    PartOfDiff(ListRow list, Optional<Kind> kind, String source, int limit, AllowedEntries alreadyAllowed) {
        this.list = list;
        this.kind = kind;
        this.source = source;
        this.limit = limit;
        this.alreadyAllowed = alreadyAllowed;
    }

    List<DiffRow> rows() {
        return rows;
    }

    /// The expression behind which the next part begins; empty at the end.
    String next() {
        return next;
    }

    @Override
    public boolean take(DraftChange change) {
        if (rows.size() == limit || walked == LONGEST_WALK) {
            next = last;
            return false;
        }
        walked++;
        last = change.expression().text();
        if (isWanted(change)) {
            rows.add(row(change));
        }
        return true;
    }

    private boolean isWanted(DraftChange change) {
        return kind.filter(wanted -> wanted != change.kind()).isEmpty() && (source.isEmpty() || change.isOf(source));
    }

    private DiffRow row(DraftChange change) {
        return new DiffRow(change.kind().name().toLowerCase(Locale.ROOT), change.expression().text(),
                Desk.label(change.expression().scope()), terms(change.before()), terms(change.after()),
                alreadyAllowed.line(change, list));
    }

    private static List<EntryTerms> terms(List<Terms> terms) {
        return terms.stream()
                .map(each -> new EntryTerms(each.source(), each.category().name(),
                        each.expires().map(Instant::toString).orElse(""), each.reason().orElse("")))
                .toList();
    }
}
