package bloomward.agent.cli;

import bloomward.agent.quickstart.Quickstart;
import bloomward.agent.quickstart.Remains;
import bloomward.agent.quickstart.StepFailedException;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import bloomward.program.terminal.OutputClosedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward quickstart`: the whole system once, on this machine.
@Command(name = "quickstart", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Demonstrates the whole system on this machine, with the commands that you would type.",
            "Sets up a server, publishes the sample lists, starts an agent, checks some URLs, and publishes one more.",
            "Exit code: 0 success, 1 a step gave an unexpected result, 2 an error."},
        footer = {"", "Example: bloomward quickstart"})
final class QuickstartCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Io io;
    private final Path policy;

    @Option(names = "--exit", description = "End after the last step and leave nothing running.")
    private boolean exit;

    @Option(names = "--keep", paramLabel = "DIR",
            description = "Keep the data in this new folder (default: a temporary folder in TMPDIR or /tmp).")
    private Optional<Path> keep = Optional.empty();

    QuickstartCommand(Io io, Path policy) {
        this.io = io;
        this.policy = policy;
    }

    @Override
    public Integer call() throws IOException, CommandException {
        Path project = project();
        if (Files.exists(policy)) {
            io.err()
                    .println("bloomward quickstart: warning: " + policy
                            + " also applies to the agent that is started here;"
                            + " a step fails if it names another server or other lists");
        }
        clearRemains();
        Path folder = folder();
        CountDownLatch toldToEnd = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(onSignal(Thread.currentThread(), toldToEnd));
        try {
            Quickstart.run(project, folder, !exit, new Output(io.out()));
        } catch (StepFailedException e) {
            if (!isToldToEnd(toldToEnd, e.isBySignal())) {
                throw CommandException.refused(String.valueOf(e.getMessage()));
            }
        } catch (IOException e) {
            if (!isToldToEnd(toldToEnd, !(e instanceof OutputClosedException))) {
                throw e;
            }
        } catch (InterruptedException _) {
            // By a signal, the usual end of a quickstart that keeps running.
        } finally {
            clear(folder);
        }
        return ExitCode.DONE;
    }

    private Path folder() throws IOException, CommandException {
        if (keep.isPresent()) {
            Path folder = keep.get().toAbsolutePath();
            Path above = folder.getParent();
            if (above != null && !Files.isDirectory(above)) {
                throw CommandException.error("--keep " + folder + ": no such folder: " + above);
            }
            return Files.createDirectory(folder);
        }
        return Files.createTempDirectory(temporary(), Remains.PREFIX);
    }

    private Path temporary() throws CommandException {
        // The JDK ignores TMPDIR.
        String named = io.environment().getOrDefault("TMPDIR", "");
        Path temporary = Path.of(named.isEmpty() ? System.getProperty("java.io.tmpdir", "/tmp") : named)
                .toAbsolutePath();
        if (!Files.isDirectory(temporary)) {
            throw CommandException.error(temporary + ": not a folder; TMPDIR must name a folder");
        }
        return temporary;
    }

    private void clearRemains() throws IOException, CommandException {
        try {
            for (Path folder : Remains.clear(temporary())) {
                io.err().println("Ended and removed what a killed quickstart left in " + folder);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void clear(Path folder) throws IOException {
        if (keep.isEmpty()) {
            Remains.delete(folder);
        }
        io.err()
                .println(keep.isEmpty()
                        ? "Server and agent are stopped, and nothing is left."
                        : "Server and agent are stopped; everything is in " + folder);
    }

    /// Ctrl-C also ends the command of the step, which then cannot give the expected result or a whole line, and may do so first.
    ///
    /// @param maybeLater whether a signal may have caused the failure that was found
    private static boolean isToldToEnd(CountDownLatch toldToEnd, boolean maybeLater) {
        try {
            return toldToEnd.await(maybeLater ? PATIENCE.toSeconds() : 0, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            return true; // by the signal
        }
    }

    /// The end of this process also ends the server and the agent, and frees the disk.
    private static Thread onSignal(Thread caller, CountDownLatch toldToEnd) {
        return new Thread(() -> {
            toldToEnd.countDown();
            caller.interrupt();
            try {
                caller.join(PATIENCE);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// The launcher passes the folder of the program: in a checkout, client-agent/target/app.
    private static Path project() throws CommandException {
        Path program = Path.of(System.getProperty("bloomward.home", ""));
        Path project = program.toAbsolutePath().resolve("../../..").normalize();
        if (!Quickstart.canRunIn(project)) {
            throw CommandException
                    .error("the whole project is needed, with update-server and blocklists beside client-agent: "
                            + "clone it and run client-agent/bin/bloomward quickstart");
        }
        return project;
    }
}
