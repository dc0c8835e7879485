package bloomward.server.cli;

import bloomward.server.admin.OtherReports.AuditVerification;
import bloomward.server.admin.OtherReports.AuditView;
import bloomward.server.cli.Page.Tone;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.Answers;
import bloomward.server.cli.client.ProblemException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward-admin audit`.
@Command(name = "audit", mixinStandardHelpOptions = true, description = "Shows who did what, and verifies the log.",
        footer = {"", "Example: bloomward-admin audit show --from 100"})
final class AuditCommands {

    static CommandLine of(Session session) {
        return new CommandLine(new AuditCommands()).addSubcommand(new Shown(session))
                .addSubcommand(new Verify(session));
    }

    @Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false, description = "Shows the log.",
            footer = {"", "Example: bloomward-admin audit show --from 100 --limit 50"})
    private static final class Shown implements Callable<Integer> {

        private final Session session;

        @Option(names = "--from", paramLabel = "N", defaultValue = "1",
                description = "The first row (default: ${DEFAULT-VALUE}).")
        private long from;

        @Option(names = "--limit", paramLabel = "N", defaultValue = "1000",
                description = "How many (default: ${DEFAULT-VALUE}).")
        private int limit;

        Shown(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ProblemException, InterruptedException {
            Options.requireAtLeast(1, "--from", from);
            Options.requireAtLeast(1, "--limit", limit);
            try (AdminApi api = session.open()) {
                Answers.AuditRows rows = api.audit(from, limit);
                session.show(rows, page -> {
                    Table table = new Table("row", "at", "who", "did", "to", "detail");
                    for (AuditView row : rows.rows()) {
                        table.row(Long.toString(row.number()), Words.time(row.at()), row.actor(), row.action(),
                                row.subject(), row.detail());
                    }
                    page.table(table);
                });
            }
            return ExitCodes.DONE;
        }
    }

    @Command(name = "verify", mixinStandardHelpOptions = true, description = {
        "Computes the log's chain of hashes again.", "Exit code: 0 if it is whole, 1 if it is broken, 2 on errors."},
            footer = {"", "Example: bloomward-admin audit verify"})
    private static final class Verify implements Callable<Integer> {

        private final Session session;

        Verify(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ProblemException, InterruptedException {
            try (AdminApi api = session.open()) {
                AuditVerification verified = api.verifyAudit();
                session.show(verified, page -> page.line(verified.intact() ? Tone.GOOD : Tone.BAD, verified.intact()
                        ? "whole: " + Words.amount(verified.rows(), "row", "rows") + ", head " + verified.head()
                        : "broken at row " + verified.firstBroken() + " of " + Words.count(verified.rows()) + ": "
                                + verified.what()));
                return verified.intact() ? ExitCodes.DONE : ExitCodes.REFUSED;
            }
        }
    }
}
