package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Table;
import bloomward.server.admin.view.RetentionReports.ListRetention;
import bloomward.server.admin.view.RetentionReports.RetentionReport;
import bloomward.server.admin.view.RetentionReports.RetentionRun;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward-admin retention`.
@Command(name = "retention", mixinStandardHelpOptions = true,
        description = "Shows and forgets removed entries that no version has to which a list can be returned.",
        footer = {"", "Example: bloomward-admin retention show"})
final class RetentionCommands {

    static CommandLine of(AdminSession session) {
        return new CommandLine(new RetentionCommands()).addSubcommand(new Shown(session))
                .addSubcommand(new Run(session));
    }

    private static int days(Optional<Integer> wanted) throws CommandException {
        if (wanted.isPresent()) {
            Options.requireAtLeast(1, "--days", wanted.get());
        }
        return wanted.orElse(0);
    }

    private static void describe(Page page, RetentionReport report, String removable) {
        Table table = new Table("list", "oldest version", "oldest kept", removable);
        for (ListRetention list : report.lists()) {
            table.row(list.name(), list.oldestVersion(), list.oldestKept(), list.removable());
        }
        page.table(table);
        page.line("kept: versions that were replaced in the last " + Figures.amount(report.days(), "day", "days")
                + ", and the newest");
    }

    @Command(name = "show", mixinStandardHelpOptions = true,
            description = "Shows how many removed entries are kept for no version any more.",
            footer = {"", "Example: bloomward-admin retention show --days 30"})
    private static final class Shown extends AdminCommand {

        @Option(names = "--days", paramLabel = "N",
                description = "Days for which a version is kept after its replacement (default: the server's setting).")
        private Optional<Integer> days = Optional.empty();

        Shown(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            RetentionReport report = api.retention(days(days));
            session.show(report, page -> describe(page, report, "to forget"));
        }
    }

    @Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false,
            description = {
                "Forgets removed entries now; the server does so every hour. Older versions cannot be returned to "
                        + "afterwards. The audit log stays whole."},
            footer = {"", "Example: bloomward-admin retention run --days 30 --yes"})
    private static final class Run implements Callable<Integer> {

        private final AdminSession session;

        @Option(names = "--days", paramLabel = "N",
                description = "Days for which a version is kept after its replacement (default: the server's setting).")
        private Optional<Integer> days = Optional.empty();

        @Option(names = "--yes", description = "Do not ask for confirmation.")
        private boolean yes;

        Run(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            int wanted = days(days);
            try (AdminApi api = session.open()) {
                if (!yes) {
                    RetentionReport planned = api.retention(wanted);
                    session.confirm("Forget?", page -> describe(page, planned, "to forget"));
                }
                RetentionReport report = api.runRetention(new RetentionRun(wanted));
                session.show(report, page -> describe(page, report, "forgotten"));
            }
            return ExitCode.DONE;
        }
    }
}
