package bloomward.server.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.Run;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

final class AdminHelpTest {

    private static List<CommandSpec> commands() {
        List<CommandSpec> all = new ArrayList<>();
        collect(AdminProgram.commands(Run.silent()), all);
        return all;
    }

    private static void collect(CommandLine line, List<CommandSpec> into) {
        into.add(line.getCommandSpec());
        line.getSubcommands()
                .values()
                .stream()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .forEach(command -> collect(command, into));
    }

    @Test
    void hasTheCommandsThatScriptsRelyOn() {
        assertThat(commands()).extracting(command -> command.qualifiedName().replaceFirst("^bloomward-admin ?", ""))
                .contains("list create", "list show", "list rekey", "list set", "feed remove", "guards add",
                        "guards remove", "retention show", "retention run", "import", "add", "remove", "entries search",
                        "entries export", "allow add", "allow import", "allow list", "allow check", "allow export",
                        "allow remove", "feed add", "feed list", "feed status", "feed report", "feed fetch",
                        "feed enable", "feed disable", "guards show", "guards update", "holds list", "holds release",
                        "holds reject", "holds undo", "reports list", "reports show", "reports accept",
                        "reports reject", "diff", "approve", "publish", "sign-pending", "history", "rollback",
                        "explain", "token create", "token list", "token revoke", "audit show", "audit verify", "renew");
    }

    @Test
    void everyCommandHasHelpWithAnExampleAndWholeWords() {
        for (CommandSpec command : commands()) {
            String name = command.qualifiedName();
            String help = command.commandLine().getUsageMessage(Ansi.OFF);
            assertThat(command.optionsMap()).as(name).containsKey("--help");
            assertThat(help).as(name)
                    .contains("Usage: " + name)
                    .containsPattern("Example: .*\\Q" + name + "\\E")
                    // A label that is longer than a usage line is broken within, and so is a name with a dot at its end.
                    .doesNotContainPattern("[a-z]\\.\\n(example|token|note|key)\\b")
                    .doesNotContainPattern("\\n {15,}[a-z]+ \\[-");
            assertThat(help.lines()).as(name).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "import --help", "list create --help", "help token revoke"})
    void helpIsWhatWasAskedFor(String args) {
        Run run = new Run.Setting().run(AdminProgram::run, args.split(" "));
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("Usage: bloomward-admin");
    }

    /// Two commands with the same description would be indistinguishable in the list of their group.
    @Test
    void describesEveryCommandDifferently() {
        assertThat(commands()).extracting(command -> String.join(" ", command.usageMessage().description()))
                .hasSizeGreaterThan(30)
                .doesNotContain("")
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "lsit", "list", "holds", "--nonsense", "import phishing", "publish --note",
        "list create x --category c --planned-entries many", "token create x --role king", "list show -o xml"})
    void answersAWrongCommandLineWithOneLineAndAHint(String args) {
        Run run = new Run.Setting().run(AdminProgram::run, args.isEmpty() ? new String[0] : args.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("bloomward-admin").contains("--help");
        assertThat(run.err().replace("Did you mean list?\n", "")).hasLineCount(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V"})
    void saysItsVersion(String option) {
        assertThat(new Run.Setting().run(AdminProgram::run, option).out())
                .matches("bloomward-admin \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
    }
}
