package bloomward.agent.cli.agent;

import bloomward.agent.config.Places;
import bloomward.program.terminal.Io;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/// `bloomward agent`. Without one of its commands, the command line is wrong.
@Command(name = "agent", mixinStandardHelpOptions = true,
        description = "Keeps the lists current in the background, and answers queries from them.")
public final class AgentCommands {

    /// @param allCommands of the program, for the pages that `install` writes
    public static CommandLine of(Io io, Places places, Supplier<CommandSpec> allCommands) {
        return new CommandLine(new AgentCommands()).addSubcommand(new CommandLine(new AgentEnrollCommand(io, places)))
                .addSubcommand(new CommandLine(new AgentRunCommand(io, places)))
                .addSubcommand(new CommandLine(new AgentStatusCommand(io, places)))
                .addSubcommand(new CommandLine(new AgentUpdateCommand(io, places)))
                .addSubcommand(new CommandLine(new DoctorCommand(io, places)))
                .addSubcommand(new InstallCommand(io, allCommands))
                .addSubcommand(new UninstallCommand(io));
    }
}
