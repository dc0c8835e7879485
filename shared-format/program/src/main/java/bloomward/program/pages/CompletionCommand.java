package bloomward.program.pages;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/// `completion`: writes the completion script of a program for a shell.
@Command(name = "completion", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Writes the shell completion script of ${ROOT-COMMAND-NAME}.",
            "bash: source <(${ROOT-COMMAND-NAME} completion bash)",
            "zsh: source <(${ROOT-COMMAND-NAME} completion zsh)",
            "fish: ${ROOT-COMMAND-NAME} completion fish | source"},
        footer = {"", "Example: ${COMMAND-FULL-NAME} bash"})
public final class CompletionCommand implements Callable<Integer> {

    private final OutputStream out;
    private final Supplier<CommandSpec> program;

    @Parameters(paramLabel = "bash|zsh|fish", description = "Shell.")
    private Pages.Shell shell = Pages.Shell.BASH;

    /// @param program supplies the specification of all its commands
    public CompletionCommand(OutputStream out, Supplier<CommandSpec> program) {
        this.out = out;
        this.program = program;
    }

    @Override
    public Integer call() throws IOException {
        out.write(Pages.completion(program.get(), shell).getBytes(StandardCharsets.UTF_8));
        return 0;
    }
}
