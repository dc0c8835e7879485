package bloomward.agent.cli.io;

import bloomward.program.terminal.Io;
import bloomward.program.text.Printable;
import java.io.Flushable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// The URLs that a command takes, from its arguments, from files or from standard input.
public final class UrlArguments {

    private static final String STANDARD_INPUT = "-";

    @Option(names = {"-0", "--null"}, description = "Input contains raw bytes; each URL ends with a NUL byte.")
    private boolean nul;

    @Option(names = "--files-from", paramLabel = "FILE",
            description = "Read URLs from FILE, one per line, '-' for standard input; can be given more than once.")
    private List<Path> files = List.of();

    /// @param urls the arguments, which come first, `-` being the lines of standard input; if there are none and no files,
    ///     standard input is used
    /// @param answers flushed before waiting for standard input
    /// @return to be closed
    public Inputs inputs(List<String> urls, Io io, Flushable answers) throws IOException {
        List<String> given = urls.stream().filter(url -> !url.equals(STANDARD_INPUT)).toList();
        List<InputStream> streams = new ArrayList<>();
        if (given.size() < urls.size() || (urls.isEmpty() && files.isEmpty())) {
            streams.add(io.in());
        }
        for (Path file : files) {
            streams.add(file.toString().equals(STANDARD_INPUT) ? io.in() : open(file));
        }
        given.stream()
                .filter(UrlArguments::isFile)
                .forEach(file -> io.err()
                        .println("bloomward: '" + Printable.of(file) + "' is checked as a URL, although a file has "
                                + "this name; to check the URLs in it, use --files-from"));
        return new UrlLines(given, streams, (byte) (nul ? 0 : '\n'), answers);
    }

    private static InputStream open(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a directory");
        }
        return Files.newInputStream(file);
    }

    private static boolean isFile(String url) {
        try {
            return Files.isRegularFile(Path.of(url));
        } catch (InvalidPathException _) {
            return false;
        }
    }
}
