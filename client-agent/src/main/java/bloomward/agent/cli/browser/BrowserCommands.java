package bloomward.agent.cli.browser;

import bloomward.agent.config.Places;
import bloomward.program.terminal.Io;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `bloomward browser`. Without one of its commands, the command line is wrong.
@Command(name = "browser", mixinStandardHelpOptions = true,
        description = "Brings the extension, which warns before listed sites, into browsers.")
public final class BrowserCommands {

    private BrowserCommands() {}

    /// @param places of this machine
    public static CommandLine of(Io io, Places places) {
        return new CommandLine(new BrowserCommands()).addSubcommand(new BrowserInstallCommand(io))
                .addSubcommand(new CommandLine(new BrowserStatusCommand(io, places)))
                .addSubcommand(new BrowserRemoveCommand(io))
                .addSubcommand(new BrowserPackCommand(io));
    }
}
