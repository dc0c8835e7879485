package bloomward.server.cli.admin;

import bloomward.format.FormatException;
import bloomward.format.sign.WrongPassPhraseException;
import bloomward.program.command.CommandException;
import bloomward.server.admin.view.PublishReports.PublicationView;
import bloomward.server.admin.view.PublishReports.PublishReport;
import bloomward.server.admin.view.PublishReports.RollbackRequest;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import bloomward.server.cli.keys.SigningOptions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin rollback`.
@Command(name = "rollback", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Publishes the entries of an earlier version again, as a new version.",
            "Exit code: 0 if published; 1 if signatures are missing, a list was refused, or you did not confirm;"
                    + " 2 on errors."},
        footer = {"", "Example: bloomward-admin rollback phishing --to 41 --note 'feed went wild' --yes"})
final class RollbackCommand implements Callable<Integer> {

    private final AdminSession session;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "List to roll back (default: all lists).")
    private Optional<String> list = Optional.empty();

    @Option(names = "--to", required = true, paramLabel = "N",
            description = "Version of the list, or for all lists the sequence of a publication; see 'history'.")
    private long to;

    @Option(names = "--from", paramLabel = "N",
            description = "Version or publication that must be the published one; any other is refused"
                    + " (default: the one that you confirm to leave; with --yes any).")
    private Optional<Long> from = Optional.empty();

    @Option(names = "--yes", description = "Do not ask for confirmation.")
    private boolean yes;

    @Option(names = "--note", paramLabel = "TEXT", defaultValue = "", description = "Note for the history.")
    private String note = "";

    @Mixin
    private SigningOptions signing = new SigningOptions();

    RollbackCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException,
            FormatException, WrongPassPhraseException {
        Options.requireAtLeast(1, "--to", to);
        if (from.isPresent()) {
            Options.requireAtLeast(0, "--from", from.get());
        }
        signing.requireReadable();
        try (AdminApi api = session.open()) {
            Optional<Long> seen = from;
            if (!yes) {
                long published = published(api);
                seen = from.or(() -> Optional.of(published));
                String what = list.map(name -> name + " as of version ").orElse("all lists as of publication ");
                session.confirm("Roll back?", page -> {
                    page.line("published now: " + what + published);
                    page.line("to be published: " + what + to);
                });
            }
            PublishReport report = api.rollBack(new RollbackRequest(list.orElse(""), to, note, seen));
            PublishReport last = signing.finish(session, api, report, yes).withRefused(report.refused());
            session.show(last, page -> PublishPage.describe(page, last));
            return PublishPage.exitCode(last);
        }
    }

    private long published(AdminApi api) throws IOException, ServerProblemException, InterruptedException {
        if (list.isPresent()) {
            return api.list(list.get()).version();
        }
        List<PublicationView> last = api.publications(1).publications();
        return last.isEmpty() ? 0 : last.getFirst().sequence();
    }
}
