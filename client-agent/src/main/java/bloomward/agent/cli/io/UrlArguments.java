package bloomward.agent.cli.io;

import bloomward.program.terminal.Io;
import java.io.Flushable;
import java.util.List;
import picocli.CommandLine.Option;

/// How a command that judges URLs takes them in.
public final class UrlArguments {

    @Option(names = {"-0", "--null"}, description = "Standard input holds raw bytes, each URL ended by a NUL byte.")
    private boolean nul;

    /// @param urls the arguments; without any, or with `-` alone, the lines of standard input are meant
    /// @param answers flushed before standard input is waited for
    public Inputs inputs(List<String> urls, Io io, Flushable answers) {
        if (urls.isEmpty() || urls.equals(List.of("-"))) {
            return Inputs.lines(io.in(), (byte) (nul ? 0 : '\n'), answers);
        }
        return Inputs.of(urls);
    }
}
