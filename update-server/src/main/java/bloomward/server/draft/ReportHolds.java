package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.store.EntryRow;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.ReportKind;
import bloomward.server.store.ReportRow;
import bloomward.server.store.ReportState;
import bloomward.server.store.ReportTable.Correction;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Reports whose acceptance a guard has held: they stay open until a person decides about the hold.
public final class ReportHolds {

    private ReportHolds() {}

    /// The open hold of an expression.
    ///
    /// @param listId 0 for what is to be allowed for every list
    public static OptionalLong of(Tables tables, long listId, Set<Expression> expressions) throws IOException {
        return tables.holds()
                .all(listId, HoldState.OPEN, Integer.MAX_VALUE)
                .stream()
                .filter(hold -> hold.listId() == listId && hold.allowListId() == 0
                        && hold.expression().filter(expressions::contains).isPresent())
                .mapToLong(HoldRow::id)
                .findFirst();
    }

    /// Carries the decisions about holds on to the reports that wait for them, inside their transaction. A report whose hold
    /// was rejected stays open: its sender may be right, and only this correction wrong.
    static void settle(Tables tables, List<HoldRow> holds) throws IOException {
        for (HoldRow held : holds) {
            List<ReportRow> waiting = tables.reports().waitingFor(held.id());
            if (waiting.isEmpty()) {
                continue;
            }
            HoldRow hold = tables.holds().find(held.id()).orElseThrow();
            for (ReportRow report : waiting) {
                if (hold.state() == HoldState.RELEASED) {
                    release(tables, report, hold);
                } else if (hold.state() != HoldState.OPEN) {
                    tables.reports().await(report.id(), OptionalLong.empty());
                }
            }
        }
    }

    private static void release(Tables tables, ReportRow report, HoldRow hold) throws IOException {
        OptionalLong next = report.text().kind() == ReportKind.WRONG
                ? of(tables, 0, Listings.expressions(report.text().canonical()))
                : OptionalLong.empty();
        if (next.isPresent()) { // of a page that several entries list
            tables.reports().await(report.id(), next);
            return;
        }
        HoldRow.Decision decision = hold.decision().orElseThrow();
        Correction correction = hold.listId() == 0
                ? new Correction(0, 0)
                : added(tables, hold.listId(), hold.expression().orElseThrow()).orElseThrow();
        tables.reports()
                .decide(report.id(), ReportState.ACCEPTED,
                        new ReportRow.Decision(decision.by(), decision.at(), decision.reason()), List.of(correction));
    }

    /// The change with which an expression came into a draft; nothing if it is not there.
    public static Optional<Correction> added(Tables tables, long listId, Expression expression) throws IOException {
        return tables.entries()
                .history(listId, expression)
                .stream()
                .filter(row -> row.removed().isEmpty())
                .map(EntryRow::added)
                .min(Long::compare)
                .map(change -> new Correction(listId, change));
    }
}
