package bloomward.agent.cli.filter;

import bloomward.agent.cli.io.InputFile;
import bloomward.agent.cli.io.OutputFile;
import bloomward.format.FormatException;
import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward filter apply`: makes the new packed file from the old one and a delta.
@Command(name = "apply", mixinStandardHelpOptions = true,
        description = {"Makes the new packed file from the old one and a delta.",
            "The result is byte for byte the file that the delta was made for; otherwise nothing is written."},
        footer = {"", "Example: bloomward filter apply old.packed new.delta --out new.packed"})
public final class ApplyCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "OLD", description = "Packed file that the delta starts from.")
    private Path base = Path.of("");

    @Parameters(index = "1", paramLabel = "DELTA", description = "Delta to apply.")
    private Path delta = Path.of("");

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "Packed file to write.")
    private Path out = Path.of("");

    @Override
    public Integer call() throws IOException, FormatException, CommandException {
        try (FilterFile older = InputFile.packed(base); Arena arena = Arena.ofShared()) {
            Delta changes = InputFile.delta(delta, arena);
            OutputFile.write(out, file -> changes.apply(older, file));
        }
        return ExitCode.DONE;
    }
}
