package bloomward.program.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// `pages`: writes the files that a package of a program has below `share`. For packagers.
@Command(name = "pages", hidden = true, mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Writes the manual pages and completions of all commands into a folder, laid out as in /usr/share."})
public final class PagesCommand implements Callable<Integer> {

    private final Supplier<CommandSpec> program;

    @Option(names = "--out", required = true, paramLabel = "FOLDER",
            description = "Folder to write to; created if necessary.")
    private Path out = Path.of("");

    /// @param program supplies the specification of all its commands
    public PagesCommand(Supplier<CommandSpec> program) {
        this.program = program;
    }

    @Override
    public Integer call() throws IOException {
        for (Map.Entry<String, String> page : Pages.all(program.get()).entrySet()) {
            Path file = out.resolve(page.getKey());
            Files.createDirectories(file.resolve("..").normalize());
            Files.writeString(file, page.getValue());
        }
        return 0;
    }
}
