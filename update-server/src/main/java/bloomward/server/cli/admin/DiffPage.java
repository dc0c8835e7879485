package bloomward.server.cli.admin;

import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Printable;
import bloomward.program.text.Table;
import bloomward.server.admin.view.ListReports.DiffPart;
import bloomward.server.admin.view.ListReports.DiffReport;
import bloomward.server.admin.view.ListReports.DiffRow;
import bloomward.server.admin.view.ListReports.EntryTerms;
import bloomward.server.admin.view.ListReports.ListDiff;
import java.util.List;
import java.util.stream.Collectors;

/// Describes the changes of the next publication to people.
final class DiffPage {

    private DiffPage() {}

    static void describe(Page page, DiffReport diff) {
        diff.lists().forEach(list -> describe(page, list));
        diff.allowAdded().forEach(expression -> page.line(Tone.GOOD, "allowed + " + expression));
        diff.allowRemoved().forEach(expression -> page.line(Tone.BAD, "allowed - " + expression));
        diff.leaving().forEach(list -> page.line(Tone.BAD, list + ": deleted; agents will have it no more"));
        if (diff.lists().isEmpty() && diff.allowAdded().isEmpty() && diff.allowRemoved().isEmpty()
                && diff.leaving().isEmpty()) {
            page.line("no changes");
        }
    }

    static void describe(Page page, ListDiff diff) {
        page.line(diff.name()
                + (diff.fromVersion() == 0 ? " (not published yet): " : " (version " + diff.fromVersion() + "): ")
                + counts(diff));
        if (!diff.bySource().isEmpty()) {
            Table table = new Table("  source", "added", "removed", "changed");
            diff.bySource()
                    .forEach((source, change) -> table.row("  " + source, Figures.signed(change.added(), '+'),
                            Figures.signed(change.removed(), '-'), Figures.count(change.changed())));
            page.table(table);
        }
        if (diff.newKeys()) {
            page.line(Tone.CAREFUL, "  new keys: every agent fetches the whole list");
        }
        if (diff.widened() > 0) {
            page.line(Tone.CAREFUL, "  " + Figures.amount(diff.widened(), "page alone is", "pages alone are")
                    + " added: Safe Browsing takes each with all below it");
        }
        diff.hits().forEach(hit -> page.line(Tone.CAREFUL, "  popular or protected: " + hit));
        diff.allowed().forEach(entry -> page.line(Tone.CAREFUL, "  " + Printable.of(entry)));
        diff.sample().forEach(line -> page.line(tone(line), "  " + Printable.of(line)));
        long more = diff.added() + diff.removed() + diff.changed() - diff.sample().size();
        if (more > 0) {
            page.line("  and " + Figures.count(more) + " more: diff " + diff.name() + " --all");
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
        page.line("  draft " + diff.draft());
    }

    static void describe(Page page, List<DiffRow> rows) {
        rows.forEach(row -> page.line(tone(row.line()), Printable.of(row.line())));
    }

    /// The names of the two sides.
    static String unifiedHead(DiffPart first) {
        return "--- " + first.name() + " published\n+++ " + first.name() + " draft " + first.draft() + "\n@@ @@\n";
    }

    /// Changes as in a unified difference: each side of one is a line.
    static String unified(List<DiffRow> rows) {
        StringBuilder lines = new StringBuilder();
        for (DiffRow row : rows) {
            side(lines, '-', row, row.before());
            side(lines, '+', row, row.after());
        }
        return lines.toString();
    }

    private static void side(StringBuilder lines, char sign, DiffRow row, List<EntryTerms> terms) {
        if (!terms.isEmpty()) {
            lines.append(sign)
                    .append(row.scope())
                    .append(' ')
                    .append(Printable.of(row.expression().strip() + "  # "
                            + terms.stream().map(DiffPage::words).sorted().collect(Collectors.joining("; "))))
                    .append('\n');
        }
    }

    private static String words(EntryTerms terms) {
        return terms.source() + ": " + terms.category() + (terms.expires().isEmpty() ? "" : " until " + terms.expires())
                + (terms.reason().isEmpty() ? "" : " (" + terms.reason() + ")");
    }

    /// Says how the next part is had, and of which draft these are the changes.
    static void describeEnd(Page page, DiffPart last) {
        if (!last.next().isEmpty()) {
            page.line("more: --after '" + last.next() + "' --draft " + last.draft());
        }
        page.line("draft " + last.draft());
    }

    private static Tone tone(String line) {
        return switch (line.charAt(0)) {
            case '-' -> Tone.BAD;
            case '~' -> Tone.CAREFUL;
            default -> Tone.GOOD;
        };
    }

    private static String counts(ListDiff diff) {
        if (diff.added() == 0 && diff.removed() == 0 && diff.changed() == 0) {
            return "no change, " + Figures.amount(diff.unchanged(), "entry", "entries");
        }
        return Figures.signed(diff.added(), '+') + " " + Figures.signed(diff.removed(), '-')
                + (diff.changed() > 0 ? " " + Figures.signed(diff.changed(), '~') : "") + ", "
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
