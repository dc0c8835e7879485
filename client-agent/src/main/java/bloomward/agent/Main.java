package bloomward.agent;

import bloomward.agent.cli.Cli;
import bloomward.program.terminal.Io;
import java.util.Optional;

/// The program `bloomward`.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        int exitCode = Cli.run(Io.ofProcess(Optional.empty()), args);
        if (exitCode != 0) {
            // Nothing is left to clean up, and System.exit starts logging only to say so: a quarter of a short run.
            Runtime.getRuntime().halt(exitCode);
        }
    }
}
