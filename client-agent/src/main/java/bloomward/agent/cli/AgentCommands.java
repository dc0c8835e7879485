package bloomward.agent.cli;

import bloomward.agent.config.Places;
import java.time.Clock;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `bloomward agent`; without one of its commands, the command line is wrong.
@Command(name = "agent", mixinStandardHelpOptions = true,
        description = "Keeps the lists current in the background, and answers for them.")
final class AgentCommands {

    static CommandLine of(Io io, Places places, Clock clock) {
        return new CommandLine(new AgentCommands())
                .addSubcommand(new AgentEnrollCommand(io, places, clock))
                .addSubcommand(new AgentRunCommand(io, places, clock))
                .addSubcommand(new AgentStatusCommand(io, places, clock))
                .addSubcommand(new AgentUpdateCommand(io, places, clock))
                .addSubcommand(new DoctorCommand(io, places, clock))
                .addSubcommand(new InstallCommand(io))
                .addSubcommand(new UninstallCommand(io));
    }
}
