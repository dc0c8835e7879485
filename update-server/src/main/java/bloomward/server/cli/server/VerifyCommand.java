package bloomward.server.cli.server;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.text.Figures;
import bloomward.server.config.Settings;
import bloomward.server.verify.Report;
import bloomward.server.verify.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;

/// `bloomward-server verify`.
@Command(name = "verify", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = {"Checks all stored data.",
            "Exit code: 0 if all is well, 1 if something is broken, 2 on errors."},
        footer = {"", "Example: bloomward-server verify --data-dir /srv/bloomward"})
final class VerifyCommand extends ServerCommand {

    VerifyCommand(ServerSession session) {
        super(session, PLACE);
    }

    @Override
    public Integer call() throws IOException, SettingException, CommandException {
        Settings settings = settings();
        Path folder = settings.dataDir();
        Report report = Verification.verify(folder, place(settings), Optional.empty(),
                session().io().clock().instant());
        session().print(session().isJson() ? session().json(report) + "\n" : report.toText());
        if (!report.isSound()) {
            throw CommandException
                    .refused(Figures.amount(report.problems().size(), "problem", "problems") + " in " + folder);
        }
        return ExitCode.DONE;
    }
}
