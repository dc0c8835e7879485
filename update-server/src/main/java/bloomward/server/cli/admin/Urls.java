package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// URLs from arguments, or from standard input with one per line.
final class Urls {

    /// For more, use a file with `import`.
    private static final int MAX = 100_000;

    private Urls() {}

    /// @param arguments none, or `-` alone, for standard input; blank lines and comments with `#` are skipped
    static List<String> of(List<String> arguments, InputStream standardInput) throws IOException, CommandException {
        List<String> urls = new ArrayList<>();
        if (arguments.isEmpty() || arguments.equals(List.of("-"))) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(standardInput, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
                    urls.add(line.strip());
                }
                if (urls.size() > MAX) {
                    throw CommandException.error("more than " + MAX + " URLs; use import for a list");
                }
            }
        } else {
            urls.addAll(arguments);
        }
        if (urls.isEmpty()) {
            throw CommandException.error("no URLs given");
        }
        return urls;
    }
}
