package bloomward.agent.cli;

import bloomward.agent.cli.agent.AgentCommands;
import bloomward.agent.config.Places;
import bloomward.format.FormatException;
import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;

/// `bloomward warm-up`: the run from which the launcher makes its class-data archive. Classes used here load fast
/// later.
///
/// The command lines find a store and an agent, both made for them in a temporary folder. Where that is impossible,
/// they run without: the archive is then smaller, and no start depends on it.
@Command(name = "warm-up", hidden = true, description = {
    "Runs the command lines on standard input, words separated by blanks, and discards their output."})
final class WarmUpCommand implements Callable<Integer> {

    private final Io io;
    private final Clock clock;

    WarmUpCommand(Io io) {
        this.io = io;
        this.clock = io.clock();
    }

    @Override
    public Integer call() {
        List<String> lines = new BufferedReader(new InputStreamReader(io.in(), StandardCharsets.UTF_8)).lines()
                .toList();
        try {
            carryOutBesideAnAgent(lines);
        } catch (IOException _) {
            carryOut(lines, io.environment());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.DONE;
    }

    private void carryOutBesideAnAgent(List<String> lines) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("bloomward");
        try {
            Map<String, String> own = Map.of("BLOOMWARD_DATA_DIR", folder.resolve("store").toString(),
                    "BLOOMWARD_SOCKET", folder.resolve("socket").toString());
            Map<String, String> environment = new HashMap<>(io.environment());
            environment.putAll(own);
            Thread agent = agent(own, folder);
            carryOut(lines, environment);
            agent.interrupt();
            agent.join();
        } finally {
            delete(folder);
        }
    }

    /// The exit codes do not matter: a command that finds nothing to do has loaded its classes, too.
    private void carryOut(List<String> lines, Map<String, String> environment) {
        for (String line : lines) {
            int _ = Cli.run(silent(OutputStream.nullOutputStream(), environment), line.strip().split(" +", -1));
        }
    }

    /// An agent that answers, or has ended because it could not. The machine's policy does not apply to it.
    private Thread agent(Map<String, String> environment, Path folder) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(1);
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) {
                ready.countDown();
            }
        };
        Thread agent = Thread.ofPlatform().daemon().start(() -> {
            try {
                WarmUpStore.in(folder.resolve("store"), clock.instant()).fill();
                AgentCommands.of(silent(out, environment), Places.under(folder), () -> Cli.allCommands(io))
                        .execute("run", "--ready-json");
            } catch (IOException | FormatException e) {
                io.err().println("warm-up without a store: " + e.getMessage());
            } finally {
                ready.countDown();
            }
        });
        ready.await();
        return agent;
    }

    private Io silent(OutputStream out, Map<String, String> environment) {
        return new Io(InputStream.nullInputStream(), out,
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), false, false,
                environment, Optional.empty(), clock);
    }

    private static void delete(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (var all = Files.walk(folder)) {
            deepestFirst = all.toList().reversed();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
