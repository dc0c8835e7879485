package bloomward.server.cli.admin;

import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Printable;
import bloomward.program.text.Table;
import bloomward.server.admin.view.ListReports.FetchedList;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.admin.view.ListReports.Sample;
import java.util.List;

/// Describes the outcome of an import to people.
final class ImportPage {

    private ImportPage() {}

    static void describe(Page page, ImportReport report) {
        page.line(report.list() + ": source " + Figures.orDash(report.source()) + ", format "
                + Figures.orDash(report.format()));
        Table table = new Table("lines", "accepted", "duplicates", "rejected", "held", "out of reach");
        table.row(report.lines(), report.accepted(), report.duplicates(), Figures.sum(report.rejected()),
                Figures.sum(report.held()), report.outOfReach());
        page.table(table);
        page.line("draft: " + Figures.signed(report.added(), '+') + " " + Figures.signed(report.removed(), '-'));
        describe(page, "rejected", Tone.BAD, Figures.counts(report.rejected()), report.samples());
        describe(page, "held", Tone.CAREFUL, Figures.counts(report.held()), report.samples());
        report.warnings().forEach(warning -> page.line(Tone.CAREFUL, "warning: " + warning));
    }

    static void describe(Page page, FetchedList fetched) {
        page.line(Printable.of(fetched.url()) + ": " + Figures.bytes(fetched.bytes()) + ", format " + fetched.format()
                + ", source " + fetched.source());
        page.line("fetched: " + Figures.amount(fetched.lines(), "line", "lines") + ", "
                + Figures.amount(fetched.accepted(), "entry", "entries") + ", rejected: "
                + (fetched.rejected().isEmpty() ? "none" : Figures.counts(fetched.rejected())));
        fetched.examples().forEach(example -> page.line("  " + Printable.beginningOf(example)));
    }

    private static void describe(Page page, String outcome, Tone tone, String counts, List<Sample> samples) {
        if (counts.isEmpty()) {
            return;
        }
        page.line(tone, outcome + ": " + counts);
        for (Sample sample : samples) {
            if (sample.outcome().equals(outcome)) {
                page.line("  " + (sample.line() > 0 ? "line " + sample.line() + ": " : "") + sample.reason() + ": "
                        + Printable.beginningOf(sample.text()));
            }
        }
    }
}
