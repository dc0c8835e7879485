package bloomward.server.cli.admin;

import bloomward.format.FormatException;
import bloomward.format.sign.WrongPassPhraseException;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.server.admin.view.PublishReports.PublishReport;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import bloomward.server.cli.keys.PendingSigner;
import bloomward.server.cli.keys.SigningOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bloomward-admin sign-pending` and `withdraw-pending`.
final class PendingCommands {

    private PendingCommands() {}

    @Command(name = "sign-pending", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Signs the server's pending manifest on this machine, with your key.",
                "Compare the digest with the other signers.",
                "Exit code: 0 if published; 1 if more signatures are needed; 2 on errors."},
            footer = {"", "Example: bloomward-admin sign-pending --key publisher.key"})
    static final class Sign implements Callable<Integer> {

        private final AdminSession session;

        @Option(names = "--yes", description = "Do not ask for confirmation.")
        private boolean yes;

        @Mixin
        private SigningOptions signing = new SigningOptions();

        Sign(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException,
                FormatException, WrongPassPhraseException {
            if (signing.isEmpty()) {
                throw CommandException.error("no key given\nUse --key FILE.");
            }
            signing.requireReadable();
            try (AdminApi api = session.open()) {
                PublishReport report = new PendingSigner(session, api).sign(signing, yes);
                session.show(report, page -> PublishPage.describe(page, report));
                return PublishPage.exitCode(report);
            }
        }
    }

    @Command(name = "withdraw-pending", mixinStandardHelpOptions = true,
            description = "Withdraws the pending manifest. The drafts stay unchanged.",
            footer = {"", "Example: bloomward-admin withdraw-pending"})
    static final class Withdraw implements Callable<Integer> {

        private final AdminSession session;

        Withdraw(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            try (AdminApi api = session.open()) {
                api.withdrawPending();
            }
            session.say("withdrawn");
            return ExitCode.DONE;
        }
    }
}
