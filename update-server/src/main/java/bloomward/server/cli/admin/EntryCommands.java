package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.server.admin.view.ListReports.Entries;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.admin.view.ListReports.RemovalReport;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import bloomward.server.cli.keys.Expiry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin add` and `remove`, for single entries.
final class EntryCommands {

    private EntryCommands() {}

    /// The options of entries.
    static final class EntryOptions {

        @Option(names = "--scope", paramLabel = "auto|host|prefix|exact", defaultValue = "auto",
                description = "Scope of the entries (default: ${DEFAULT-VALUE}).")
        private String scope = "auto";

        @Option(names = "--reason", paramLabel = "R", defaultValue = "", description = "Reason for the change.")
        private String reason = "";

        @Option(names = "--expires", paramLabel = "T", defaultValue = "",
                description = "When the entries expire: a date, a time, or a span such as 12h, 30d, 6w.")
        private String expires = "";

        Entries of(List<String> urls, AdminSession session) throws IOException, CommandException {
            Options.requireOneOf("--scope", scope, "auto", "host", "prefix", "exact");
            String end = Expiry.parse(expires, session.io().clock());
            return new Entries(Urls.of(urls, session.io().in()), scope, reason, end);
        }
    }

    @Command(name = "add", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Adds URLs, hosts or expressions to a list's draft, without publishing.",
                "Exit code: 0 if all of them are in the draft; 1 if one was held or rejected; 2 on errors."},
            footer = {"", "Example: bloomward-admin add phishing https://evil.example/login --reason 'case 4711'"})
    static final class Add implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(index = "0", paramLabel = "NAME", description = "The list.")
        private String list = "";

        @Parameters(index = "1..*", paramLabel = "URL", arity = "0..*",
                description = "Without any, or with '-', read from standard input, one per line.")
        private List<String> urls = List.of();

        @Mixin
        private EntryOptions options = new EntryOptions();

        Add(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            try (AdminApi api = session.open()) {
                ImportReport report = api.add(list, options.of(urls, session));
                session.show(report, page -> ImportPage.describe(page, report));
                if (report.rejected().containsKey("rejected-before")) {
                    session.say("A person rejected this before: holds list --state rejected, and holds undo.");
                }
                return Figures.sum(report.held()) + Figures.sum(report.rejected()) > 0
                        ? ExitCode.REFUSED
                        : ExitCode.DONE;
            }
        }
    }

    @Command(name = "remove", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Removes URLs, hosts or expressions from a list's draft, without publishing.",
                "Entries of a feed or file are refused, as the next import would restore them:"
                        + " use 'allow add', or replace the source."},
            footer = {"", "Example: bloomward-admin remove phishing https://evil.example/login"})
    static final class Remove implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(index = "0", paramLabel = "NAME", description = "The list.")
        private String list = "";

        @Parameters(index = "1..*", paramLabel = "URL", arity = "0..*",
                description = "Without any, or with '-', read from standard input, one per line.")
        private List<String> urls = List.of();

        @Option(names = "--scope", paramLabel = "auto|host|prefix|exact", defaultValue = "auto",
                description = "Scope of the entries (default: ${DEFAULT-VALUE}).")
        private String scope = "auto";

        @Option(names = "--reason", paramLabel = "R", defaultValue = "", description = "Reason for the change.")
        private String reason = "";

        Remove(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireOneOf("--scope", scope, "auto", "host", "prefix", "exact");
            try (AdminApi api = session.open()) {
                RemovalReport report = api.remove(list,
                        new Entries(Urls.of(urls, session.io().in()), scope, reason, ""));
                session.show(report, page -> {
                    page.line(report.list() + ": " + Figures.amount(report.removed(), "entry", "entries")
                            + " removed from the draft");
                    report.notListed().forEach(url -> page.line("  was not listed: " + url));
                });
            }
            return ExitCode.DONE;
        }
    }
}
