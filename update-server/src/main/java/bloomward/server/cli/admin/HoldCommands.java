package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Table;
import bloomward.server.admin.HoldAdmin.HoldQuery;
import bloomward.server.admin.view.HoldReports.HoldDecision;
import bloomward.server.admin.view.HoldReports.HoldReopening;
import bloomward.server.admin.view.HoldReports.HoldReport;
import bloomward.server.admin.view.HoldReports.HoldView;
import bloomward.server.admin.view.HoldReports.Holds;
import bloomward.server.admin.view.HoldReports.HoldsReopened;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin holds`.
@Command(name = "holds", mixinStandardHelpOptions = true,
        description = "Shows holds, the changes held back by guards, and decides on them.",
        footer = {"", "Example: bloomward-admin holds list"})
final class HoldCommands {

    private static final int SHOWN = 50;
    private static final int ROWS_AT_ONCE = 10_000;

    static CommandLine of(AdminSession session) {
        return new CommandLine(new HoldCommands()).addSubcommand(new Shown(session))
                .addSubcommand("release", decide(session, true, "Releases holds into the drafts of their lists."))
                .addSubcommand("reject",
                        decide(session, false, "Rejects holds; their entries stay out of the list until 'undo'."))
                .addSubcommand(new Undo(session));
    }

    private static CommandLine decide(AdminSession session, boolean release, String description) {
        CommandLine line = new CommandLine(new Decide(session, release));
        line.getCommandSpec().usageMessage().description(description);
        return line;
    }

    private static void describe(Page page, Holds holds) {
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

    /// How many there are, whatever is shown of them.
    private static void describeAll(Page page, Holds holds) {
        long all = Figures.sum(holds.counts());
        if (all > 0) {
            page.line(Figures.amount(all, "hold", "holds") + " up to number " + holds.upTo() + ": "
                    + Figures.counts(holds.counts()));
        }
    }

    /// The choice of holds by what they are.
    static final class Kinds {

        @Option(names = "--list", paramLabel = "NAME", defaultValue = "", description = "Only holds of this list.")
        private String list = "";

        @Option(names = "--source", paramLabel = "S", defaultValue = "", description = "Only holds of this source.")
        private String source = "";

        @Option(names = "--held-for", paramLabel = "REASON", defaultValue = "",
                description = "Only holds for this reason of a guard, such as popular-host.")
        private String heldFor = "";

        boolean isAny() {
            return !list.isEmpty() || !source.isEmpty() || !heldFor.isEmpty();
        }

        HoldQuery query(String state, String sort, String text, String after) {
            return new HoldQuery(list, source, heldFor, state, sort, text, after);
        }
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

        @Mixin
        private Kinds kinds = new Kinds();

        @Option(names = "--reason", paramLabel = "REASON", defaultValue = "", description = "Short for --held-for.")
        private String reason = "";

        @Option(names = "--state", paramLabel = "open|released|rejected|withdrawn", defaultValue = "open",
                description = "State of the holds (default: ${DEFAULT-VALUE}).")
        private String state = "open";

        @Option(names = "--sort", paramLabel = "oldest|newest|popular", defaultValue = "oldest",
                description = "Order; popular shows those first that would reach a well-known host (default: ${DEFAULT-VALUE}).")
        private String sort = "oldest";

        @Option(names = "--search", paramLabel = "TEXT", defaultValue = "",
                description = "Only holds whose entry contains this text.")
        private String search = "";

        @Option(names = "--limit", paramLabel = "N",
                description = "Show at most N holds (default: 50 as text, or all).")
        private Optional<Integer> limit = Optional.empty();

        Shown(AdminSession session) {
            this.session = session;
        }

        /// The counts are those of the first part.
        private Holds read(AdminApi api, int most) throws IOException, ServerProblemException, InterruptedException {
            List<HoldView> all = new ArrayList<>();
            Holds first = api.holds(kinds.query(state, sort, search, ""), Math.min(most, ROWS_AT_ONCE));
            Holds part = first;
            all.addAll(first.holds());
            while (!part.next().isEmpty() && all.size() < most) {
                part = api.holds(kinds.query(state, sort, search, part.next()),
                        Math.min(most - all.size(), ROWS_AT_ONCE));
                all.addAll(part.holds());
            }
            return new Holds(all, first.total(), first.counts(), first.bySource(), first.byAge(), first.upTo(),
                    part.next());
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireOneOf("--state", state, "open", "released", "rejected", "withdrawn");
            Options.requireOneOf("--sort", sort, "oldest", "newest", "popular");
            if (!reason.isEmpty()) {
                kinds.heldFor = reason;
            }
            int most = limit.orElse(session.isJson() ? Integer.MAX_VALUE : SHOWN);
            Options.requireAtLeast(1, "--limit", most);
            try (AdminApi api = session.open()) {
                Holds holds = read(api, most);
                session.show(holds, page -> {
                    describe(page, holds);
                    describeAll(page, holds);
                    if (Figures.sum(holds.counts()) > holds.holds().size()) {
                        page.line("shown: the first " + holds.holds().size() + "; --limit N shows more");
                    }
                });
            }
            return ExitCode.DONE;
        }
    }

    @Command(name = "undo", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Takes decisions back, so that the holds are open again.",
                "A released entry leaves the draft again; refused once it is published, or if the release changed the"
                        + " terms of a listed entry."},
            footer = {"", "Example: bloomward-admin holds undo 17 18 --reason 'wrong list'"})
    private static final class Undo implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(paramLabel = "ID", arity = "1..*", description = "Numbers of the holds.")
        private List<Long> ids = List.of();

        @Option(names = "--reason", required = true, paramLabel = "R", description = "Reason, for the audit log.")
        private String reason = "";

        Undo(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            try (AdminApi api = session.open()) {
                HoldsReopened report = api.reopen(new HoldReopening(ids, reason));
                session.show(report, page -> page.line(Figures.amount(report.reopened(), "hold", "holds")
                        + " open again"
                        + (report.removed() > 0
                                ? ", " + Figures.amount(report.removed(), "entry", "entries") + " removed from drafts"
                                : "")));
            }
            return ExitCode.DONE;
        }
    }

    @Command(mixinStandardHelpOptions = true, sortOptions = false,
            footer = {"", "Exit code: 1 if a second person must release some of them.", "",
                "Example: ${COMMAND-FULL-NAME} 17 18 --reason 'checked by hand'"})
    private static final class Decide implements Callable<Integer> {

        private final AdminSession session;
        private final boolean release;

        @Parameters(paramLabel = "ID", arity = "0..*", description = "Numbers of the holds.")
        private List<Long> ids = List.of();

        @Option(names = "--all", description = "All open holds, or those of the options below.")
        private boolean all;

        @Mixin
        private Kinds kinds = new Kinds();

        @Option(names = "--up-to", paramLabel = "ID",
                description = {
                    "With --all or a kind: decide no hold with a higher number than this one, which 'holds list'"
                            + " shows. Without it, the holds are shown and confirmed."})
        private Optional<Long> upTo = Optional.empty();

        @Option(names = "--reason", required = true, paramLabel = "R", description = "Reason, for the audit log.")
        private String reason = "";

        Decide(AdminSession session, boolean release) {
            this.session = session;
            this.release = release;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            boolean every = all || kinds.isAny();
            Options.requireNamesOrAll(ids, every, "holds");
            if (reason.isBlank()) {
                throw CommandException.error("--reason: must not be empty");
            }
            if (!every && upTo.isPresent()) {
                throw CommandException.error("--up-to cannot be combined with named holds");
            }
            if (every && upTo.isEmpty()) {
                session.terminal("confirmation", "Use --up-to ID with the number that 'holds list' shows.");
            }
            try (AdminApi api = session.open()) {
                long highest = every ? upTo.isPresent() ? upTo.get() : confirmed(api) : 0;
                if (every && highest == 0) {
                    session.say("no holds");
                    return ExitCode.DONE;
                }
                HoldReport report = api.decide(new HoldDecision(ids, every, kinds.list, kinds.source, kinds.heldFor,
                        highest, release, reason));
                session.show(report, page -> describe(page, report));
                return report.needOther().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
            }
        }

        /// The highest number of those that were shown and confirmed, 0 if there is none.
        private long confirmed(AdminApi api)
                throws IOException, CommandException, ServerProblemException, InterruptedException {
            Holds holds = api.holds(kinds.query("open", "", "", ""), SHOWN);
            long count = Figures.sum(holds.counts());
            if (count > 0) {
                session.confirm((release ? "Release " : "Reject ") + Figures.amount(count, "hold", "holds") + "?",
                        page -> {
                            HoldCommands.describe(page, holds);
                            describeAll(page, holds);
                            if (count > holds.holds().size()) {
                                page.line(Tone.CAREFUL,
                                        "shown: the first " + holds.holds().size() + "; 'holds list' shows all");
                            }
                        });
            }
            return holds.upTo();
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
