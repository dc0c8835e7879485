package bloomward.agent.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.pages.Pages;
import bloomward.format.testing.Needs;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Every command and option there is can be completed and looked up, and shells and man understand what they are given.
final class PagesTest {

    private static final CommandSpec PROGRAM = Cli.allCommands(new Io(InputStream.nullInputStream(), OutputStream
            .nullOutputStream(), new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), false,
            Map.of()));

    private static final Map<String, String> PAGES = Pages.all(PROGRAM);

    @TempDir
    private Path folder;

    enum Shell {
        BASH("bash-completion/completions/bloomward"), ZSH("zsh/site-functions/_bloomward"), FISH(
                "fish/vendor_completions.d/bloomward.fish");

        private final String completion;

        Shell(String file) {
            this.completion = requireNonNull(PAGES.get(file));
        }
    }

    @ParameterizedTest
    @EnumSource
    void completionNamesEveryCommandAndOption(Shell shell) {
        String script = shell.completion;
        for (CommandSpec command : commands(PROGRAM)) {
            assertThat(script).as(command.qualifiedName()).contains(command.name());
            for (OptionSpec option : command.options()) {
                for (String name : option.names()) {
                    String bare = name.replaceFirst("^-+", "");
                    assertThat(script).as(name).contains(shell != Shell.FISH
                            ? name
                            : (name.startsWith("--") ? "-l " : "-s ") + bare);
                }
            }
        }
        assertThat(script).doesNotContain("warm-up").doesNotContain("warm_up");
    }

    @ParameterizedTest
    @EnumSource
    void shellsUnderstandTheirCompletion(Shell shell) throws Exception {
        String name = Cli.label(shell);
        Needs.programs(name);
        Path script = write("script", Run.of("completion", name).out());
        assertThat(run(name, "-n", script.toString())).isEmpty();
    }

    @Test
    void bashCompletes() throws Exception {
        Needs.programs("bash");
        Path script = write("script", Shell.BASH.completion);
        assertThat(run("bash", "-c", """
                . '%s'
                COMP_WORDS=(bloomward filter fl) COMP_CWORD=2
                _complete_bloomward
                echo "${COMPREPLY[*]}"
                """.formatted(script))).isEqualTo("flatten\n");
    }

    @Test
    void fishCompletes() throws Exception {
        Needs.programs("fish");
        Path script = write("script", Shell.FISH.completion);
        assertThat(run("fish", "-c", """
                source '%s'
                for line in 'bloomward filter fl' 'bloomward filter build --form p' 'bloomward completion b' \\
                    'bloomward filter build --stri' 'bloomward ur'
                    complete -C $line | string replace -r '\\t.*' ''
                end
                """.formatted(script)).lines()).containsExactly("flatten", "packed", "bash", "--strict", "url");
    }

    @Test
    void everyCommandHasAManualPageWithItsOptions() {
        assertThat(PAGES).hasSize(commands(PROGRAM).size() + Shell.values().length);
        for (CommandSpec command : commands(PROGRAM)) {
            String page = requireNonNull(PAGES.get("man/man1/" + command.qualifiedName("-") + ".1"));
            assertThat(page).startsWith(".TH ").contains("\n.SH NAME\n", "\n.SH SYNOPSIS\n", "\n.SH DESCRIPTION\n");
            for (OptionSpec option : command.options()) {
                for (String name : option.names()) {
                    assertThat(page).contains("\\fB" + name.replace("-", "\\-") + "\\fR");
                }
            }
            // A line that begins with a dot and is none of these would be words of ours that roff takes for a request.
            assertThat(page.lines().filter(line -> line.startsWith(".") || line.startsWith("'")))
                    .allMatch(line -> line.matches("\\.(TH|SH|TP|PP|br)( .*)?"));
        }
    }

    @Test
    void manUnderstandsThePages() throws Exception {
        Needs.programs("mandoc");
        for (CommandSpec command : commands(PROGRAM)) {
            Path file = write("page", requireNonNull(PAGES.get("man/man1/" + command.qualifiedName("-") + ".1")));
            assertThat(run("mandoc", "-Tlint", "-Wwarning", file.toString()).lines())
                    .allMatch(line -> line.contains("missing date"));
        }
    }

    private static List<CommandSpec> commands(CommandSpec command) {
        List<CommandSpec> all = new ArrayList<>(List.of(command));
        command.subcommands().values().stream().map(CommandLine::getCommandSpec)
                .filter(below -> !below.usageMessage().hidden()).forEach(below -> all.addAll(commands(below)));
        return all;
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private String run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
