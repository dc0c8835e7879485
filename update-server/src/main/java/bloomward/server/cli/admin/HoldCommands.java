package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Table;
import bloomward.server.admin.HoldReports.HoldDecision;
import bloomward.server.admin.HoldReports.HoldReport;
import bloomward.server.admin.HoldReports.HoldView;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.Answers;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin holds`.
@Command(name = "holds", mixinStandardHelpOptions = true,
        description = "Shows holds, the changes held back by guards, and decides on them.",
        footer = {"", "Example: bloomward-admin holds list"})
final class HoldCommands {

    static CommandLine of(AdminSession session) {
        return new CommandLine(new HoldCommands()).addSubcommand(new Shown(session))
                .addSubcommand("release", decide(session, true, "Releases holds into the drafts of their lists."))
                .addSubcommand("reject",
                        decide(session, false, "Rejects holds; their entries stay out of the list permanently."));
    }

    private static CommandLine decide(AdminSession session, boolean release, String description) {
        CommandLine line = new CommandLine(new Decide(session, release));
        line.getCommandSpec().usageMessage().description(description);
        return line;
    }

    private static void describe(Page page, Answers.Holds holds) {
        if (holds.holds().isEmpty()) {
            page.line("no holds");
            return;
        }
        Table table = new Table("id", "list", "source", "state", "reason", "entry", "terms", "detail");
        holds.holds()
                .forEach(hold -> table.row(Long.toString(hold.id()), hold.list(), hold.source(), hold.state(),
                        hold.reason(), hold.expression().isEmpty() ? "(the whole import)" : hold.expression(),
                        terms(hold), hold.detail()));
        page.table(table);
        holds.holds()
                .stream()
                .filter(hold -> !hold.remedy().isEmpty())
                .map(hold -> hold.reason() + ": " + hold.remedy())
                .distinct()
                .forEach(page::line);
    }

    /// The entry in words, as a release would add it.
    private static String terms(HoldView hold) {
        String kind = Stream.of(hold.scope(), hold.category())
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
        return kind + (hold.expires().isEmpty() ? "" : " until " + hold.expires())
                + (hold.entryReason().isEmpty() ? "" : " (" + hold.entryReason() + ")");
    }

    @Command(name = "list", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Shows holds with their reasons.",
            footer = {"", "Example: bloomward-admin holds list --list phishing -o json"})
    private static final class Shown implements Callable<Integer> {

        private final AdminSession session;

        @Option(names = "--list", paramLabel = "NAME", defaultValue = "", description = "Only holds of this list.")
        private String list = "";

        @Option(names = "--state", paramLabel = "open|released|rejected|withdrawn", defaultValue = "open",
                description = "State of the holds (default: ${DEFAULT-VALUE}).")
        private String state = "open";

        Shown(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireOneOf("--state", state, "open", "released", "rejected", "withdrawn");
            try (AdminApi api = session.open()) {
                Answers.Holds holds = api.holds(list, state);
                session.show(holds, page -> describe(page, holds));
            }
            return ExitCode.DONE;
        }
    }

    @Command(mixinStandardHelpOptions = true, sortOptions = false,
            footer = {"", "Example: ${COMMAND-FULL-NAME} 17 18 --reason 'checked by hand'"})
    private static final class Decide implements Callable<Integer> {

        private final AdminSession session;
        private final boolean release;

        @Parameters(paramLabel = "ID", arity = "0..*", description = "Numbers of the holds.")
        private List<Long> ids = List.of();

        @Option(names = "--all", description = "All open holds.")
        private boolean all;

        @Option(names = "--list", paramLabel = "NAME", defaultValue = "", description = "All open holds of this list.")
        private String list = "";

        @Option(names = "--reason", required = true, paramLabel = "R", description = "Reason, for the audit log.")
        private String reason = "";

        Decide(AdminSession session, boolean release) {
            this.session = session;
            this.release = release;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            boolean every = all || !list.isEmpty();
            Options.requireNamesOrAll(ids, every, "holds");
            if (reason.isBlank()) {
                throw CommandException.error("--reason: must not be empty");
            }
            try (AdminApi api = session.open()) {
                HoldReport report = api.decide(new HoldDecision(ids, every, list, release, reason));
                session.show(report, page -> describe(page, report));
            }
            return ExitCode.DONE;
        }

        private void describe(Page page, HoldReport report) {
            page.line(Figures.amount(report.decided(), "hold", "holds") + (release ? " released" : " rejected")
                    + (report.added() > 0
                            ? ", " + Figures.amount(report.added(), "entry", "entries") + " added to drafts"
                            : ""));
            if (!report.needOther().isEmpty()) {
                page.line(Tone.CAREFUL, "release needs a second person: "
                        + String.join(" ", report.needOther().stream().map(String::valueOf).toList()));
            }
        }
    }
}
