package bloomward.server.admin;

import bloomward.format.confirm.Category;
import bloomward.format.url.Expression;
import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.UserReports.ReportAcceptance;
import bloomward.server.admin.view.UserReports.ReportEffect;
import bloomward.server.admin.view.UserReports.ReportOutcome;
import bloomward.server.draft.ImportJob;
import bloomward.server.draft.ImportResult;
import bloomward.server.draft.Importer;
import bloomward.server.draft.ReportHolds;
import bloomward.server.draft.TypedEntries;
import bloomward.server.draft.UnreadableListException;
import bloomward.server.store.ListRow;
import bloomward.server.store.ReportRow;
import bloomward.server.store.ReportState;
import bloomward.server.store.ReportTable.Correction;
import bloomward.server.store.SourceKind;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Accepts reports of pages that should be blocked: each becomes an entry, through the same guards as a typed one.
final class MissedPages {

    /// The source of these entries; a category that is not the list's follows it.
    private static final String SOURCE = "reports";

    private final Desk desk;
    private final ReportDecisions decisions;
    private final Importer importer;

    MissedPages(Desk desk, ReportDecisions decisions, Importer importer) {
        this.desk = desk;
        this.decisions = decisions;
        this.importer = importer;
    }

    /// The entry and the decision are one transaction: where somebody else decides first, no entry is left.
    ReportOutcome accept(Principal who, ReportRow report, ReportAcceptance wanted) throws IOException, Refusal {
        if (wanted.allow() || wanted.corrected()) {
            throw Desk
                    .bad("report " + report.id() + " tells of a missed page: allow and corrected are for wrong blocks");
        }
        ListRow list = desk.store().<ListRow, Refusal>read(tables -> list(tables, wanted.list()));
        ReportedEntry entry = ReportedEntry.of(report.text().canonical(), Desk.scope(wanted.scope()));
        Optional<Category> category = wanted.category().isEmpty()
                ? Optional.empty()
                : Optional.of(Desk.category(wanted.category()));
        List<ReportEffect> effects = List.of(new ReportEffect("add", list.name(), entry.expression().text(),
                Desk.label(entry.expression().scope())));
        if (wanted.dryRun()) {
            return new ReportOutcome(report.id(), "planned", effects, 0, "");
        }
        String source = SOURCE + category.map(each -> "-" + each.name()).orElse("");
        ImportJob job = new ImportJob(source, SourceKind.PEOPLE, category, entry.scope(), TypedEntries.FORMAT, false,
                Optional.empty(), Optional.of(ReportDecisions.reason(report, wanted)), who.name());
        try {
            return importer.<ReportOutcome, Refusal>readNow(list, job, entry.body(),
                    (tables, result) -> decide(tables, who, report, wanted, new Made(list, entry, effects, result)));
        } catch (UnreadableListException e) {
            throw EntryAdmin.unreadable(e);
        }
    }

    private record Made(ListRow list, ReportedEntry entry, List<ReportEffect> effects, ImportResult result) {}

    private ReportOutcome decide(Tables tables, Principal who, ReportRow report, ReportAcceptance wanted, Made made)
            throws IOException, Refusal {
        Expression expression = made.entry().expression();
        ImportResult result = made.result();
        if (!result.rejected().isEmpty()) {
            throw new Refusal(Code.REFUSED_BY_GUARD,
                    expression.shown() + ": " + String.join(", ", result.rejected().keySet()));
        }
        Optional<Correction> added = ReportHolds.added(tables, made.list().id(), expression);
        OptionalLong hold = ReportHolds.of(tables, made.list().id(), Set.of(expression));
        if (added.isEmpty() && hold.isPresent()) {
            decisions.hold(tables, who, report.id(), hold.getAsLong());
            return new ReportOutcome(report.id(), "held", made.effects(), hold.getAsLong(),
                    String.join(", ", result.held().keySet()));
        }
        decisions.decide(tables, who, report.id(), ReportState.ACCEPTED, wanted.reason(),
                List.of(added.orElseThrow(() -> Desk.bad("the entry is not in the draft"))));
        return new ReportOutcome(report.id(), "accepted", made.effects(), 0,
                result.added() == 0 ? "was in the draft already" : "");
    }

    private static ListRow list(Tables tables, String name) throws IOException, Refusal {
        if (!name.isEmpty()) {
            return Desk.list(tables, name);
        }
        List<ListRow> lists = tables.lists().all();
        if (lists.size() != 1) {
            throw Desk.bad("name one of the lists: "
                    + Printable.beginningOf(String.join(", ", lists.stream().map(ListRow::name).toList())));
        }
        return lists.getFirst();
    }
}
