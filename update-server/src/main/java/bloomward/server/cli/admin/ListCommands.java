package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Table;
import bloomward.server.admin.view.ListReports.ListReview;
import bloomward.server.admin.view.ListReports.ListView;
import bloomward.server.admin.view.ListReports.NewList;
import bloomward.server.admin.view.ListReports.ReviewReport;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.Answers;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin list`.
@Command(name = "list", mixinStandardHelpOptions = true, description = "Creates and shows lists.",
        footer = {"", "Example: bloomward-admin list show"})
final class ListCommands {

    static CommandLine of(AdminSession session) {
        return new CommandLine(new ListCommands()).addSubcommand(new Create(session))
                .addSubcommand(new Show(session))
                .addSubcommand(new Set(session))
                .addSubcommand(new Rekey(session));
    }

    private static void describe(Page page, List<ListView> lists) {
        if (lists.isEmpty()) {
            page.line("no lists yet; create one: list create NAME --category C");
            return;
        }
        Table table = new Table("list", "category", "version", "published", "draft", "held", "capacity", "review");
        for (ListView list : lists) {
            table.row(list.name(), list.category(), list.version(), list.published(), list.entries(), list.held(),
                    list.capacity(), list.needsReview() ? "yes" : "no");
        }
        page.table(table);
        for (ListView list : lists) {
            long most = Math.max(list.published(), list.entries());
            if (most > list.capacity()) {
                page.line(Tone.CAREFUL,
                        list.name() + ": " + Figures.count(most) + " entries, more than its capacity of "
                                + Figures.count(list.capacity()) + ": list rekey " + list.name()
                                + " --planned-entries N");
            }
            if (!list.waiting().isEmpty()) {
                page.line(Tone.CAREFUL, list.name() + ": changes of feeds wait: " + list.waiting());
            }
        }
    }

    private static void describe(Page page, ListView list) {
        describe(page, List.of(list));
        page.line("created " + Figures.time(list.createdAt()) + ", planned for " + Figures.count(list.plannedEntries())
                + " entries, keys of " + list.width() + " bits");
        if (!list.sources().isEmpty()) {
            Table table = new Table("source", "kind", "category", "entries");
            list.sources()
                    .forEach(source -> table.row(source.name(), source.kind(), source.category(), source.entries()));
            page.line("").table(table);
        }
    }

    @Command(name = "create", mixinStandardHelpOptions = true, sortOptions = false, description = "Creates a list.",
            footer = {"", "Example: bloomward-admin list create phishing --category phishing --planned-entries 500000"})
    private static final class Create implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(paramLabel = "NAME", description = "Permanent name of the list; names are never reused.")
        private String name = "";

        @Option(names = "--category", required = true, paramLabel = "C",
                description = "Category of the entries: phishing, malware, ...")
        private String category = "";

        @Option(names = "--planned-entries", paramLabel = "N",
                description = "Number of entries the list is sized for (default: a million).")
        private long plannedEntries;

        @Option(names = "--review", description = "A second person must approve each publication.")
        private boolean review;

        @Option(names = "--seed", paramLabel = "HEX",
                description = "Seed of the keys, 16 hex digits, to compile the same files as another server"
                        + " (default: random).")
        private String seed = "";

        Create(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireAtLeast(0, "--planned-entries", plannedEntries);
            try (AdminApi api = session.open()) {
                ListView made = api.create(new NewList(name, category, plannedEntries, review, seed));
                session.show(made, page -> describe(page, made));
            }
            return ExitCode.DONE;
        }
    }

    @Command(name = "show", mixinStandardHelpOptions = true,
            description = "Shows all lists, or one list with its sources.",
            footer = {"", "Example: bloomward-admin list show phishing"})
    private static final class Show extends AdminCommand {

        @Parameters(paramLabel = "NAME", arity = "0..1", description = "List to show.")
        private Optional<String> name = Optional.empty();

        Show(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            if (name.isPresent()) {
                ListView list = api.list(name.get());
                session.show(list, page -> describe(page, list));
            } else {
                Answers.Lists lists = api.lists();
                session.show(lists, page -> describe(page, lists.lists()));
            }
        }
    }

    @Command(name = "set", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Switches the review of a list on or off.",
        "Off needs two persons: an administrator proposes it, and within a week a second person with the role"
                + " reviewer or above gives the same command. Exit code: 1 while the second person is missing."},
            footer = {"", "Example: bloomward-admin list set phishing --review on"})
    private static final class Set implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(paramLabel = "NAME", description = "The list.")
        private String name = "";

        @Option(names = "--review", required = true, paramLabel = "on|off",
                description = "Whether a second person must approve each publication.")
        private String review = "";

        Set(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireOneOf("--review", review, "on", "off");
            try (AdminApi api = session.open()) {
                ReviewReport report = api.review(name, new ListReview(review.equals("on")));
                session.show(report,
                        page -> page.line(report.list() + ": review is " + (report.needsReview() ? "on" : "off")
                                + (report.waiting() ? "; switching it off waits for a second person" : "")));
                return report.waiting() ? ExitCode.REFUSED : ExitCode.DONE;
            }
        }
    }

    @Command(name = "rekey", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Gives a list new keys, sized for more entries.",
                "After the next publication, every agent downloads the whole list once."},
            footer = {"", "Example: bloomward-admin list rekey phishing --planned-entries 5000000"})
    private static final class Rekey implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(paramLabel = "NAME", description = "The list.")
        private String name = "";

        @Option(names = "--planned-entries", required = true, paramLabel = "N",
                description = "Number of entries the list is sized for.")
        private long plannedEntries;

        Rekey(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireAtLeast(1, "--planned-entries", plannedEntries);
            try (AdminApi api = session.open()) {
                ListView list = api.rekey(name, plannedEntries);
                session.show(list, page -> describe(page, list));
                session.say("After the next publication, every agent downloads the whole list once.");
            }
            return ExitCode.DONE;
        }
    }
}
