package bloomward.agent.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `bloomward warm-up`: the run from which the launcher makes its class-data archive. What was used here loads fast later.
@Command(name = "warm-up", hidden = true, description = {
    "Carries out the command lines on standard input, words separated by blanks, and shows nothing of it."})
final class WarmUpCommand implements Callable<Integer> {

    private final Io io;

    WarmUpCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(io.in(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            // How it ends does not matter: a command that finds nothing to do has loaded its classes, too.
            int _ = Cli.run(new Io(InputStream.nullInputStream(), OutputStream.nullOutputStream(),
                    new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), false,
                    io.environment()), line.strip().split(" +", -1));
        }
        return Cli.DONE;
    }
}
