package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.store.AllowKey;
import bloomward.server.store.AllowRow;
import bloomward.server.store.Change;
import bloomward.server.store.EntryRow;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldRow.Decision;
import bloomward.server.store.HoldState;
import bloomward.server.store.HoldTable;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Takes decisions about holds back: the holds are open again, on the terms and with the author that they had.
///
/// A release is taken back only while this leaves everything as it was before: the entry came with the release, and no
/// publication has it.
public final class Reopenings {

    private final Tables tables;
    private final KeptImports kept;
    private final String actor;
    private final Instant now;

    Reopenings(Tables tables, KeptImports kept, String actor, Instant now) {
        this.tables = tables;
        this.kept = kept;
        this.actor = actor;
        this.now = now;
    }

    /// @param reopened holds
    /// @param removed entries from drafts
    public record Outcome(long reopened, long removed) {}

    /// A decision cannot be taken back.
    public static final class NotReopenedException extends Exception {

        private static final long serialVersionUID = 1;

        NotReopenedException(HoldRow hold, String why) {
            super("hold " + hold.id() + " " + why);
        }
    }

    /// A source of a list.
    private record SourceKey(long listId, long sourceId) implements Comparable<SourceKey> {

        @Override
        public int compareTo(SourceKey other) {
            int byList = Long.compare(listId, other.listId);
            return byList == 0 ? Long.compare(sourceId, other.sourceId) : byList;
        }
    }

    Outcome reopen(List<HoldRow> holds) throws IOException, NotReopenedException {
        Map<SourceKey, List<Expression>> released = new TreeMap<>();
        for (HoldRow hold : holds) {
            if (hold.state() == HoldState.OPEN) {
                throw new NotReopenedException(hold, "is open");
            }
            if (hold.state() == HoldState.WITHDRAWN) {
                throw new NotReopenedException(hold,
                        "was withdrawn: its entry is gone, or was brought in again on other terms");
            }
            requireLast(hold);
            if (hold.state() == HoldState.RELEASED) {
                released.computeIfAbsent(new SourceKey(hold.listId(), hold.sourceId()), _ -> new ArrayList<>())
                        .add(unpublished(hold));
            } else if (hold.listId() == 0) {
                proposeAgain(hold);
            } else if (hold.body().isPresent() && !kept.has(tables, hold.body().get())) {
                throw new NotReopenedException(hold, "is of an import that is no longer kept: import it again");
            }
            tables.holds().reopen(hold.id());
        }
        long removed = 0;
        for (Map.Entry<SourceKey, List<Expression>> of : released.entrySet()) {
            long list = of.getKey().listId();
            long change = tables.lists().begin(new Change(0, list, now, actor, "took back a release"));
            removed += tables.entries().remove(list, of.getKey().sourceId(), of.getValue(), change);
        }
        return new Outcome(holds.size(), removed);
    }

    /// Nothing was decided or proposed about the same entry since.
    private void requireLast(HoldRow hold) throws IOException, NotReopenedException {
        HoldTable.Choice open = new HoldTable.Choice(hold.listId(), "", "", HoldState.OPEN, Long.MAX_VALUE);
        for (HoldRow other : tables.holds().chosen(open, 0, Integer.MAX_VALUE)) {
            if (other.listId() == hold.listId() && other.sourceId() == hold.sourceId()
                    && other.expression().equals(hold.expression()) && other.allowListId() == hold.allowListId()) {
                throw new NotReopenedException(hold, "has a successor: decide hold " + other.id());
            }
        }
        if (hold.expression().isPresent()) {
            Optional<HoldRow> last = hold.isOfAllowed()
                    ? tables.holds().lastDecision(hold.allowKey())
                    : tables.holds().lastDecision(hold.listId(), hold.expression().get());
            if (last.isPresent() && last.get().id() != hold.id()) {
                throw new NotReopenedException(hold,
                        "was followed by a decision about the same entry: hold " + last.get().id());
            }
        }
    }

    /// The expression of a released entry that no publication has.
    private Expression unpublished(HoldRow hold) throws IOException, NotReopenedException {
        if (hold.body().isPresent()) {
            throw new NotReopenedException(hold,
                    "released a whole import: import the earlier list with --replace, or roll back");
        }
        Expression expression = hold.expression().orElseThrow();
        if (hold.listId() == 0) {
            throw new NotReopenedException(hold,
                    "released an allow entry: use 'allow remove " + expression.shown() + "'");
        }
        List<EntryRow> ofSource = tables.entries()
                .history(hold.listId(), expression)
                .stream()
                .filter(row -> row.sourceId() == hold.sourceId())
                .toList();
        EntryRow entry = ofSource.stream()
                .filter(row -> row.removed().isEmpty())
                .findFirst()
                .orElseThrow(() -> new NotReopenedException(hold, "has no entry in the draft any more"));
        if (!isOf(entry, hold) || ofSource.stream()
                .anyMatch(row -> row.removed().isPresent() && row.removed().getAsLong() == entry.added())) {
            throw new NotReopenedException(hold, "is of an entry that was listed before, or has changed since");
        }
        if (isPublished(hold.listId(), entry.added())) {
            throw new NotReopenedException(hold, "is published: use 'remove' or 'allow add'");
        }
        if (tables.reports().hasLedTo(hold.listId(), entry.added())) {
            throw new NotReopenedException(hold, "answers a report: use 'remove'");
        }
        return expression;
    }

    /// Whether an entry came with the release of a hold, on its terms.
    private boolean isOf(EntryRow entry, HoldRow hold) throws IOException {
        Decision decision = hold.decision().orElseThrow();
        return entry.expires().equals(hold.entryExpires()) && entry.reason().equals(hold.entryReason())
                && tables.lists()
                        .change(entry.added())
                        .filter(change -> change.at().equals(decision.at()) && change.actor().equals(decision.by()))
                        .isPresent();
    }

    /// Whether a publication has a change, or one that waits for signatures would have it.
    private boolean isPublished(long listId, long change) throws IOException {
        return tables.publications().latestVersion(listId).filter(row -> row.change() >= change).isPresent()
                || tables.publications()
                        .pending()
                        .filter(pending -> pending.versions()
                                .stream()
                                .anyMatch(row -> isOf(row, listId) && row.change() >= change))
                        .isPresent();
    }

    private static boolean isOf(VersionRow version, long listId) {
        return version.listId() == listId;
    }

    /// The rejection of an allow entry removed it, unless it was allowed on other terms before.
    private void proposeAgain(HoldRow hold) throws IOException {
        AllowKey key = hold.allowKey();
        if (tables.allowed().find(key).isEmpty()) {
            tables.allowed()
                    .put(new AllowRow(key.expression(), key.listId(), hold.allowName(), hold.entryReason().orElse(""),
                            hold.by(), hold.at(), hold.entryExpires(), true));
        }
    }
}
