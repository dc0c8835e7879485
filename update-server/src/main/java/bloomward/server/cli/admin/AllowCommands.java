package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Table;
import bloomward.server.admin.view.AllowReports.AllowReport;
import bloomward.server.admin.view.ListReports.Entries;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.admin.EntryCommands.EntryOptions;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.Answers;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `bloomward-admin allow`.
@Command(name = "allow", mixinStandardHelpOptions = true,
        description = "Manages the allow list, which overrides all lists.",
        footer = {"", "Example: bloomward-admin allow list"})
final class AllowCommands {

    static CommandLine of(AdminSession session) {
        return new CommandLine(new AllowCommands()).addSubcommand(new Add(session))
                .addSubcommand(new Shown(session))
                .addSubcommand(new Remove(session));
    }

    private static void describe(Page page, AllowReport report) {
        if (report.added() > 0 || (report.removed() == 0 && report.held().isEmpty())) {
            page.line(Figures.amount(report.added(), "allow entry", "allow entries") + " added");
        }
        if (report.removed() > 0) {
            page.line(Figures.amount(report.removed(), "allow entry", "allow entries") + " removed");
        }
        report.held().forEach(held -> page.line(Tone.CAREFUL, "held, because it would hide listed entries: " + held));
    }

    @Command(name = "add", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Allows URLs, hosts or expressions, from the next publication on.",
                "An allow entry that would hide listed entries is held for review.",
                "Exit code: 0 if all are allowed from the next publication on; 1 if one is held; 2 on errors."},
            footer = {"", "Example: bloomward-admin allow add www.example.org --reason 'our own' --expires 90d"})
    private static final class Add implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(paramLabel = "URL", arity = "0..*",
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
                AllowReport report = api.allow(options.of(urls, session));
                session.show(report, page -> describe(page, report));
                return report.held().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
            }
        }
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "Shows the allow list.",
            footer = {"", "Example: bloomward-admin allow list -o json"})
    private static final class Shown extends AdminCommand {

        Shown(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Answers.Allowed allowed = api.allowed();
            session.show(allowed, page -> {
                Table table = new Table("expression", "scope", "held", "by", "at", "until", "reason");
                allowed.allowed()
                        .forEach(one -> table.row(one.expression(), one.scope(), one.held() ? "yes" : "no", one.by(),
                                Figures.time(one.at()), Figures.time(one.expires()), one.reason()));
                page.table(table);
            });
        }
    }

    @Command(name = "remove", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Removes allow entries, from the next publication on.",
            footer = {"", "Example: bloomward-admin allow remove www.example.org"})
    private static final class Remove extends AdminCommand {

        @Parameters(paramLabel = "URL", arity = "0..*",
                description = "Without any, or with '-', read from standard input, one per line.")
        private List<String> urls = List.of();

        @Mixin
        private EntryOptions options = new EntryOptions();

        Remove(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Entries entries = options.of(urls, session);
            AllowReport report = api.disallow(entries);
            session.show(report, page -> describe(page, report));
        }
    }
}
