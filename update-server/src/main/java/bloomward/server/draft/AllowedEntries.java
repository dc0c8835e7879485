package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.guard.AllowConflicts;
import bloomward.server.store.AllowRow;
import bloomward.server.store.EntryTable.Wanted;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Tells which entries of a draft are allowed already, whole or in part: they have less effect than they seem to.
///
/// An allow entry needs no second person as long as nothing is listed there. So on a list that two people look after, the
/// approval of an entry is also the consent to the allow entries that take reach from it, and the person who made these cannot
/// give it. Used by one thread, on one state of the store.
public final class AllowedEntries {

    /// The number of allow entries that the words about one entry name.
    private static final int MOST_NAMED = 3;

    private final Map<Expression, List<AllowRow>> allowed = new HashMap<>();
    private final AllowConflicts conflicts;

    private AllowedEntries(Iterable<AllowRow> rows) {
        rows.forEach(row -> allowed.computeIfAbsent(row.expression(), _ -> new ArrayList<>()).add(row));
        this.conflicts = AllowConflicts.of(allowed.keySet());
    }

    /// The allowed entries of a list that two people look after; for any other list, nothing counts as allowed.
    public static AllowedEntries of(Tables tables, ListRow list) throws IOException {
        return new AllowedEntries(list.needsReview()
                ? tables.allowed().all().stream().filter(row -> !row.isHeld() && row.key().isFor(list.id())).toList()
                : List.of());
    }

    /// The allow entries that take reach from an entry that the draft adds or changes, in words; empty for none.
    String words(DraftChange change) {
        if (allowed.isEmpty() || change.kind() == DraftChange.Kind.REMOVED) {
            return "";
        }
        Map<Expression, Boolean> taking = conflicts.taking(change.expression());
        if (taking.isEmpty()) {
            return "";
        }
        String named = taking.keySet()
                .stream()
                .limit(MOST_NAMED)
                .flatMap(expression -> rows(expression).stream())
                .map(AllowedEntries::words)
                .collect(Collectors.joining(", "));
        String more = taking.size() > MOST_NAMED ? " and " + (taking.size() - MOST_NAMED) + " more" : "";
        return (taking.containsValue(true) ? "allowed: " : "allowed in part: ") + named + more;
    }

    private List<AllowRow> rows(Expression expression) {
        return Optional.ofNullable(allowed.get(expression)).orElseThrow();
    }

    private static String words(AllowRow row) {
        return row.expression().shown() + (row.listId() == 0 ? "" : " for this list") + " by " + row.actor()
                + row.expires().map(end -> " until " + end).orElse("");
    }

    /// The line of a change, with the allow entries that take reach from its entry.
    public String line(DraftChange change, ListRow list) {
        String words = words(change);
        return change.line(list.category()) + (words.isEmpty() ? "" : " [" + words + "]");
    }

    /// An entry that a draft adds, and an allow entry of one person that takes reach from it.
    public record Allowed(Expression entry, AllowRow by) {}

    /// The entries that the draft of a list adds although one person alone has allowed them, whole or in part: one example for
    /// each person.
    public List<Allowed> notAgreed(Tables tables, ListRow list) throws IOException {
        Map<String, Allowed> byActor = new HashMap<>();
        if (!allowed.isEmpty()) {
            Persons persons = Persons.of(tables);
            DraftChanges.of(tables, list).each(Wanted.ALL, change -> {
                if (change.kind() == DraftChange.Kind.ADDED) {
                    for (AllowRow row : conflicts.taking(change.expression())
                            .keySet()
                            .stream()
                            .flatMap(expression -> rows(expression).stream())
                            .toList()) {
                        if (!byActor.containsKey(row.actor()) && !isAgreed(tables, persons, row)) {
                            byActor.put(row.actor(), new Allowed(change.expression(), row));
                        }
                    }
                }
                return true;
            });
        }
        return new ArrayList<>(byActor.values());
    }

    /// Whether the allow entry was held, and released by another person than its author.
    private static boolean isAgreed(Tables tables, Persons persons, AllowRow row) throws IOException {
        Optional<HoldRow> last = tables.holds().lastDecision(row.key());
        return last.filter(hold -> hold.state() == HoldState.RELEASED)
                .filter(hold -> hold.by().equals(row.actor()) && hold.at().equals(row.at()))
                .flatMap(HoldRow::decision)
                .filter(decision -> !persons.areOne(decision.by(), row.actor()))
                .isPresent();
    }
}
