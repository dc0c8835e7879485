package bloomward.agent;

import bloomward.agent.cli.Cli;
import bloomward.agent.cli.browser.NativeHostCommand;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Terminal;
import java.util.Optional;

/// The program `bloomward`.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        Optional<Integer> ended = args.length > 0 && args[0].equals("native-host")
                ? NativeHostCommand.direct(Io.ofProcess(Optional.empty()), args)
                : Optional.empty();
        exit(ended.isPresent() ? ended.get() : run(args));
    }

    private static int run(String... args) {
        boolean mayAsk = args.length > 0 && args[0].equals("report");
        return Cli.run(Io.ofProcess(mayAsk ? Terminal.ofProcess() : Optional.empty()), args);
    }

    private static void exit(int exitCode) {
        if (exitCode != 0) {
            // Nothing is left to clean up, and System.exit starts logging only to say so: a quarter of a short run.
            Runtime.getRuntime().halt(exitCode);
        }
    }
}
