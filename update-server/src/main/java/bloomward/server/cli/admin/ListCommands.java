package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Printable;
import bloomward.program.text.Table;
import bloomward.server.admin.view.FeedReports.FeedView;
import bloomward.server.admin.view.ListReports.Deletion;
import bloomward.server.admin.view.ListReports.DeletionReport;
import bloomward.server.admin.view.ListReports.ListDetails;
import bloomward.server.admin.view.ListReports.ListReview;
import bloomward.server.admin.view.ListReports.ListView;
import bloomward.server.admin.view.ListReports.NewKeys;
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
@Command(name = "list", mixinStandardHelpOptions = true, description = "Creates, shows, changes and deletes lists.",
        footer = {"", "Example: bloomward-admin list show"})
final class ListCommands {

    private static final String WHOLE_LIST = "After the next publication, every agent downloads the whole list once.";

    static CommandLine of(AdminSession session) {
        return new CommandLine(new ListCommands()).addSubcommand(new Create(session))
                .addSubcommand(new Show(session))
                .addSubcommand(new Set(session))
                .addSubcommand(new RenameTitle(session))
                .addSubcommand(new Rekey(session))
                .addSubcommand(new Delete(session));
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

    private static void describe(Page page, Answers.Lists lists) {
        describe(page, lists.lists());
        lists.leaving()
                .forEach(
                        name -> page.line(Tone.CAREFUL, name + ": deleted; agents have it until the next publication"));
    }

    private static void describe(Page page, ListView list) {
        if (!list.title().isEmpty()) {
            page.line(Printable.of(list.title()));
        }
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

        @Option(names = "--title", paramLabel = "TEXT", defaultValue = "",
                description = "Title for people, shown by 'list show'.")
        private String title = "";

        Create(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireAtLeast(0, "--planned-entries", plannedEntries);
            try (AdminApi api = session.open()) {
                ListView made = api.create(new NewList(name, category, plannedEntries, review, seed, title));
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
                session.show(lists, page -> describe(page, lists));
            }
        }
    }

    @Command(name = "set", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Changes what 'list create' has set, except the name.",
        "--review off needs two persons: an administrator proposes it, and within a week a second person with the role"
                + " reviewer or above gives the same command. Exit code: 1 while the second person is missing.",
        "--planned-entries and --seed give the list new keys, as 'list rekey' does: after the next publication, every"
                + " agent downloads the whole list once."},
            footer = {"", "Example: bloomward-admin list set phishing --review on"})
    private static final class Set implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(paramLabel = "NAME", description = "The list.")
        private String name = "";

        @Option(names = "--title", paramLabel = "TEXT", description = "Title for people; '' removes it.")
        private Optional<String> title = Optional.empty();

        @Option(names = "--category", paramLabel = "C",
                description = "Category of the entries, as long as the list was never published.")
        private Optional<String> category = Optional.empty();

        @Option(names = "--planned-entries", paramLabel = "N", description = "Number of entries the list is sized for.")
        private Optional<Long> plannedEntries = Optional.empty();

        @Option(names = "--seed", paramLabel = "HEX", description = "Seed of the keys, 16 hex digits.")
        private Optional<String> seed = Optional.empty();

        @Option(names = "--review", paramLabel = "on|off",
                description = "Whether a second person must approve each publication.")
        private Optional<String> review = Optional.empty();

        Set(AdminSession session) {
            this.session = session;
        }

