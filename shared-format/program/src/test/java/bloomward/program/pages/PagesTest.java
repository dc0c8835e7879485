package bloomward.program.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

final class PagesTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @Command(name = "sieve", version = "sieve 1.2", mixinStandardHelpOptions = true, description = "Sorts grains.")
    static final class Sieve {}

    @Command(name = "shake", description = {"Shakes it.", "Until all is sorted."})
    static final class Shake implements Callable<Integer> {

        @Option(names = {"-t", "--times"}, paramLabel = "N", description = "So often.")
        private int times;

        @Override
        public Integer call() {
            return times;
        }
    }

    @Test
    void writesEveryPageToItsUsualPlace() throws Exception {
        assertThat(program().execute("pages", "--out", folder.resolve("share").toString())).isZero();
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(
                    files.filter(Files::isRegularFile).map(file -> folder.resolve("share").relativize(file).toString()))
                    .containsExactlyInAnyOrder("man/man1/sieve.1", "man/man1/sieve-shake.1",
                            "man/man1/sieve-completion.1", "bash-completion/completions/sieve",
                            "zsh/site-functions/_sieve", "fish/vendor_completions.d/sieve.fish");
        }
        assertThat(folder.resolve("share/man/man1/sieve-shake.1")).content()
                .contains(".TH \"SIEVE\\-SHAKE\" \"1\"", "\"sieve 1.2\"", "sieve\\-shake \\- Shakes it\n",
                        "\\fB\\-t\\fR, \\fB\\-\\-times\\fR=\\fIN\\fR\nSo often.\n", ".SH SEE ALSO\n\\fBsieve\\fR(1)\n");
    }

    @Test
    void completionIsThatOfTheProgramItStandsIn() {
        for (String shell : List.of("bash", "zsh", "fish")) {
            out.reset();
            assertThat(program().execute("completion", shell)).isZero();
            assertThat(out.toString(StandardCharsets.UTF_8)).contains("shake", "sieve", "times")
                    .doesNotContain("pages");
        }
    }

    @Test
    void theCommandForItSaysHowItIsUsedThere() {
        Map<String, String> pages = Pages.all(program().getCommandSpec());
        assertThat(pages.get("man/man1/sieve-completion.1")).contains("source <(sieve completion bash)");
    }

    @Test
    void wordsThatLookLikeRequestsAreWords() {
        CommandSpec command = CommandSpec.create().name("x-y");
        command.usageMessage().description(".br is a request", "'so is this", "C:\\dir \"quoted\"");
        new CommandLine(command);
        String page = Pages.manual(command).get("x-y.1");
        assertThat(page).contains("\n\\&.br is a request\n", "\n\\&'so is this\n", "\nC:\\edir \\(dqquoted\\(dq\n");
    }

    private CommandLine program() {
        CommandLine line = new CommandLine(new Sieve());
        return line.addSubcommand(new Shake())
                .addSubcommand(new CompletionCommand(out, line::getCommandSpec))
                .addSubcommand(new PagesCommand(line::getCommandSpec))
                .setCaseInsensitiveEnumValuesAllowed(true);
    }
}
