package bloomward.server.cli.server;

import bloomward.program.command.CommandRun;
import bloomward.program.command.Version;
import bloomward.program.pages.CompletionCommand;
import bloomward.program.pages.PagesCommand;
import bloomward.program.terminal.Io;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/// The command line of `bloomward-server`. Exit codes: 0 done, 1 refused or broken, 2 an error.
public final class ServerProgram {

    private ServerProgram() {}

    /// Runs one command line.
    ///
    /// @return the exit code
    public static int run(Io io, String... args) {
        return CommandRun.run(commands(io), io, _ -> Optional.empty(), args);
    }

    public static CommandLine commands(Io io) {
        ServerOptions options = new ServerOptions();
        ServerSession session = new ServerSession(io, options);
        CommandLine line = new CommandLine(options);
        line.getCommandSpec().version("bloomward-server " + Version.number());
        // Each as a CommandLine: picocli gives commands that it wraps itself no options for settings.
        for (Object command : List.of(new InitCommand(session), new ServeCommand(session), new MirrorCommand(session),
                new ExportCommand(session), new VerifyCommand(session), new BackupCommand(session),
                new RestoreCommand(session), new MachineTokenCommand(session))) {
            line.addSubcommand(new CommandLine(command));
        }
        return line.addSubcommand(ConfigCommands.of(session))
                .addSubcommand(StoreCommands.of(session))
                .addSubcommand(NotifyCommands.of(session))
                .addSubcommand(new CompletionCommand(io.out(), line::getCommandSpec))
                .addSubcommand(new PagesCommand(line::getCommandSpec));
    }
}
