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

/// `bloomward filter apply`: old file and delta to new file.
@Command(name = "apply", mixinStandardHelpOptions = true,
        description = {"Makes the new packed file from the old one and a delta.",
            "The result is the file that the delta was cut for, byte for byte, or nothing is written."})
public final class ApplyCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "OLD", description = "The packed file that the delta was cut from.")
    private Path base = Path.of("");

    @Parameters(index = "1", paramLabel = "DELTA", description = "The delta.")
    private Path delta = Path.of("");

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The packed file to write.")
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
