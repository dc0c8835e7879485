package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Printable;
import bloomward.program.text.Table;
import bloomward.server.admin.ReportAdmin.ReportQuery;
import bloomward.server.admin.view.UserReports.ReportAcceptance;
import bloomward.server.admin.view.UserReports.ReportEffect;
import bloomward.server.admin.view.UserReports.ReportGroup;
import bloomward.server.admin.view.UserReports.ReportGroups;
import bloomward.server.admin.view.UserReports.ReportOutcome;
import bloomward.server.admin.view.UserReports.ReportRejection;
import bloomward.server.admin.view.UserReports.ReportView;
import bloomward.server.admin.view.UserReports.ReportsPart;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.Answers;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin reports`.
@Command(name = "reports", mixinStandardHelpOptions = true,
        description = "Shows the reports of people about wrong and missed listings, and decides on them.",
        footer = {"", "Example: bloomward-admin reports list"})
final class ReportCommands {

    /// Characters of a URL in a table.
    private static final int MOST_OF_A_URL = 80;

    private static final int MOST_IDS = 8;

    /// Days after which a waiting report is pointed out.
    private static final long LONG_IN_DAYS = 3;

    static CommandLine of(AdminSession session) {
        return new CommandLine(new ReportCommands()).addSubcommand(new Shown(session))
                .addSubcommand(new One(session))
                .addSubcommand(new Accept(session))
                .addSubcommand(new Reject(session));
    }

    private static void describe(Page page, List<ReportView> reports, Instant now) {
        if (reports.isEmpty()) {
            page.line("no reports");
            return;
        }
        Table table = new Table("id", "kind", "state", "people", "first", "list", "page");
        for (ReportView report : reports) {
            table.row(Long.toString(report.id()), report.kind(), report.hold() > 0 ? "held" : report.state(),
                    Long.toString(report.count()), Figures.time(report.at()), report.list(),
                    report.url().isEmpty() ? "(erased)" : Printable.beginningOf(report.canonical(), MOST_OF_A_URL));
        }
        page.table(table);
        reports.stream()
                .filter(report -> report.state().equals("open"))
                .map(report -> Duration.between(report.at(), now).toDays())
                .max(Long::compare)
                .filter(days -> days >= LONG_IN_DAYS)
                .ifPresent(days -> page.line(Tone.CAREFUL, "somebody has waited for " + days + " days"));
    }

    private static void describe(Page page, ReportGroups found) {
        if (found.groups().isEmpty()) {
            page.line("no reports");
            return;
        }
        Table table = new Table("people", "kind", "last", "host", "reports");
        for (ReportGroup group : found.groups()) {
            String ids = group.ids().stream().limit(MOST_IDS).map(String::valueOf).collect(Collectors.joining(" "));
            table.row(Long.toString(group.people()), group.kind(), Figures.time(group.lastAt()),
                    Printable.beginningOf(group.host(), MOST_OF_A_URL),
                    group.ids().size() > MOST_IDS ? ids + " and " + (group.ids().size() - MOST_IDS) + " more" : ids);
        }
        page.table(table);
        if (found.total() > found.groups().size()) {
            page.line("and " + Figures.amount(found.total() - found.groups().size(), "more host", "more hosts"));
        }
    }

    private static void describe(Page page, ReportView report) {
        page.line("report " + report.id() + ": "
                + (report.kind().equals("wrong") ? "blocked by mistake" : "should be blocked") + ", " + report.state());
        if (report.url().isEmpty()) {
            page.line("page     (erased)");
        } else {
            page.line("page     " + report.url());
            page.line("         " + report.canonical());
            page.line("comment  " + (report.comment().isEmpty() ? "(none)" : report.comment()));
        }
        page.line("verdict  " + report.verdict()
                + (report.list().isEmpty() ? "" : " by " + report.list() + " version " + report.version())
                + (report.expression().isEmpty() ? "" : ", entry " + report.expression().strip()));
        page.line("people   " + report.count() + ", first " + Figures.time(report.at()) + ", last "
                + Figures.time(report.lastAt()));
        if (report.hold() > 0) {
            page.line(Tone.CAREFUL, "waits for hold " + report.hold() + ": see 'holds list'");
        }
        if (!report.decidedBy().isEmpty()) {
            page.line("decided  by " + report.decidedBy() + " at " + report.decidedAt()
                    + (report.decisionReason().isEmpty() ? "" : ": " + report.decisionReason()));
        }
    }

    private static void outcomes(Page page, List<ReportOutcome> outcomes) {
        for (ReportOutcome outcome : outcomes) {
            Tone tone = outcome.outcome().equals("refused") || outcome.outcome().equals("held")
                    ? Tone.CAREFUL
                    : Tone.PLAIN;
            page.line(tone, "report " + outcome.id() + ": " + outcome.outcome()
                    + (outcome.message().isEmpty() ? "" : ", " + outcome.message()));
            outcome.effects().forEach(effect -> page.line("  " + words(effect)));
            if (outcome.hold() > 0) {
                page.line("  it stays open until 'holds release " + outcome.hold() + "' or 'holds reject "
                        + outcome.hold() + "'");
            }
        }
    }

    private static String words(ReportEffect effect) {
        String what = effect.scope() + " " + effect.expression().strip();
        return switch (effect.change()) {
            case "allow" -> "allow " + what;
            case "remove" -> "remove " + what + " from " + effect.list();
            default -> effect.change() + " " + what + " to " + effect.list();
        };
    }

    private static boolean isAnyRefused(List<ReportOutcome> outcomes) {
        return outcomes.stream().anyMatch(outcome -> outcome.outcome().equals("refused"));
    }

    @Command(name = "list", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Shows reports, the oldest first.",
            footer = {"", "Example: bloomward-admin reports list --kind wrong -o json"})
    private static final class Shown extends AdminCommand {

        @Option(names = "--state", paramLabel = "open|accepted|rejected|all", defaultValue = "open",
                description = "State of the reports (default: ${DEFAULT-VALUE}).")
        private String state = "open";

        @Option(names = "--kind", paramLabel = "wrong|missed", defaultValue = "",
                description = "Only wrong listings, or only missed ones.")
        private String kind = "";

        @Option(names = "--list", paramLabel = "NAME", defaultValue = "",
                description = "Only reports of people whose page this list blocked.")
        private String list = "";

        @Option(names = "--search", paramLabel = "TEXT", defaultValue = "",
                description = "Only reports with this in the page or the comment.")
        private String search = "";

        @Option(names = "--by-host",
                description = "Puts reports about the same host together, those of most people first.")
        private boolean byHost;

        @Option(names = "--limit", paramLabel = "N", defaultValue = "100",
                description = "Maximum number of reports, or of hosts (default: ${DEFAULT-VALUE}).")
        private int limit = 100;

        Shown(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireOneOf("--state", state, "open", "accepted", "rejected", "all");
            Options.requireOneOf("--kind", kind, "", "wrong", "missed");
            Options.requireAtLeast(1, "--limit", limit);
            ReportQuery query = new ReportQuery(state, kind, list, search, 0);
            if (byHost) {
                ReportGroups groups = api.reportGroups(query, limit);
                session.show(groups, page -> describe(page, groups));
                return;
            }
            ReportsPart reports = api.reports(query, limit);
            session.show(reports, page -> describe(page, reports.reports(), session.io().clock().instant()));
        }
    }

    @Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false, description = "Shows one report.",
            footer = {"", "Example: bloomward-admin reports show 12"})
    private static final class One extends AdminCommand {

        @Parameters(paramLabel = "ID", description = "Number of the report.")
        private long id;

        One(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, ServerProblemException, InterruptedException {
            ReportView report = api.report(id);
            session.show(report, page -> describe(page, report));
        }
    }

    @Command(name = "accept", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Accepts reports: changes drafts as they ask, without publishing.",
                "A missed page is added to a list; the entries that block a page by mistake are removed."
                        + " The changes are shown first."},
            footer = {"", "Example: bloomward-admin reports accept 12 14 --list phishing --yes"})
    private static final class Accept implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(paramLabel = "ID", arity = "1..*", description = "Numbers of the reports.")
        private List<Long> ids = List.of();

        @Option(names = "--list", paramLabel = "NAME", defaultValue = "",
                description = "List for a missed page (default: the only list).")
        private String list = "";

        @Option(names = "--scope", paramLabel = "auto|host|prefix|exact", defaultValue = "auto",
                description = {"Scope of the entry (default: ${DEFAULT-VALUE}).",
                    "auto: a site's first page stands for the host, any other page for itself."})
        private String scope = "auto";

        @Option(names = "--category", paramLabel = "C", defaultValue = "",
                description = "Category of the entry, if not the list's.")
        private String category = "";

        @Option(names = "--allow", description = "Allow the page instead of removing entries, for entries of a feed.")
        private boolean allow;

        @Option(names = "--corrected", description = "The wrong block was removed before; change nothing.")
        private boolean corrected;

        @Option(names = "--reason", paramLabel = "R", defaultValue = "", description = "Reason, for the audit log.")
        private String reason = "";

        @Option(names = "--yes", description = "Do not ask for confirmation.")
        private boolean yes;

        Accept(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireOneOf("--scope", scope, "auto", "host", "prefix", "exact");
            if (allow && corrected) {
                throw CommandException.error("--allow cannot be combined with --corrected");
            }
            try (AdminApi api = session.open()) {
                if (!yes) {
                    session.terminal("confirmation", "Pass --yes to accept without a question.");
                    Answers.Decided planned = api.accept(asked(true));
                    session.confirm("Accept?", page -> outcomes(page, planned.outcomes()));
                }
                Answers.Decided decided = api.accept(asked(false));
                session.show(decided, page -> outcomes(page, decided.outcomes()));
                return isAnyRefused(decided.outcomes()) ? ExitCode.REFUSED : ExitCode.DONE;
            }
        }

        private ReportAcceptance asked(boolean dryRun) {
            return new ReportAcceptance(ids, list, scope, category, allow, corrected, dryRun, reason);
        }
    }

    @Command(name = "reject", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Rejects reports; nothing else changes.",
            footer = {"", "Example: bloomward-admin reports reject 13 --reason 'a real phishing page'"})
    private static final class Reject extends AdminCommand {

        @Parameters(paramLabel = "ID", arity = "1..*", description = "Numbers of the reports.")
        private List<Long> ids = List.of();

        @Option(names = "--reason", required = true, paramLabel = "R", description = "Reason, for the audit log.")
        private String reason = "";

        Reject(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            if (reason.isBlank()) {
                throw CommandException.error("--reason: must not be empty");
            }
            Answers.Decided decided = api.reject(new ReportRejection(ids, reason));
            session.show(decided, page -> outcomes(page, decided.outcomes()));
        }
    }
}
