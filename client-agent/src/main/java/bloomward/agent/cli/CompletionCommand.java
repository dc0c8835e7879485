package bloomward.agent.cli;

import bloomward.agent.cli.pages.Pages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `bloomward completion`: what a shell needs to complete command lines.
@Command(name = "completion", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Writes what a shell reads to complete the command lines of bloomward.",
    "bash: source <(bloomward completion bash)",
    "zsh: source <(bloomward completion zsh)",
    "fish: bloomward completion fish | source"})
final class CompletionCommand implements Callable<Integer> {

    private final Io io;

    @Parameters(paramLabel = "bash|zsh|fish", description = "The shell.")
    private Pages.Shell shell = Pages.Shell.BASH;

    CompletionCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException {
        try (Output out = new Output(io.out())) {
            out.write(Pages.completion(Cli.allCommands(io), shell).getBytes(StandardCharsets.UTF_8));
        }
        return Cli.DONE;
    }
}
