package bloomward.server.cli;

import bloomward.program.pages.CompletionCommand;
import bloomward.program.pages.PagesCommand;
import bloomward.server.config.ServerActions;
import picocli.CommandLine;

/// The command line of `bloomward-server`. Exit codes: 0 done, 1 refused or broken, 2 an error.
public final class ServerProgram {

    private ServerProgram() {}

    /// Carries out one command line.
    ///
    /// @return the exit code
    public static int run(Io io, ServerActions actions, String... args) {
        return Cli.run(commands(io, actions), io, args);
    }

    static CommandLine commands(Io io, ServerActions actions) {
        ServerOptions options = new ServerOptions();
        ServerSession session = new ServerSession(io, actions, options);
        CommandLine line = new CommandLine(options);
        return line.addSubcommand(new InitCommand(session))
                .addSubcommand(new ServerCommands.ServeCommand(session))
                .addSubcommand(new ServerCommands.ExportCommand(session))
                .addSubcommand(new ServerCommands.VerifyCommand(session))
                .addSubcommand(new ServerCommands.BackupCommand(session))
                .addSubcommand(new ServerCommands.RestoreCommand(session))
                .addSubcommand(new TokenCommand(session)).addSubcommand(ConfigCommands.of(session))
                .addSubcommand(new CompletionCommand(io.out(), line::getCommandSpec))
                .addSubcommand(new PagesCommand(line::getCommandSpec));
    }
}
