package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Printable;
import bloomward.program.text.Table;
import bloomward.server.admin.AllowAdmin.AllowImportRequest;
import bloomward.server.admin.AllowAdmin.AllowQuery;
import bloomward.server.admin.view.AllowReports.AllowImportReport;
import bloomward.server.admin.view.AllowReports.AllowPart;
import bloomward.server.admin.view.AllowReports.AllowRemoval;
import bloomward.server.admin.view.AllowReports.AllowReport;
import bloomward.server.admin.view.AllowReports.AllowRequest;
import bloomward.server.admin.view.AllowReports.AllowView;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import bloomward.server.cli.keys.Expiry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin allow`.
@Command(name = "allow", mixinStandardHelpOptions = true,
        description = "Manages the allow list, which overrides all lists or one.",
        footer = {"", "Example: bloomward-admin allow list"})
final class AllowCommands {

    static CommandLine of(AdminSession session) {
        return new CommandLine(new AllowCommands()).addSubcommand(new Add(session))
                .addSubcommand(new Import(session))
                .addSubcommand(new Shown(session))
                .addSubcommand(new AllowCheckCommand(session))
                .addSubcommand(new Export(session))
                .addSubcommand(new Remove(session));
    }

    private static void describe(Page page, AllowReport report) {
        if (report.added() > 0 || (report.removed() == 0 && report.held().isEmpty())) {
            page.line(Figures.amount(report.added(), "allow entry", "allow entries") + " added");
        }
        if (report.removed() > 0) {
            page.line(Figures.amount(report.removed(), "allow entry", "allow entries") + " removed");
        }
        describeHeld(page, report.held());
    }

    private static void describeHeld(Page page, List<String> details) {
        details.forEach(held -> page.line(Tone.CAREFUL, "held, because it would hide listed entries: " + held));
    }

    /// The terms on which something is allowed.
    static final class Terms {

        @Option(names = "--list", paramLabel = "NAME", defaultValue = "",
                description = "Allow for this list only (default: for every list).")
        private String list = "";

        @Option(names = "--name", paramLabel = "GROUP", defaultValue = "",
                description = "Name of a group that the entries belong to, such as partners.")
        private String name = "";

        @Option(names = "--scope", paramLabel = "auto|host|prefix|exact", defaultValue = "auto",
                description = "Scope of the entries (default: ${DEFAULT-VALUE}).")
        private String scope = "auto";

        @Option(names = "--reason", paramLabel = "R", defaultValue = "", description = "Reason for the change.")
        private String reason = "";

        @Option(names = {"--expires", "--until"}, paramLabel = "T", defaultValue = "",
                description = "When the entries expire: a date, a time, or a span such as 12h, 30d, 6w.")
        private String expires = "";

        String end(AdminSession session) throws CommandException {
            Options.requireOneOf("--scope", scope, "auto", "host", "prefix", "exact");
            return Expiry.parse(expires, session.io().clock());
        }
    }

    @Command(name = "add", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Allows URLs, hosts or expressions, from the next publication on.",
                "An allow entry that would hide listed entries is held for review.",
                "From its end on, agents no longer allow it, and a publication without it is made.",
                "Exit code: 0 if all are allowed from the next publication on; 1 if one is held; 2 on errors."},
            footer = {"", "Example: bloomward-admin allow add www.example.org --reason 'our own' --expires 90d",
                "Example: bloomward-admin allow add shop.example --list phishing --name partners"})
    private static final class Add implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(paramLabel = "URL", arity = "0..*",
                description = "Without any, or with '-', read from standard input, one per line.")
        private List<String> urls = List.of();

        @Mixin
        private Terms terms = new Terms();

        Add(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            String end = terms.end(session);
            try (AdminApi api = session.open()) {
                AllowReport report = api.allow(new AllowRequest(Urls.of(urls, session.io().in()), terms.scope,
                        terms.reason, end, terms.list, terms.name));
                session.show(report, page -> describe(page, report));
                return report.held().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
            }
        }
    }

    @Command(name = "import", mixinStandardHelpOptions = true, sortOptions = false,
            description = {
                "Allows all URLs, hosts and expressions of a file, or none: a rejected line refuses the whole file.",
                "An entry that would hide listed ones is held for review.",
                "Exit code: 0 if all are allowed from the next publication on; 1 if the file is refused or an entry is"
                        + " held; 2 on errors."},
            footer = {"", "Example: bloomward-admin allow import partners.txt --name partners --expires 90d --dry-run"})
    private static final class Import implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(index = "0", paramLabel = "FILE",
                description = "List in any known format, plain or gzip; '-' is standard input.")
        private Path file = Path.of("-");

        @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "auto",
                description = "Format of the list (default: ${DEFAULT-VALUE}).")
        private String format = "auto";

        @Mixin
        private Terms terms = new Terms();

        @Option(names = "--dry-run", description = "Show the outcome, and change nothing.")
        private boolean dryRun;

        Import(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            AllowImportRequest request = new AllowImportRequest(format, terms.scope, terms.list, terms.name,
                    terms.end(session), terms.reason, dryRun);
            try (ListBody body = ListBody.open(file, session.io().in()); AdminApi api = session.open()) {
                AllowImportReport report = api.allowLines(request, body.publisher());
                session.show(report, page -> describe(page, report));
                return report.held().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
            }
        }

        private static void describe(Page page, AllowImportReport report) {
            page.line("format " + report.format());
            Table table = new Table("lines", "accepted", "duplicates", "held", "out of reach");
            table.row(report.lines(), report.accepted(), report.duplicates(), report.held().size(),
                    report.outOfReach());
            page.table(table);
            page.line(Figures.amount(report.added(), "allow entry", "allow entries")
                    + (report.dryRun() ? " would be added (dry run: nothing has changed)" : " added"));
            describeHeld(page, report.held());
        }
    }

    /// The conditions that allow entries fulfil, all of them.
    static final class Conditions {

        @Parameters(index = "0", paramLabel = "PATTERN", arity = "0..1", defaultValue = "",
                description = "Only entries of this host and the hosts below it, of *.HOST, or with this text.")
        private String pattern = "";

        @Option(names = "--list", paramLabel = "NAME", defaultValue = "",
                description = "Only entries for this list alone; '*' for those for every list.")
        private String list = "";

        @Option(names = "--name", paramLabel = "GROUP", defaultValue = "", description = "Only entries of this group.")
        private String name = "";

        @Option(names = "--held", description = "Only entries that wait for a person.")
        private boolean held;

        AllowQuery query() {
            return new AllowQuery(pattern, list, name, held);
        }
    }

    @Command(name = "list", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Shows the allow list. The list '*' means every list.",
            footer = {"", "Example: bloomward-admin allow list --name partners -o json"})
    private static final class Shown extends AdminCommand {

        @Mixin
        private Conditions conditions = new Conditions();

        Shown(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            AllowPart allowed = api.allowed(conditions.query());
            session.show(allowed, page -> {
                Table table = new Table("expression", "scope", "list", "name", "held", "by", "at", "until", "reason");
                allowed.allowed()
                        .forEach(one -> table.row(one.expression(), one.scope(), one.list(), one.name(),
                                one.held() ? "yes" : "no", one.by(), Figures.time(one.at()),
                                Figures.time(one.expires()), one.reason()));
                page.table(table);
            });
        }
    }

    @Command(name = "export", mixinStandardHelpOptions = true, sortOptions = false,
            description = {
                "Writes allow entries, one per line with its scope, as 'allow import' reads them (format expressions).",
                "Entries that wait for a person are left out, unless --held asks for them alone.",
                "List, name, reason and end of an entry are not read back; they are in 'allow list -o json'."},
            footer = {"", "Example: bloomward-admin allow export --name partners > partners.txt"})
    private static final class Export extends AdminCommand {

        @Mixin
        private Conditions conditions = new Conditions();

        Export(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            List<AllowView> entries = api.allowed(conditions.query())
                    .allowed()
                    .stream()
                    .filter(each -> each.held() == conditions.held)
                    .toList();
            session.show(new AllowPart(entries, entries.size(), ""),
                    page -> entries.stream()
                            .map(each -> each.scope() + " " + Printable.of(each.expression().strip()))
                            .distinct()
                            .forEach(page::line));
        }
    }

    @Command(name = "remove", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Removes allow entries, from the next publication on.",
        "Without --list, those for every list and those for one; with --name and without URL, the whole group."},
            footer = {"", "Example: bloomward-admin allow remove www.example.org",
                "Example: bloomward-admin allow remove --name partners"})
    private static final class Remove extends AdminCommand {

        @Parameters(paramLabel = "URL", arity = "0..*",
                description = "With '-', or without any and without --name, read from standard input, one per line.")
        private List<String> urls = List.of();

        @Option(names = "--list", paramLabel = "NAME", defaultValue = "",
                description = "Only entries for this list alone; '*' for those for every list.")
        private String list = "";

        @Option(names = "--name", paramLabel = "GROUP", defaultValue = "", description = "Only entries of this group.")
        private String name = "";

        @Option(names = "--scope", paramLabel = "auto|host|prefix|exact", defaultValue = "auto",
                description = "Scope of the entries (default: ${DEFAULT-VALUE}).")
        private String scope = "auto";

        @Option(names = "--reason", paramLabel = "R", defaultValue = "", description = "Reason for the change.")
        private String reason = "";

        Remove(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireOneOf("--scope", scope, "auto", "host", "prefix", "exact");
            List<String> words = urls.isEmpty() && !name.isEmpty() ? List.of() : Urls.of(urls, session.io().in());
            AllowReport report = api.disallow(new AllowRemoval(words, scope, reason, list, name));
            session.show(report, page -> describe(page, report));
        }
    }
}
