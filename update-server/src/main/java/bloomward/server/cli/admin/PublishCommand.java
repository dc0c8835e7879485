package bloomward.server.cli.admin;

import bloomward.format.FormatException;
import bloomward.format.sign.WrongPassPhraseException;
import bloomward.program.command.CommandException;
import bloomward.server.admin.view.ListReports.DiffReport;
import bloomward.server.admin.view.ListReports.ListDiff;
import bloomward.server.admin.view.PublishReports.PublishReport;
import bloomward.server.admin.view.PublishReports.PublishRequest;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import bloomward.server.cli.keys.SigningOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin publish`.
@Command(name = "publish", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Publishes the current drafts. On a terminal it shows the changes and asks; elsewhere it needs --yes.",
    "If the publisher's key is not on the server, --key signs on this machine and sends the signature.",
    "A list that is refused stops no other: it stays as it was published, and the others are published.",
    "Exit code: 0 if published, or with nothing to publish; 1 if signatures are missing, a list was refused, or you"
            + " did not confirm; 2 on errors."},
        footer = {"", "Example: bloomward-admin publish --all --yes -o json"})
final class PublishCommand implements Callable<Integer> {

    private final AdminSession session;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Lists to publish.")
    private List<String> lists = List.of();

    @Option(names = "--all", description = "Publish all lists.")
    private boolean all;

    @Option(names = "--yes", description = "Do not ask for confirmation.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Compile and show the result, without publishing.")
    private boolean dryRun;

    @Option(names = "--draft", paramLabel = "DIGEST",
            description = {"Publish only if this is the draft, as 'diff' shows its digest; one for each list.",
                "A list with review needs it, unless the changes are shown and confirmed."})
    private List<String> drafts = List.of();

    @Option(names = "--note", paramLabel = "TEXT", defaultValue = "", description = "Note for the history.")
    private String note = "";

    @Mixin
    private SigningOptions signing = new SigningOptions();

    PublishCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException,
            FormatException, WrongPassPhraseException {
        Options.requireNamesOrAll(lists, all, "lists");
        signing.requireReadable();
        try (AdminApi api = session.open()) {
            List<String> meant = drafts;
            if (!yes && !dryRun) {
                session.terminal("confirmation",
                        "Pass --yes to publish without a question, or --dry-run to see the result.");
                DiffReport diff = api.diff(lists);
                session.confirm("Publish this?", page -> DiffPage.describe(page, diff));
                if (drafts.isEmpty()) {
                    meant = diff.lists().stream().map(ListDiff::draft).toList();
                }
            }
            PublishReport report = api.publish(new PublishRequest(lists, all, dryRun, note, meant));
            PublishReport last = (dryRun ? report : signing.finish(session, api, report, yes))
                    .withRefused(report.refused());
            session.show(last, page -> PublishPage.describe(page, last));
            return PublishPage.exitCode(last);
        }
    }
}
