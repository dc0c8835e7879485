package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.text.Figures;
import bloomward.program.text.Table;
import bloomward.server.admin.view.HistoryReports.AgeHistory;
import bloomward.server.admin.view.HistoryReports.FetchHistory;
import bloomward.server.admin.view.HistoryReports.HoldHistory;
import bloomward.server.admin.view.HistoryReports.VersionHistory;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.stream.Collectors;

/// The figures over time of `bloomward-admin history --of`.
final class FigureRows {

    private FigureRows() {}

    static void show(AdminSession session, AdminApi api, String kind, int days)
            throws IOException, CommandException, ServerProblemException, InterruptedException {
        Options.requireOneOf("--of", kind, "publications", "feeds", "ages", "holds");
        switch (kind) {
            case "publications" -> publications(session, api.history(kind, days, VersionHistory.class));
            case "feeds" -> feeds(session, api.history(kind, days, FetchHistory.class));
            case "ages" -> ages(session, api.history(kind, days, AgeHistory.class));
            default -> holds(session, api.history(kind, days, HoldHistory.class));
        }
    }

    private static void publications(AdminSession session, VersionHistory history) throws IOException {
        session.show(history, page -> {
            Table table = new Table("at", "list", "version", "entries", "added", "removed", "sources");
            history.versions()
                    .forEach(each -> table.row(Figures.time(each.at()), each.list(), Long.toString(each.version()),
                            Figures.count(each.entries()), Figures.count(each.added()), Figures.count(each.removed()),
                            each.sources()
                                    .stream()
                                    .map(source -> source.source() + " " + source.entries())
                                    .collect(Collectors.joining(", "))));
            page.table(table);
        });
    }

    private static void feeds(AdminSession session, FetchHistory history) throws IOException {
        session.show(history, page -> {
            Table table = new Table("at", "feed", "outcome", "accepted", "held", "rejected", "added", "removed",
                    "detail");
            history.fetches()
                    .forEach(each -> table.row(Figures.time(each.at()), each.feed(), each.outcome(),
                            Figures.count(each.accepted()), Figures.count(each.held()), Figures.count(each.rejected()),
                            Figures.count(each.added()), Figures.count(each.removed()), each.detail()));
            page.table(table);
        });
    }

    private static void ages(AdminSession session, AgeHistory history) throws IOException {
        session.show(history, page -> {
            Table table = new Table("hour", "requests seen here, by the age of the data that they present");
            history.hours()
                    .forEach(each -> table.row(Figures.time(each.hour()),
                            each.hidden() ? "too few to show" : Figures.counts(each.polls())));
            page.table(table);
        });
    }

    private static void holds(AdminSession session, HoldHistory history) throws IOException {
        session.show(history, page -> {
            Table table = new Table("day", "held", "decided");
            history.byDay()
                    .forEach(each -> table.row(each.day(), Figures.count(each.held()), Figures.count(each.decided())));
            page.table(table);
        });
    }
}
