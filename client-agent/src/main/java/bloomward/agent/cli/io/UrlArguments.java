package bloomward.agent.cli.io;

import bloomward.program.terminal.Io;
import java.io.Flushable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// The URLs that a command takes, from its arguments, from files or from standard input.
public final class UrlArguments {

    @Option(names = {"-0", "--null"}, description = "Input contains raw bytes; each URL ends with a NUL byte.")
    private boolean nul;

    @Option(names = "--files-from", paramLabel = "FILE",
            description = "Read URLs from FILE, one per line, '-' for standard input; can be given more than once.")
    private List<Path> files = List.of();

    /// @param urls the arguments, which come first; if there are none and no files, or `-` alone, the lines of standard
    ///     input are used
    /// @param answers flushed before waiting for standard input
    /// @return to be closed
    public Inputs inputs(List<String> urls, Io io, Flushable answers) throws IOException {
        boolean isInput = urls.equals(List.of("-")) || (urls.isEmpty() && files.isEmpty());
        List<InputStream> streams = new ArrayList<>();
        if (isInput) {
            streams.add(io.in());
        }
        for (Path file : files) {
            streams.add(file.toString().equals("-") ? io.in() : Files.newInputStream(file));
        }
        return new UrlLines(isInput ? List.of() : urls, streams, (byte) (nul ? 0 : '\n'), answers);
    }
}
