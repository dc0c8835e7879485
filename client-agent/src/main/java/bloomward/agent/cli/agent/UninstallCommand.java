package bloomward.agent.cli.agent;

import bloomward.agent.install.Audience;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.Plan;
import bloomward.agent.install.ServiceInstallation;
import bloomward.program.command.CommandException;
import bloomward.program.command.CommandRun;
import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward agent uninstall`: takes away what `install` wrote.
@Command(name = "uninstall", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Stops the agent and removes what 'agent install' wrote, and nothing else."})
final class UninstallCommand implements Callable<Integer> {

    private final Io io;

    @Option(names = "--system", description = "What was installed for the whole machine; needs root.")
    private boolean system;

    @Option(names = "--purge", description = "Remove settings, store and cache, too; needs --yes.")
    private boolean purge;

    @Option(names = "--yes", description = "Yes, remove them.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Show what would be done, and do nothing.")
    private boolean dryRun;

    @Option(names = "--root", paramLabel = "FOLDER", description = "What was laid out below this folder.")
    private Optional<Path> root = Optional.empty();

    UninstallCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException, CommandException {
        try {
            Plan plan = ServiceInstallation
                    .of(system ? Audience.SYSTEM : Audience.USER, InstallCommand.machine(io, root))
                    .uninstall(purge);
            if (dryRun) {
                try (Output out = new Output(io.out())) {
                    out.write(plan.shown().getBytes(StandardCharsets.UTF_8));
                }
                return ExitCode.DONE;
            }
            if (purge && !yes) {
                throw CommandException
                        .refused("--purge removes settings and store for good; add --yes, or --dry-run to "
                                + "see what would go");
            }
            carryOut(plan);
            return ExitCode.DONE;
        } catch (InstallException e) {
            throw CommandException.refused(CommandRun.words(e));
        }
    }

    private void carryOut(Plan plan) throws IOException {
        List<String> left = plan.carryOut();
        plan.notes().forEach(io.err()::println);
        io.err().println("Uninstalled.");
        if (!left.isEmpty()) {
            io.err().println("systemd could not be reached. Where it runs, these end the agent:");
            left.forEach(command -> io.err().println("    " + command));
        }
    }
}
