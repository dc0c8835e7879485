package bloomward.agent.cli.agent;

import bloomward.agent.install.Audience;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.Machine;
import bloomward.agent.install.Plan;
import bloomward.agent.install.Program;
import bloomward.agent.install.ServiceInstallation;
import bloomward.program.command.CommandException;
import bloomward.program.command.CommandRun;
import bloomward.program.command.ExitCode;
import bloomward.program.command.Version;
import bloomward.program.pages.Pages;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// `bloomward agent install`: makes the agent start automatically.
@Command(name = "install", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Installs a copy of this program and a systemd service that runs the agent, and starts it.",
    "Without --system, it runs for you only, while you are logged in, and you can stop it. With --system, it has an "
            + "account of its own and serves every user of the machine.",
    "Run again, it upgrades the program; settings and store are kept."},
        footer = {"", "Example: bloomward agent install --dry-run",
            "File: ~/.config/systemd/user/bloomward-agent.service", "File: ~/.local/bin/bloomward",
            "File: ~/.local/share/bloomward", "File: /etc/systemd/system/bloomward-agent.service (--system)",
            "File: /usr/local/bin/bloomward (--system)", "File: /usr/local/lib/bloomward (--system)"})
final class InstallCommand implements Callable<Integer> {

    enum Other {
        LAUNCHD, WINDOWS
    }

    private final Io io;
    private final Supplier<CommandSpec> allCommands;

    @Option(names = "--system", description = "Install for the whole machine; needs root.")
    private boolean system;

    @Option(names = "--dry-run",
            description = "Show every file, the contents of the service's files, and every command; write nothing.")
    private boolean dryRun;

    @Option(names = "--root", paramLabel = "FOLDER",
            description = {"Lay out the files below this folder instead of /, and start nothing."})
    private Optional<Path> root = Optional.empty();

    @Option(names = "--print", paramLabel = "launchd|windows",
            description = {"Only show a template for another system; it has not been tested there."})
    private Optional<Other> print = Optional.empty();

    InstallCommand(Io io, Supplier<CommandSpec> allCommands) {
        this.io = io;
        this.allCommands = allCommands;
    }

    @Override
    public Integer call() throws IOException, CommandException {
        try {
            return install();
        } catch (InstallException e) {
            throw CommandException.refused(CommandRun.words(e));
        }
    }

    private int install() throws IOException, InstallException, CommandException {
        Machine machine = InstallCommand.machine(io, root);
        ServiceInstallation installation = ServiceInstallation.of(system ? Audience.SYSTEM : Audience.USER, machine);
        if (print.isPresent()) {
            write(installation.template(print.get().name().toLowerCase(Locale.ROOT)));
            return ExitCode.DONE;
        }
        Plan plan = installation.install(program());
        if (dryRun) {
            write(plan.shown());
        } else {
            carryOut(plan);
        }
        return ExitCode.DONE;
    }

    private Program program() throws CommandException {
        String home = System.getProperty("bloomward.home", "");
        if (home.isEmpty()) {
            throw CommandException.error("the program cannot find its own folder; start it with bin/bloomward");
        }
        String version = Version.number();
        return new Program(Path.of(home), version, Pages.all(allCommands.get()),
                Path.of(System.getProperty("java.home")));
    }

    private void carryOut(Plan plan) throws IOException {
        List<String> left = plan.carryOut();
        plan.notes().forEach(io.err()::println);
        if (left.isEmpty()) {
            io.err().println(root.isPresent() ? "Laid out." : "Installed.");
        } else {
            io.err().println("Installed, but systemd could not be reached. Where it runs, start the agent with:");
            left.forEach(command -> io.err().println("    " + command));
        }
    }

    private void write(String text) throws IOException {
        try (Output out = new Output(io.out())) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    static Machine machine(Io io, Optional<Path> root) {
        Machine machine = Machine.ofProcess(io.environment());
        return root.map(folder -> new Machine(folder, machine.environment(), machine.runner())).orElse(machine);
    }
}
