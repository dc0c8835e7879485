package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.server.admin.ListReports.Entries;
import bloomward.server.admin.ListReports.ImportReport;
import bloomward.server.admin.ListReports.RemovalReport;
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

/// `bloomward-admin add` and `remove`: entries one by one.
final class EntryCommands {

    private EntryCommands() {}

    /// What is said about entries beside themselves.
    static final class EntryOptions {

        @Option(names = "--scope", paramLabel = "auto|host|prefix|exact", defaultValue = "auto",
                description = "How far below itself each reaches (default: ${DEFAULT-VALUE}).")
        private String scope = "auto";

        @Option(names = "--reason", paramLabel = "R", defaultValue = "", description = "Why.")
        private String reason = "";

        @Option(names = "--expires", paramLabel = "T", defaultValue = "",
                description = "When they end by themselves: a date, a time, or 12h, 30d, 6w.")
        private String expires = "";

        Entries of(List<String> urls, AdminSession session) throws IOException, CommandException {
            Options.requireOneOf("--scope", scope, "auto", "host", "prefix", "exact");
            String end = Expiry.parse(expires, session.io().clock());
            return new Entries(Urls.of(urls, session.io().in()), scope, reason, end);
        }
    }

    @Command(name = "add", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Adds URLs, hosts or expressions to a list's draft. Nothing is published."},
            footer = {"", "Example: bloomward-admin add phishing https://evil.example/login --reason 'case 4711'"})
    static final class Add implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(index = "0", paramLabel = "NAME", description = "The list.")
        private String list = "";

        @Parameters(index = "1..*", paramLabel = "URL", arity = "0..*",
                description = "Without any, or with '-', each line of standard input is one.")
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
            }
            return ExitCode.DONE;
        }
    }

    @Command(name = "remove", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Takes URLs, hosts or expressions off a list's draft. Nothing is published.",
                "What a feed or a file lists would come back with it and is refused: allow it, or replace the source."},
            footer = {"", "Example: bloomward-admin remove phishing https://evil.example/login"})
    static final class Remove implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(index = "0", paramLabel = "NAME", description = "The list.")
        private String list = "";

        @Parameters(index = "1..*", paramLabel = "URL", arity = "0..*",
                description = "Without any, or with '-', each line of standard input is one.")
        private List<String> urls = List.of();

        @Option(names = "--scope", paramLabel = "auto|host|prefix|exact", defaultValue = "auto",
                description = "The scope that they have (default: ${DEFAULT-VALUE}).")
        private String scope = "auto";

        @Option(names = "--reason", paramLabel = "R", defaultValue = "", description = "Why.")
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
