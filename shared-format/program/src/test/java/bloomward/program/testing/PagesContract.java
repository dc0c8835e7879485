package bloomward.program.testing;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import bloomward.program.pages.Pages;
import java.io.IOException;
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

/// Every command and option of a program can be completed and looked up, and shells and man understand what they are given.
public abstract class PagesContract {

    private final CommandSpec program;
    private final Map<String, String> pages;

    @TempDir
    private Path folder;

    /// A shell, by the name of its program.
    public enum Shell {
        bash("bash-completion/completions/NAME"), zsh("zsh/site-functions/_NAME"),
        fish("fish/vendor_completions.d/NAME.fish");

        private final String file;

        Shell(String file) {
            this.file = file;
        }
    }

    protected PagesContract(CommandSpec program) {
        this.program = program;
        this.pages = Pages.all(program);
    }

    /// The answer of a shell that has read the completion of the program.
    ///
    /// @param script in which SCRIPT stands for the file of the completion
    protected final String answer(Shell shell, String script) throws IOException, InterruptedException {
        Needs.programs(shell.name());
        Path file = write("script", completion(shell));
        return run(shell.name(), "-c", script.replace("SCRIPT", file.toString()));
    }

    @ParameterizedTest
    @EnumSource
    void completionNamesEveryCommandAndOption(Shell shell) {
        String script = completion(shell);
        for (CommandSpec command : commands(program)) {
            assertThat(script).as(command.qualifiedName()).contains(command.name());
            for (OptionSpec option : command.options()) {
                for (String name : option.names()) {
                    String bare = name.replaceFirst("^-+", "");
                    assertThat(script).as(name)
                            .contains(shell != Shell.fish ? name : (name.startsWith("--") ? "-l " : "-s ") + bare);
                }
            }
        }
        for (CommandLine hidden : program.subcommands().values()) {
            if (hidden.getCommandSpec().usageMessage().hidden()) {
                assertThat(script).doesNotContainPattern("\\b" + hidden.getCommandName().replace('-', '.') + "\\b");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shellsUnderstandTheirCompletion(Shell shell) throws Exception {
        Needs.programs(shell.name());
        Path script = write("script", completion(shell));
        assertThat(run(shell.name(), "-n", script.toString())).isEmpty();
    }

    @Test
    void everyCommandHasAManualPageWithItsOptions() {
        assertThat(pages).hasSize(commands(program).size() + Shell.values().length);
        for (CommandSpec command : commands(program)) {
            String page = manual(command);
            assertThat(page).startsWith(".TH ")
                    .contains("\n.SH NAME\n", "\n.SH SYNOPSIS\n", "\n.SH DESCRIPTION\n", "\n.SH EXIT STATUS\n",
                            "\n.SH ENVIRONMENT\n");
            if (!command.name().equals("completion")) {
                assertThat(page).as(command.qualifiedName()).containsPattern("\n\\.SH EXAMPLES\n\\(?[a-z]");
            }
            if (command.options().stream().anyMatch(option -> option.paramLabel().equals("FILE") && !option.hidden())) {
                assertThat(page).as(command.qualifiedName()).contains("\n.SH FILES\n");
            }
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
        for (CommandSpec command : commands(program)) {
            Path file = write("page", manual(command));
            assertThat(run("mandoc", "-Tlint", "-Wwarning", file.toString()).lines()).as(command.qualifiedName())
                    .allMatch(line -> line.contains("missing date"));
        }
    }

    private String completion(Shell shell) {
        return requireNonNull(pages.get(shell.file.replace("NAME", program.name())));
    }

    private String manual(CommandSpec command) {
        return requireNonNull(pages.get("man/man1/" + command.qualifiedName("-") + ".1"));
    }

    private static List<CommandSpec> commands(CommandSpec command) {
        List<CommandSpec> all = new ArrayList<>(List.of(command));
        command.subcommands()
                .values()
                .stream()
                .map(CommandLine::getCommandSpec)
                .filter(below -> !below.usageMessage().hidden())
                .forEach(below -> all.addAll(commands(below)));
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
