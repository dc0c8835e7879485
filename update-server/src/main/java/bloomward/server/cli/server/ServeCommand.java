package bloomward.server.cli.server;

import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.guard.GuardDataException;
import bloomward.server.serve.Logging;
import bloomward.server.serve.Server;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import picocli.CommandLine.Command;

/// `bloomward-server serve`.
@Command(name = "serve", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = "Runs the server, for agents and administrators, until it is stopped.",
        footer = {"", "Example: bloomward-server serve --data-dir /srv/bloomward --listen 0.0.0.0:8480"})
final class ServeCommand extends ServerCommand {

    ServeCommand(ServerSession session) {
        super(session, EnumSet.allOf(ServerSetting.class));
    }

    @Override
    public Integer call()
            throws IOException, CommandException, SettingException, FormatException, InterruptedException {
        Settings settings = settings();
        Logging.configure(settings.logsJson(), settings.logLevel());
        Optional<char[]> passPhrase = passPhrase(settings);
        UntilStopped.run(session(), settings, () -> {
            try {
                Server server = Server.start(settings, passPhrase, session().io().clock());
                return new UntilStopped.Listening(server, server.publicUri(), server.adminUri());
            } catch (UntrustedNoteException | ReleaseException | GuardDataException e) {
                throw CommandException.refused(settings.dataDir() + ": " + e.getMessage());
            }
        });
        return ExitCode.DONE;
    }
}
