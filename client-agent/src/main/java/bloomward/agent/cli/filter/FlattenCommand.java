package bloomward.agent.cli.filter;

import bloomward.agent.cli.io.InputFile;
import bloomward.agent.cli.io.OutputFile;
import bloomward.format.FormatException;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.PackedFilter;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward filter flatten`: writes the flat form of a packed file.
@Command(name = "flatten", mixinStandardHelpOptions = true,
        description = {"Writes the flat form of a packed file.",
            "The same packed file gives the same flat file everywhere."},
        footer = {"", "Example: bloomward filter flatten urls.packed --out urls.flat"})
public final class FlattenCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "Packed file.")
    private Path file = Path.of("");

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "Flat file to write.")
    private Path out = Path.of("");

    @Override
    public Integer call() throws IOException, FormatException, CommandException {
        try (FilterFile filter = InputFile.packed(file)) {
            PackedFilter packed = filter.packed();
            OutputFile.write(out, channel -> FilterFile.writeFlat(channel, packed));
        }
        return ExitCode.DONE;
    }
}
