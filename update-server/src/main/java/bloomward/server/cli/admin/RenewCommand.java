package bloomward.server.cli.admin;

import bloomward.format.FormatException;
import bloomward.format.sign.WrongPassPhraseException;
import bloomward.program.command.CommandException;
import bloomward.server.admin.view.PublishReports.PublishReport;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import bloomward.server.cli.keys.SigningOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bloomward-admin renew`.
@Command(name = "renew", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Signs the current publication again, unchanged, before its manifest expires.",
            "Exit code: 0 if published; 1 if signatures are missing; 2 on errors."},
        footer = {"", "Example: bloomward-admin renew --key publisher.key"})
final class RenewCommand implements Callable<Integer> {

    private final AdminSession session;

    @Option(names = "--yes", description = "Sign with --key without asking.")
    private boolean yes;

    @Mixin
    private SigningOptions signing = new SigningOptions();

    RenewCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException,
            FormatException, WrongPassPhraseException {
        signing.requireReadable();
        try (AdminApi api = session.open()) {
            PublishReport report = signing.finish(session, api, api.renew(), yes);
            session.show(report, page -> PublishPage.describe(page, report));
            return PublishPage.exitCode(report);
        }
    }
}
