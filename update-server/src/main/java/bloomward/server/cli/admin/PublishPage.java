package bloomward.server.cli.admin;

import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Table;
import bloomward.server.admin.view.PublishReports.DeltaView;
import bloomward.server.admin.view.PublishReports.PublishReport;
import bloomward.server.admin.view.PublishReports.PublishedList;
import java.util.Comparator;

/// Describes a publication to people.
final class PublishPage {

    private PublishPage() {}

    /// The exit code of a command that was to publish.
    static int exitCode(PublishReport report) {
        return report.refused().isEmpty() && !report.pending() ? ExitCode.DONE : ExitCode.REFUSED;
    }

    static void describe(Page page, PublishReport report) {
        Long sequence = report.sequence();
        if (sequence != null) {
            page.line(Tone.GOOD, "published, sequence " + sequence);
        } else if (report.pending()) {
            page.line(Tone.CAREFUL, "not published yet: more signatures are needed");
        } else if (report.message().isEmpty()) {
            page.line("nothing published");
        }
        if (!report.message().isEmpty()) {
            page.line(report.message());
        }
        Table table = new Table("list", "version", "entries", "added", "removed", "packed", "flat", "delta");
        for (PublishedList list : report.lists()) {
            table.row(list.name(), list.version(), list.entries(), Figures.signed(list.added(), '+'),
                    Figures.signed(list.removed(), '-'), Figures.bytes(list.packedBytes()),
                    Figures.bytes(list.flatBytes()),
                    list.deltas()
                            .stream()
                            .max(Comparator.comparingLong(DeltaView::from))
                            .map(delta -> Figures.bytes(delta.bytes()))
                            .orElse("-"));
        }
        if (!table.isEmpty()) {
            page.table(table);
        }
        report.leaving()
                .forEach(list -> page.line(Tone.CAREFUL, list + ": deleted; "
                        + (sequence != null ? "agents have it no more" : "agents will have it no more")));
        if (report.held() > 0) {
            page.line(Tone.CAREFUL, Figures.amount(report.held(), "entry", "entries")
                    + " held for sharing a key with another host, or for a full bucket: holds list");
        }
        report.refused().forEach(list -> page.line(Tone.BAD, list.name() + " stays as it was: " + list.message()));
    }
}
