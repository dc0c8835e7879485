package bloomward.server.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class AdminHelpTest {

    private static Stream<List<String>> commands() {
        List<List<String>> all = new ArrayList<>();
        collect(AdminProgram.commands(Run.silent()), List.of(), all);
        return all.stream();
    }

    private static void collect(CommandLine line, List<String> path, List<List<String>> into) {
        into.add(path);
        line.getSubcommands().forEach((name, command) -> {
            if (command.getCommandSpec().usageMessage().hidden()) {
                return;
            }
            List<String> longer = new ArrayList<>(path);
            longer.add(name);
            collect(command, longer, into);
        });
    }

    @Test
    void hasTheCommandsThatScriptsRelyOn() {
        assertThat(commands().map(path -> String.join(" ", path))).contains("list create", "list show", "list rekey",
                "list set", "feed remove", "guards add", "guards remove", "retention show", "retention run", "import",
                "add", "remove", "entries search", "entries export", "allow add", "allow import", "allow list",
                "allow check", "allow export", "allow remove", "feed add", "feed list", "feed status", "feed report",
                "feed fetch", "feed enable", "feed disable", "guards show", "guards update", "holds list",
                "holds release", "holds reject", "holds undo", "reports list", "reports show", "reports accept",
                "reports reject", "diff", "approve", "publish", "sign-pending", "history", "rollback", "explain",
                "token create", "token list", "token revoke", "audit show", "audit verify", "renew");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelpWithAnExampleAndWholeWords(List<String> path) {
        Run run = new Run.Setting().run(AdminProgram::run,
                Stream.concat(path.stream(), Stream.of("--help")).toArray(String[]::new));
        String name = Stream.concat(Stream.of("bloomward-admin"), path.stream())
                .reduce((a, b) -> a + " " + b)
                .orElseThrow();
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("Usage: " + name).containsPattern("Example: .*\\Q" + name + "\\E");
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        // A label that is longer than a usage line is broken within, and so is a name with a dot at the end of a line.
        assertThat(run.out()).doesNotContainPattern("[a-z]\\.\\n(example|token|note|key)\\b")
                .doesNotContainPattern("\\n {15,}[a-z]+ \\[-");
    }

    /// Two commands with the same description would be indistinguishable in the list of their group.
    @Test
    void describesEveryCommandDifferently() {
        List<String> described = new ArrayList<>();
        describe(AdminProgram.commands(Run.silent()), described);
        assertThat(described).hasSizeGreaterThan(30).doesNotContain("").doesNotHaveDuplicates();
    }

    private static void describe(CommandLine line, List<String> into) {
        into.add(String.join(" ", line.getCommandSpec().usageMessage().description()));
        line.getSubcommands().values().forEach(command -> describe(command, into));
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
