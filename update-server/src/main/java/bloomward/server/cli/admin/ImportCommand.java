package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.server.admin.ListReports.ImportReport;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.AdminApi.ImportOptions;
import bloomward.server.cli.client.ServerProblemException;
import bloomward.server.cli.keys.Expiry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin import`.
@Command(name = "import", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Takes the entries of a file into a list's draft. Nothing is published.",
    "Exit code: 0, also if lines were rejected or held, then 1 with --strict; 1 if the body is no list; 2 on errors."},
        footer = {"", "Example: bloomward-admin import phishing urls.txt --source csirt --replace"})
final class ImportCommand implements Callable<Integer> {

    private final AdminSession session;

    @Parameters(index = "0", paramLabel = "NAME", description = "The list.")
    private String list = "";

    @Parameters(index = "1", paramLabel = "FILE",
            description = "Lines in any format that is known, with gzip or not; '-' is standard input.")
    private Path file = Path.of("-");

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "auto",
            description = "What the file is (default: ${DEFAULT-VALUE}).")
    private String format = "auto";

    @Option(names = "--scope", paramLabel = "auto|host|prefix|exact", defaultValue = "auto",
            description = "How far below itself each line reaches (default: ${DEFAULT-VALUE}).")
    private String scope = "auto";

    @Option(names = "--source", paramLabel = "S", defaultValue = "", description = "Where it comes from.")
    private String source = "";

    @Option(names = "--replace", description = "Take away what this source has listed before and lists no more.")
    private boolean replace;

    @Option(names = "--category", paramLabel = "C", defaultValue = "", description = "Instead of the list's own.")
    private String category = "";

    @Option(names = "--expires", paramLabel = "T", defaultValue = "",
            description = "When the entries end by themselves: a date, a time, or 12h, 30d, 6w.")
    private String expires = "";

    @Option(names = "--reason", paramLabel = "R", defaultValue = "", description = "Why they are listed.")
    private String reason = "";

    @Option(names = "--strict", description = "Exit code 1 if any line was rejected or is held.")
    private boolean strict;

    ImportCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
        Options.requireOneOf("--scope", scope, "auto", "host", "prefix", "exact");
        ImportOptions options = new ImportOptions(source, format, scope, replace, category,
                Expiry.parse(expires, session.io().clock()), reason);
        try (ListBody body = ListBody.open(file, session.io().in()); AdminApi api = session.open()) {
            return shown(api.importLines(list, options, body.publisher()));
        }
    }

    private int shown(ImportReport report) throws IOException {
        session.show(report, page -> ImportPage.describe(page, report));
        long held = Figures.sum(report.held());
        if (held > 0) {
            session.say(Figures.amount(held, "line waits", "lines wait") + " for a person: holds list --list "
                    + report.list());
        }
        return strict && held + Figures.sum(report.rejected()) > 0 ? ExitCode.REFUSED : ExitCode.DONE;
    }
}