        /// One step after the other. The one that a second person may have to agree to comes last.
        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            boolean isDetail = title.isPresent() || category.isPresent();
            boolean isKey = plannedEntries.isPresent() || seed.isPresent();
            if (!isDetail && !isKey && review.isEmpty()) {
                throw CommandException.error("nothing to set\nName at least one option: --title, --category,"
                        + " --planned-entries, --seed, --review.");
            }
            if (review.isPresent()) {
                Options.requireOneOf("--review", review.get(), "on", "off");
            }
            if (plannedEntries.isPresent()) {
                Options.requireAtLeast(1, "--planned-entries", plannedEntries.get());
            }
            try (AdminApi api = session.open()) {
                if (isDetail) {
                    api.setDetails(name, new ListDetails(title.orElse(""), title.filter(String::isEmpty).isPresent(),
                            category.orElse("")));
                }
                if (isKey) {
                    api.rekey(name, new NewKeys(plannedEntries.orElse(0L), seed.orElse("")));
                    session.say(WHOLE_LIST);
                }
                return review.isPresent() ? review(api, review.get().equals("on")) : shown(api);
            }
        }

        private int shown(AdminApi api)
                throws IOException, CommandException, ServerProblemException, InterruptedException {
            ListView list = api.list(name);
            session.show(list, page -> describe(page, list));
            return ExitCode.DONE;
        }

        private int review(AdminApi api, boolean on)
                throws IOException, CommandException, ServerProblemException, InterruptedException {
            ReviewReport report = api.review(name, new ListReview(on));
            session.show(report,
                    page -> page.line(report.list() + ": review is " + (report.needsReview() ? "on" : "off")
                            + (report.waiting() ? "; switching it off waits for a second person" : "")));
            return report.waiting() ? ExitCode.REFUSED : ExitCode.DONE;
        }
    }

    @Command(name = "rename-title", mixinStandardHelpOptions = true,
            description = {"Gives a list another title for people.", "The name of a list is permanent."},
            footer = {"", "Example: bloomward-admin list rename-title phishing 'Phishing, seen at our own desks'"})
    private static final class RenameTitle extends AdminCommand {

        @Parameters(index = "0", paramLabel = "NAME", description = "The list.")
        private String name = "";

        @Parameters(index = "1", paramLabel = "TEXT", description = "The new title; '' removes it.")
        private String title = "";

        RenameTitle(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            ListView list = api.setDetails(name, new ListDetails(title, title.isEmpty(), ""));
            session.show(list, page -> describe(page, list));
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
                ListView list = api.rekey(name, new NewKeys(plannedEntries, ""));
                session.show(list, page -> describe(page, list));
                session.say(WHOLE_LIST);
            }
            return ExitCode.DONE;
        }
    }

    @Command(name = "delete", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Deletes a list: its draft, its open holds and its feeds. On a terminal it shows them and asks; elsewhere it"
                + " needs --yes.",
        "Agents have the list until the next publication, which no longer names it. Its name is never used again; its"
                + " versions stay in the history, but cannot be returned to.",
        "A list with review needs two persons: an administrator proposes it, and within a week a second person with"
                + " the role reviewer or above gives the same command. Exit code: 1 while the second person is"
                + " missing."},
            footer = {"", "Example: bloomward-admin list delete phishing --reason 'now part of malware'"})
    private static final class Delete implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(paramLabel = "NAME", description = "The list.")
        private String name = "";

        @Option(names = "--reason", paramLabel = "R", defaultValue = "", description = "Reason, for the audit log.")
        private String reason = "";

        @Option(names = "--yes", description = "Do not ask for confirmation.")
        private boolean yes;

        Delete(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            if (!yes) {
                session.terminal("confirmation", "Pass --yes to delete without a question.");
            }
            try (AdminApi api = session.open()) {
                if (!yes) {
                    ListView list = api.list(name);
                    List<String> feeds = api.feeds()
                            .feeds()
                            .stream()
                            .filter(feed -> feed.list().equals(name))
                            .map(FeedView::name)
                            .toList();
                    session.confirm("Delete list " + name + "?", page -> describe(page, list, feeds));
                }
                DeletionReport report = api.delete(name, new Deletion(reason));
                session.show(report, page -> describe(page, report));
                return report.waiting() ? ExitCode.REFUSED : ExitCode.DONE;
            }
        }

        private static void describe(Page page, ListView list, List<String> feeds) {
            page.line(list.name() + ": " + Figures.amount(list.entries(), "entry", "entries") + " in the draft, "
                    + (list.version() == 0
                            ? "never published"
                            : Figures.count(list.published()) + " in version " + list.version() + ", which agents have")
                    + ", " + Figures.amount(list.held(), "open hold", "open holds") + ", feeds: "
                    + (feeds.isEmpty() ? "none" : String.join(", ", feeds)));
            page.line(Tone.CAREFUL, "Agents drop the list with the next publication. The name is never used again.");
        }

        private static void describe(Page page, DeletionReport report) {
            if (report.waiting()) {
                page.line(Tone.CAREFUL, report.list() + ": not deleted; it waits for a second person");
                return;
            }
            page.line(report.list() + ": deleted, with " + Figures.amount(report.entries(), "entry", "entries") + ", "
                    + Figures.amount(report.holds(), "open hold", "open holds") + ", feeds: "
                    + (report.feeds().isEmpty() ? "none" : String.join(", ", report.feeds())));
            if (report.version() > 0) {
                page.line(Tone.CAREFUL,
                        "agents have version " + report.version() + " until the next publication: publish --all");
            }
        }
    }
}
