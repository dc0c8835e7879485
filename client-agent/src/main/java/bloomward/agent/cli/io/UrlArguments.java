package bloomward.agent.cli.io;

import bloomward.program.terminal.Io;
import java.io.Flushable;
import java.util.List;
import picocli.CommandLine.Option;

/// The URLs that a command takes, from its arguments or from standard input.
public final class UrlArguments {

    @Option(names = {"-0", "--null"}, description = "Standard input contains raw bytes; each URL ends with a NUL byte.")
    private boolean nul;

    /// @param urls the arguments; without any, or with `-` alone, the lines of standard input are used
    /// @param answers flushed before waiting for standard input
    public Inputs inputs(List<String> urls, Io io, Flushable answers) {
        if (urls.isEmpty() || urls.equals(List.of("-"))) {
            return Inputs.lines(io.in(), (byte) (nul ? 0 : '\n'), answers);
        }
        return Inputs.of(urls);
    }
}
