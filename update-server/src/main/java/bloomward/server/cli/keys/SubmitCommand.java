package bloomward.server.cli.keys;

import bloomward.format.FormatException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.server.admin.view.PublishReports.SignedText;
import bloomward.server.admin.view.RootView;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `bloomward-admin keys submit`.
@Command(name = "submit", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Sends the next root note to the server, which publishes it if it has enough signatures."},
        footer = {"", "Example: bloomward-admin keys submit root-2.note"})
final class SubmitCommand implements Callable<Integer> {

    private final AdminSession session;

    @Parameters(paramLabel = "NOTE", description = "The note, signed by enough of the old and the new root keys.")
    private Path note = Path.of("");

    SubmitCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public Integer call()
            throws IOException, CommandException, ServerProblemException, InterruptedException, FormatException {
        byte[] bytes = SmallFile.bytes(note, session.io().in(), Root.MAX_SIZE_IN_BYTES);
        SignedNote signed = SignedNote.parse(bytes, Root.MAX_SIZE_IN_BYTES);
        Root.parse(signed.unverifiedText());
        try (AdminApi api = session.open()) {
            RootView root = api.submitRoot(new SignedText(signed.toString()));
            session.show(root, page -> RootPage.describe(page, root));
        }
        return ExitCode.DONE;
    }
}
