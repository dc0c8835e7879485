package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Printable;
import bloomward.program.text.Table;
import bloomward.server.admin.view.FeedReports.FeedGuess;
import bloomward.server.admin.view.FeedReports.FeedQuestion;
import bloomward.server.admin.view.FeedReports.FeedSettings;
import bloomward.server.admin.view.FeedReports.FeedView;
import bloomward.server.admin.view.FeedReports.NewFeed;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.Answers;
import bloomward.server.cli.client.ServerProblemException;
import bloomward.server.cli.keys.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin feed`.
@Command(name = "feed", mixinStandardHelpOptions = true,
        description = "Manages feeds, the sources that are fetched on a schedule.",
        footer = {"", "Example: bloomward-admin feed status"})
final class FeedCommands {

    private static final int MAX_DEFINITION_IN_BYTES = 64 * 1024;
    private static final String NONE = "no feeds yet; add one: feed add FILE|URL --list NAME";

    static CommandLine of(AdminSession session) {
        return new CommandLine(new FeedCommands()).addSubcommand(new Add(session))
                .addSubcommand(new Shown(session))
                .addSubcommand(new Status(session))
                .addSubcommand(new Fetch(session))
                .addSubcommand(new FeedReportCommand(session))
                .addSubcommand("enable", setting(session, true, "Resumes scheduled fetching of a feed."))
                .addSubcommand("disable", setting(session, false, "Stops scheduled fetching of a feed."))
                .addSubcommand(new Remove(session));
    }

    private static CommandLine setting(AdminSession session, boolean enabled, String description) {
        CommandLine line = new CommandLine(new Setting(session, enabled));
        line.getCommandSpec().usageMessage().description(description);
        return line;
    }

    private static void describe(Page page, List<FeedView> feeds) {
        if (feeds.isEmpty()) {
            page.line(NONE);
            return;
        }
        Table table = new Table("feed", "list", "on", "next", "address");
        feeds.forEach(feed -> table.row(feed.name(), feed.list(), feed.enabled() ? "yes" : "no",
                Figures.time(feed.nextFetch()), feed.url()));
        page.table(table);
    }

    @Command(name = "add", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Adds a feed by its definition, or by its URL.",
                "Of a URL, the server fetches the list once and guesses the rest of the definition, which is shown and"
                        + " confirmed. The address rules are those of feeds."},
            footer = {"", "Example: bloomward-admin feed add urlhaus.toml --list malware"})
    private static final class Add implements Callable<Integer> {

        private static final Pattern ADDRESS = Pattern.compile("(?i)https?://.+");

        private final AdminSession session;

        @Parameters(paramLabel = "FILE|URL",
                description = "Definition in TOML, '-' for standard input; or a list's URL.")
        private String source = "-";

        @Option(names = "--list", required = true, paramLabel = "NAME", description = "List that receives the entries.")
        private String list = "";

        @Option(names = "--name", paramLabel = "FEED", defaultValue = "",
                description = "With a URL: name of the feed (default: from the URL).")
        private String name = "";

        @Option(names = "--category", paramLabel = "C", defaultValue = "",
                description = "With a URL: category of the entries (default: the category of the list).")
        private String category = "";

        @Option(names = "--interval", paramLabel = "SPAN", defaultValue = "",
                description = "With a URL: how often it is fetched, such as 6h (default: 1d).")
        private String interval = "";

        @Option(names = "--private-network",
                description = "With a URL: its server may be on this machine or a private network.")
        private boolean privateNetwork;

        @Option(names = "--yes", description = "With a URL: do not ask for confirmation.")
        private boolean yes;

        Add(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            boolean isAddress = ADDRESS.matcher(source).matches();
            if (isAddress && !yes) {
                session.terminal("confirmation", "Pass --yes to add what is guessed, or write a definition.");
            }
            String given = isAddress ? "" : SmallFile.text(Path.of(source), session.io().in(), MAX_DEFINITION_IN_BYTES);
            try (AdminApi api = session.open()) {
                String definition = isAddress ? guessed(api) : given;
                FeedView feed = api.addFeed(new NewFeed(definition, list));
                session.show(feed, page -> FeedCommands.describe(page, List.of(feed)));
            }
            return ExitCode.DONE;
        }

        private String guessed(AdminApi api)
                throws IOException, CommandException, ServerProblemException, InterruptedException {
            FeedGuess guess = api.guessFeed(new FeedQuestion(source, list, name, category, interval, privateNetwork));
            if (yes) {
                session.say(page -> describe(page, guess));
            } else {
                session.confirm("Add this feed?", page -> describe(page, guess));
            }
            return guess.definition();
        }

        private static void describe(Page page, FeedGuess guess) {
            guess.definition().lines().forEach(page::line);
            page.line("fetched: " + Figures.amount(guess.lines(), "line", "lines") + ", "
                    + Figures.amount(guess.accepted(), "entry", "entries") + ", rejected: "
                    + (guess.rejected().isEmpty() ? "none" : Figures.counts(guess.rejected())));
            guess.examples().forEach(example -> page.line("  " + Printable.beginningOf(example)));
        }
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "Shows the feeds.",
            footer = {"", "Example: bloomward-admin feed list"})
    private static final class Shown extends AdminCommand {

        Shown(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Answers.Feeds feeds = api.feeds();
            session.show(feeds, page -> describe(page, feeds.feeds()));
        }
    }

    @Command(name = "status", mixinStandardHelpOptions = true,
            description = "Shows the state of the feeds: times of fetches, results and errors.",
            footer = {"", "Example: bloomward-admin feed status -o json"})
    private static final class Status extends AdminCommand {

        Status(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Answers.Feeds feeds = api.feeds();
            session.show(feeds, page -> describe(page, feeds));
        }

        private static void describe(Page page, Answers.Feeds feeds) {
            if (feeds.feeds().isEmpty()) {
                page.line(NONE);
                return;
            }
            Table table = new Table("feed", "on", "tried", "fetched", "changed", "next", "failures");
            for (FeedView feed : feeds.feeds()) {
                table.row(feed.name(), feed.enabled() ? "yes" : "no", Figures.time(feed.lastAttempt()),
                        Figures.time(feed.lastSuccess()), Figures.time(feed.lastChange()),
                        Figures.time(feed.nextFetch()), feed.failures());
            }
            page.table(table);
            for (FeedView feed : feeds.feeds()) {
                if (!feed.lastError().isEmpty()) {
                    page.line(Tone.BAD, feed.name() + ": " + feed.lastError());
                }
                if (!feed.counts().isEmpty()) {
                    page.line(feed.name() + ": "
                            + feed.counts()
                                    .entrySet()
                                    .stream()
                                    .map(count -> count.getKey() + " " + Figures.count(count.getValue()))
                                    .collect(Collectors.joining(", ")));
                }
                if (!feed.waiting().isEmpty()) {
                    page.line(Tone.CAREFUL, feed.name() + ": changes in " + feed.list() + " wait: " + feed.waiting());
                }
            }
        }
    }

    @Command(name = "fetch", mixinStandardHelpOptions = true,
            description = "Fetches a feed now, and waits for the result.",
            footer = {"", "Example: bloomward-admin feed fetch urlhaus"})
    private static final class Fetch extends AdminCommand {

        @Parameters(paramLabel = "NAME", description = "The feed.")
        private String name = "";

        Fetch(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            ImportReport report = api.fetch(name);
            session.show(report, page -> ImportPage.describe(page, report));
        }
    }

    @Command(name = "remove", mixinStandardHelpOptions = true,
            description = {"Removes a feed: its definition and the last good copy.",
                "Its entries stay listed until an empty list is imported in their place with --replace."},
            footer = {"", "Example: bloomward-admin feed remove urlhaus"})
    private static final class Remove extends AdminCommand {

        @Parameters(paramLabel = "NAME", description = "The feed.")
        private String name = "";

        Remove(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            api.removeFeed(name);
            session.say("feed " + name + " removed; its entries stay listed, see 'entries search LIST --source " + name
                    + "'");
        }
    }

    @Command(mixinStandardHelpOptions = true, footer = {"", "Example: ${COMMAND-FULL-NAME} urlhaus"})
    private static final class Setting implements Callable<Integer> {

        private final AdminSession session;
        private final boolean enabled;

        @Parameters(paramLabel = "NAME", description = "The feed.")
        private String name = "";

        Setting(AdminSession session, boolean enabled) {
            this.session = session;
            this.enabled = enabled;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            try (AdminApi api = session.open()) {
                FeedView feed = api.set(name, new FeedSettings(enabled));
                session.show(feed, page -> describe(page, List.of(feed)));
            }
            return ExitCode.DONE;
        }
    }
}
