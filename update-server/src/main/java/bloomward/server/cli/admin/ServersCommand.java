package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Table;
import bloomward.server.admin.view.ServerReports.ServerView;
import bloomward.server.admin.view.ServerReports.ServersReport;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `bloomward-admin servers`.
@Command(name = "servers", mixinStandardHelpOptions = true,
        description = {"Shows the servers that share the store: which one leads, and which are behind.",
            "Exit code: 0 if one leads and all are there without trouble, 1 if not."},
        footer = {"", "Example: bloomward-admin servers"})
final class ServersCommand implements Callable<Integer> {

    private final AdminSession session;

    ServersCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
        try (AdminApi api = session.open()) {
            ServersReport report = api.servers();
            session.show(report, page -> describe(page, report));
            return report.isWell() ? ExitCode.DONE : ExitCode.REFUSED;
        }
    }

    private static void describe(Page page, ServersReport report) {
        Table table = new Table("", "server", "sequence", "dated", "keys", "version", "since", "state");
        for (ServerView server : report.servers()) {
            table.row(server.leads() ? "*" : " ", server.name(), Long.toString(server.sequence()),
                    server.dated().isEmpty() ? "-" : Figures.time(server.dated()), keys(server), server.version(),
                    Figures.time(server.started()), state(server));
        }
        page.table(table);
        if (report.leader().isEmpty()) {
            page.line("no server leads: feeds are not fetched, and 'latest' is not dated");
        } else if (report.isShared()) {
            page.line("* leads: fetches feeds, dates 'latest', renews, tidies up");
        } else {
            page.line("one server: its store is a file in its data folder");
        }
    }

    private static String keys(ServerView server) {
        if (server.canDate()) {
            return server.canSign() ? "timestamp, publisher" : "timestamp";
        }
        return server.canSign() ? "publisher" : "none";
    }

    private static String state(ServerView server) {
        if (!server.isThere()) {
            return "away since " + Figures.time(server.seen());
        }
        return server.trouble().isEmpty() ? "well" : server.trouble();
    }
}
