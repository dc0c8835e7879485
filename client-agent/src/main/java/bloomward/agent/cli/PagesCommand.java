package bloomward.agent.cli;

import bloomward.agent.cli.pages.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward pages`: what a package of the program has below `share`. For whoever makes such a package.
@Command(name = "pages", hidden = true, mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Writes the manual pages and the completions of all commands into a folder, laid out as below /usr/share."})
final class PagesCommand implements Callable<Integer> {

    private final Io io;

    @Option(names = "--out", required = true, paramLabel = "FOLDER", description = "The folder; it need not be there.")
    private Path out = Path.of("");

    PagesCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException {
        for (Map.Entry<String, String> page : Pages.all(Cli.allCommands(io), Cli.Version.number()).entrySet()) {
            Path file = out.resolve(page.getKey());
            Files.createDirectories(file.resolve("..").normalize());
            Files.writeString(file, page.getValue());
        }
        return Cli.DONE;
    }
}
