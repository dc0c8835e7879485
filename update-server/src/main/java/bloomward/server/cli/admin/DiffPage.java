package bloomward.server.cli.admin;

import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Printable;
import bloomward.program.text.Table;
import bloomward.server.admin.ListReports.DiffReport;
import bloomward.server.admin.ListReports.ListDiff;

/// Describes the changes of the next publication to people.
final class DiffPage {

    private DiffPage() {}

    static void describe(Page page, DiffReport diff) {
        diff.lists().forEach(list -> describe(page, list));
        diff.allowAdded().forEach(expression -> page.line(Tone.GOOD, "allowed + " + expression));
        diff.allowRemoved().forEach(expression -> page.line(Tone.BAD, "allowed - " + expression));
        if (diff.lists().isEmpty() && diff.allowAdded().isEmpty() && diff.allowRemoved().isEmpty()) {
            page.line("no changes");
        }
    }

    static void describe(Page page, ListDiff diff) {
        page.line(diff.name()
                + (diff.fromVersion() == 0 ? " (not published yet): " : " (version " + diff.fromVersion() + "): ")
                + counts(diff));
        if (!diff.bySource().isEmpty()) {
            Table table = new Table("  source", "added", "removed");
            diff.bySource()
                    .forEach((source, change) -> table.row("  " + source, Figures.signed(change.added(), '+'),
                            Figures.signed(change.removed(), '-')));
            page.table(table);
        }
        diff.hits().forEach(hit -> page.line(Tone.CAREFUL, "  popular or protected: " + hit));
        diff.sample()
                .forEach(line -> page.line(line.startsWith("-") ? Tone.BAD : Tone.GOOD,
                        "  " + Printable.beginningOf(line)));
        long more = diff.added() + diff.removed() - diff.sample().size();
        if (more > 0 && !diff.sample().isEmpty()) {
            page.line("  and " + Figures.count(more) + " more");
        }
        if (diff.held() > 0) {
            page.line(Tone.CAREFUL, "  " + Figures.amount(diff.held(), "hold", "holds")
                    + " open, not included: holds list --list " + diff.name());
        }
        if (diff.needsReview()) {
            page.line(diff.approvals().isEmpty() ? Tone.CAREFUL : Tone.GOOD,
                    "  review: " + (diff.approvals().isEmpty()
                            ? "not approved yet"
                            : "approved by " + String.join(", ", diff.approvals())));
        }
    }

    private static String counts(ListDiff diff) {
        if (diff.added() == 0 && diff.removed() == 0) {
            return "no change, " + Figures.amount(diff.unchanged(), "entry", "entries");
        }
        return Figures.signed(diff.added(), '+') + " " + Figures.signed(diff.removed(), '-') + ", "
                + Figures.count(diff.unchanged()) + " unchanged; packed about " + Figures.bytes(diff.packedBytes())
                + ", agents fetch " + fetched(diff);
    }

    /// There is no delta to the first version.
    private static String fetched(ListDiff diff) {
        return diff.fromVersion() > 0 && diff.deltaBytes() > 0
                ? "about " + Figures.bytes(diff.deltaBytes())
                : "the whole file";
    }
}
