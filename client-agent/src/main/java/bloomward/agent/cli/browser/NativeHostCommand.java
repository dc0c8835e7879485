package bloomward.agent.cli.browser;

import bloomward.agent.browser.host.Caller;
import bloomward.agent.browser.host.NativeHost;
import bloomward.agent.config.AgentPlace;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.terminal.Io;
import bloomward.program.text.Printable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward native-host`: the program that a browser starts to reach the agent.
@Command(name = "native-host", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Relays between a browser's extension and the running agent. Started by the browser, as "
                    + "'bloomward browser install' arranges; standard output carries nothing but its frames.",
            "Exit code: 0 when the browser closes the input, 1 another extension called, 2 an error."},
        footer = {"", "Example: bloomward native-host --caller chrome-extension://ID/ -- chrome-extension://ID/"})
public final class NativeHostCommand implements Callable<Integer> {

    private static final String CALLER = "--caller";

    /// The time for the regular end, after the input has ended.
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Io io;
    private final Places places;

    @Option(names = CALLER, required = true, paramLabel = "ORIGIN|ID",
            description = "Extension that may call: chrome-extension://ID/, or the identifier of a Firefox add-on. "
                    + "May be repeated.")
    private List<String> callers = new ArrayList<>();

    @Parameters(paramLabel = "ARGUMENT", description = "Arguments of the browser, behind --.")
    private List<String> told = List.of();

    /// @param places of this machine
    public NativeHostCommand(Io io, Places places) {
        this.io = io;
        this.places = places;
    }

    /// The command without picocli, for the command line that a browser's manifest has: a fifth of the time of a start.
    ///
    /// @param args of the program
    /// @return the exit code; empty if it is another command line
    public static Optional<Integer> direct(Io io, String... args) {
        NativeHostCommand command = new NativeHostCommand(io, Places.ofMachine());
        List<String> all = List.of(args);
        if (all.equals(List.of("native-host", "warm-up"))) {
            return Optional.of(NativeHostRehearsal.run(io));
        }
        int at = 1;
        while (at + 1 < all.size() && all.get(at).equals(CALLER)) {
            command.callers.add(all.get(at + 1));
            at += 2;
        }
        if (command.callers.isEmpty() || at >= all.size() || !all.get(at).equals("--")) {
            return Optional.empty();
        }
        command.told = all.subList(at + 1, all.size());
        return Optional.of(command.call());
    }

    @Override
    public Integer call() {
        if (!Caller.isExpected(callers, told)) {
            return ended(ExitCode.REFUSED, "started for " + (told.isEmpty() ? "no extension" : String.join(" ", told))
                    + ", but only " + String.join(" or ", callers) + " may call");
        }
        try {
            Optional<String> problem = NativeHost.relay(sockets(), io.in(), io.out(), new EndSoon());
            return problem.isPresent() ? ended(ExitCode.ERROR, problem.get()) : ExitCode.DONE;
        } catch (SettingException e) {
            return ended(ExitCode.ERROR, String.valueOf(e.getMessage()));
        } catch (IOException _) {
            return ExitCode.DONE; // the browser reads no more
        }
    }

    private int ended(int exitCode, String message) {
        io.err().println("bloomward native-host: " + Printable.of(message));
        return exitCode;
    }

    private List<Path> sockets() throws SettingException, IOException {
        try {
            Config config = Config.resolve(Map.of(), Optional.empty(), io.environment(), places);
            List<Path> sockets = new ArrayList<>();
            for (AgentPlace agent : config.agents()) {
                sockets.add(agent.socket());
            }
            return sockets;
        } catch (SettingException e) {
            NativeHost.tellAbsent(io.out(), String.valueOf(e.getMessage())); // nobody reads the error stream of a browser
            throw e;
        }
    }

    /// Ends the process after a while, as the regular end may be stuck in a write to a browser that does not read.
    private static final class EndSoon implements Runnable {

        @Override
        public void run() {
            try {
                Thread.sleep(PATIENCE);
                Runtime.getRuntime().halt(ExitCode.ERROR);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
