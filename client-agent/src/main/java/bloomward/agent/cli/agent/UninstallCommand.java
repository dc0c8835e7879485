package bloomward.agent.cli.agent;

import bloomward.agent.browser.install.BrowserInstallation;
import bloomward.agent.install.Audience;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.Machine;
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

/// `bloomward agent uninstall`: removes the files that `install` wrote.
@Command(name = "uninstall", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Stops the agent and removes the files that 'agent install' and 'browser install' wrote, and nothing else."},
        footer = {"", "Example: bloomward agent uninstall --purge --yes"})
final class UninstallCommand implements Callable<Integer> {

    private final Io io;

    @Option(names = "--system", description = "Uninstall from the whole machine; needs root.")
    private boolean system;

    @Option(names = "--purge", description = "Also remove settings, store and cache; needs --yes.")
    private boolean purge;

    @Option(names = "--yes", description = "Confirm --purge.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Show what would be done; do nothing.")
    private boolean dryRun;

    @Option(names = "--root", paramLabel = "FOLDER", description = "Remove the files laid out below this folder.")
    private Optional<Path> root = Optional.empty();

    UninstallCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException, CommandException {
        try {
            Audience audience = system ? Audience.SYSTEM : Audience.USER;
            Machine machine = InstallCommand.machine(io, root);
            Plan plan = ServiceInstallation.of(audience, machine).uninstall(purge);
            BrowserInstallation browsers = BrowserInstallation.of(audience, machine);
            // without the program, nothing could take the extension out of the policies of others
            Optional<Plan> extension = browsers.exists() ? Optional.of(browsers.remove()) : Optional.empty();
            if (dryRun) {
                try (Output out = new Output(io.out())) {
                    if (extension.isPresent()) {
                        out.write(extension.get().shown().getBytes(StandardCharsets.UTF_8));
                    }
                    out.write(plan.shown().getBytes(StandardCharsets.UTF_8));
                }
                return ExitCode.DONE;
            }
            if (purge && !yes) {
                throw CommandException
                        .refused("--purge permanently removes settings and store; add --yes, or --dry-run to "
                                + "see what would be removed");
            }
            if (extension.isPresent()) {
                extension.get().carryOut();
                io.err().println("The extension is removed from browsers.");
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
            io.err().println("systemd could not be reached. Where it runs, stop the agent with:");
            left.forEach(command -> io.err().println("    " + command));
        }
    }
}
