package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.server.admin.EntryAdmin.ImportRequest;
import bloomward.server.admin.view.ListReports.FetchedImport;
import bloomward.server.admin.view.ListReports.FetchedList;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.admin.view.ListReports.ListFetch;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import bloomward.server.cli.keys.Expiry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin import`.
@Command(name = "import", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Imports the entries of a file or URL into a list's draft, without publishing.",
    "Of a URL, the server fetches the list once, shows what it is, and asks. The address rules and limits are those"
            + " of feeds.",
    "Exit code: 0 on success; 1 if the file is not a list, or with --strict if any line was rejected or held;"
            + " 2 on errors."},
        footer = {"", "Example: bloomward-admin import phishing urls.txt --source csirt --replace"})
final class ImportCommand implements Callable<Integer> {

    private final AdminSession session;

    @Parameters(index = "0", paramLabel = "NAME", description = "The list.")
    private String list = "";

    @Parameters(index = "1", paramLabel = "FILE|URL",
            description = "List in any known format, plain or gzip; '-' is standard input.")
    private String from = "-";

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "auto",
            description = "Format of the list (default: ${DEFAULT-VALUE}).")
    private String format = "auto";

    @Option(names = "--scope", paramLabel = "auto|host|prefix|exact", defaultValue = "auto",
            description = "Scope of the entries (default: ${DEFAULT-VALUE}).")
    private String scope = "auto";

    @Option(names = "--source", paramLabel = "S", defaultValue = "",
            description = "Name of the source of these entries (default: import, or of a URL its host and file).")
    private String source = "";

    @Option(names = "--replace", description = "Remove earlier entries of this source that are not in the file.")
    private boolean replace;

    @Option(names = "--category", paramLabel = "C", defaultValue = "",
            description = "Category of the entries (default: the category of the list).")
    private String category = "";

    @Option(names = "--expires", paramLabel = "T", defaultValue = "",
            description = "When the entries expire: a date, a time, or a span such as 12h, 30d, 6w.")
    private String expires = "";

    @Option(names = "--reason", paramLabel = "R", defaultValue = "", description = "Reason for listing the entries.")
    private String reason = "";

    @Option(names = "--private-network",
            description = "With a URL: its server may be on this machine or a private network; for administrators.")
    private boolean privateNetwork;

    @Option(names = "--yes", description = "With a URL: do not ask for confirmation.")
    private boolean yes;

    @Option(names = "--strict", description = "Exit with code 1 if any line was rejected or held.")
    private boolean strict;

    ImportCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
        Options.requireOneOf("--scope", scope, "auto", "host", "prefix", "exact");
        String end = Expiry.parse(expires, session.io().clock());
        if (ListBody.isAddress(from)) {
            return fetched(end);
        }
        if (from.matches("[A-Za-z][A-Za-z0-9+.-]*://.*") && !Files.exists(Path.of(from))) {
            throw CommandException.error(from + ": addresses begin with http:// or https://");
        }
        ImportRequest request = new ImportRequest(source, format, scope, replace, category, end, reason);
        try (ListBody body = ListBody.open(Path.of(from), session.io().in()); AdminApi api = session.open()) {
            return shown(api.importLines(list, request, body.publisher()));
        }
    }

    private int fetched(String end) throws IOException, CommandException, ServerProblemException, InterruptedException {
        if (!yes) {
            session.terminal("confirmation", "Pass --yes to import what is fetched.");
        }
        try (AdminApi api = session.open()) {
            FetchedList fetched = api.fetch(list, new ListFetch(from, format, scope, source, privateNetwork));
            if (yes) {
                session.say(page -> ImportPage.describe(page, fetched));
            } else {
                session.confirm("Import this into the draft of " + list + "?",
                        page -> ImportPage.describe(page, fetched));
            }
            return shown(api.importFetched(list, fetched.id(),
                    new FetchedImport(fetched.source(), fetched.format(), scope, replace, category, end, reason)));
        }
    }

    private int shown(ImportReport report) throws IOException {
        session.show(report, page -> ImportPage.describe(page, report));
        long held = Figures.sum(report.held());
        if (held > 0) {
            session.say(Figures.amount(held, "line", "lines") + " held for review: holds list --list " + report.list());
        }
        return strict && held + Figures.sum(report.rejected()) > 0 ? ExitCode.REFUSED : ExitCode.DONE;
    }
}
