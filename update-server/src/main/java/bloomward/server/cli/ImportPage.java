package bloomward.server.cli;

import bloomward.program.text.Printable;
import bloomward.server.admin.ListReports.ImportReport;
import bloomward.server.admin.ListReports.Sample;
import bloomward.server.cli.Page.Tone;
import java.util.List;

/// What became of an import, for a person.
final class ImportPage {

    private ImportPage() {}

    static void describe(Page page, ImportReport report) {
        page.line(report.list() + ": source " + Words.orDash(report.source()) + ", format "
                + Words.orDash(report.format()));
        Table table = new Table("lines", "accepted", "duplicates", "rejected", "held", "out of reach");
        table.row(report.lines(), report.accepted(), report.duplicates(), Words.sum(report.rejected()),
                Words.sum(report.held()), report.outOfReach());
        page.table(table);
        page.line("draft: " + Words.signed(report.added(), '+') + " " + Words.signed(report.removed(), '-'));
        describe(page, "rejected", Tone.BAD, Words.counts(report.rejected()), report.samples());
        describe(page, "held", Tone.CAREFUL, Words.counts(report.held()), report.samples());
        report.warnings().forEach(warning -> page.line(Tone.CAREFUL, "warning: " + warning));
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
