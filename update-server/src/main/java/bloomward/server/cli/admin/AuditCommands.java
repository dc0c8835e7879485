package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Table;
import bloomward.server.admin.view.AuditReports.AuditPart;
import bloomward.server.admin.view.AuditReports.AuditVerification;
import bloomward.server.admin.view.AuditReports.AuditView;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward-admin audit`.
@Command(name = "audit", mixinStandardHelpOptions = true, description = "Shows and verifies the audit log.",
        footer = {"", "Example: bloomward-admin audit show --from 100"})
final class AuditCommands {

    static CommandLine of(AdminSession session) {
        return new CommandLine(new AuditCommands()).addSubcommand(new Shown(session))
                .addSubcommand(new Verify(session));
    }

    @Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false,
            description = {
                "Shows rows of the audit log, in their order: the newest ones, unless --from or --first is given."},
            footer = {"", "Example: bloomward-admin audit show --last 50"})
    private static final class Shown implements Callable<Integer> {

        private final AdminSession session;

        @Option(names = "--last", paramLabel = "N", description = "The newest N rows.")
        private Optional<Integer> last = Optional.empty();

        @Option(names = "--first", paramLabel = "N", description = "The oldest N rows.")
        private Optional<Integer> first = Optional.empty();

        @Option(names = "--from", paramLabel = "N", description = "Rows from this number on.")
        private Optional<Long> from = Optional.empty();

        @Option(names = "--actor", paramLabel = "NAME", defaultValue = "", description = "Only rows of this actor.")
        private String actor = "";

        @Option(names = "--action", paramLabel = "ACTION", defaultValue = "",
                description = "Only this action, or all that begin with this word.")
        private String action = "";

        @Option(names = "--about", paramLabel = "TEXT", defaultValue = "",
                description = "Only rows with this in the subject or the detail.")
        private String about = "";

        @Option(names = "--limit", paramLabel = "N", defaultValue = "1000",
                description = "Maximum number of rows (default: ${DEFAULT-VALUE}).")
        private int limit;

        Shown(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireAtLeast(1, "--last", last.orElse(1));
            Options.requireAtLeast(1, "--first", first.orElse(1));
            Options.requireAtLeast(1, "--from", from.orElse(1L));
            Options.requireAtLeast(1, "--limit", limit);
            if ((last.isPresent() ? 1 : 0) + (first.isPresent() ? 1 : 0) + (from.isPresent() ? 1 : 0) > 1) {
                throw CommandException.error("only one of --last, --first and --from can be given");
            }
            try (AdminApi api = session.open()) {
                boolean isFiltered = !actor.isEmpty() || !action.isEmpty() || !about.isEmpty();
                if (isFiltered && (first.isPresent() || from.isPresent())) {
                    throw CommandException.error("--first and --from cannot be combined with filters");
                }
                AuditPart rows = isFiltered
                        ? api.audit(actor, action, about, last.orElse(limit))
                        : api.audit(
                                first.isPresent()
                                        ? OptionalLong.of(1)
                                        : from.map(OptionalLong::of).orElse(OptionalLong.empty()),
                                last.or(() -> first).orElse(limit));
                session.show(rows, page -> {
                    Table table = new Table("row", "at", "actor", "action", "subject", "detail");
                    for (AuditView row : rows.rows()) {
                        table.row(Long.toString(row.number()), Figures.time(row.at()), row.actor(), row.action(),
                                row.subject(), row.detail());
                    }
                    page.table(table);
                });
            }
            return ExitCode.DONE;
        }
    }

    @Command(name = "verify", mixinStandardHelpOptions = true,
            description = {"Verifies the log's chain of hashes.",
                "Exit code: 0 if the chain is intact, 1 if it is broken, 2 on errors."},
            footer = {"", "Example: bloomward-admin audit verify"})
    private static final class Verify implements Callable<Integer> {

        private final AdminSession session;

        Verify(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            try (AdminApi api = session.open()) {
                AuditVerification verified = api.verifyAudit();
                session.show(verified,
                        page -> page.line(verified.intact() ? Tone.GOOD : Tone.BAD,
                                verified.intact()
                                        ? "intact: " + Figures.amount(verified.rows(), "row", "rows") + ", head "
                                                + verified.head()
                                        : "broken at row " + verified.firstBroken() + " of "
                                                + Figures.count(verified.rows()) + ": " + verified.what()));
                return verified.intact() ? ExitCode.DONE : ExitCode.REFUSED;
            }
        }
    }
}
