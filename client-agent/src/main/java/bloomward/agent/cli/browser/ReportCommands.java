package bloomward.agent.cli.browser;

import bloomward.agent.config.Places;
import bloomward.program.terminal.Io;
import picocli.CommandLine;

/// `bloomward report` and the commands below it.
public final class ReportCommands {

    private ReportCommands() {}

    /// @param places of this machine
    public static CommandLine of(Io io, Places places) {
        return new CommandLine(new ReportCommand(io, places)).addSubcommand(new ReportListCommand(io, places));
    }
}
