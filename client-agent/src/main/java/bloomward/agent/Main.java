package bloomward.agent;

import bloomward.agent.cli.Cli;
import bloomward.agent.cli.Io;

/// The program `bloomward`.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        int exitCode = Cli.run(Io.ofProcess(), args);
        if (exitCode != 0) {
            // Nothing is left to clean up, and System.exit starts logging only to say so: a quarter of a short run.
            Runtime.getRuntime().halt(exitCode);
        }
    }
}
