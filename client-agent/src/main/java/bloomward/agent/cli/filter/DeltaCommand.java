package bloomward.agent.cli.filter;

import bloomward.agent.cli.io.InputFile;
import bloomward.agent.cli.io.OutputFile;
import bloomward.format.FormatException;
import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward filter delta`: writes the delta between two packed files.
@Command(name = "delta", mixinStandardHelpOptions = true,
        description = {"Writes the delta between two packed files of one list.",
            "Both must have the same key width and seed."},
        footer = {"", "Example: bloomward filter delta old.packed new.packed --out new.delta"})
public final class DeltaCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "OLD", description = "Packed file that the delta starts from.")
    private Path from = Path.of("");

    @Parameters(index = "1", paramLabel = "NEW", description = "Packed file that the delta leads to.")
    private Path to = Path.of("");

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "Delta to write.")
    private Path out = Path.of("");

    @Override
    public Integer call() throws IOException, FormatException, CommandException {
        try (FilterFile older = InputFile.packed(from); FilterFile newer = InputFile.packed(to)) {
            OutputFile.write(out, channel -> Delta.cut(older, newer, channel));
        }
        return ExitCode.DONE;
    }
}
