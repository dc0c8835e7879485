package bloomward.agent.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.store.SampleSets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Inputs are written into tables that a person opens: by a spreadsheet, which calculates what looks like a formula, or
/// on a terminal, which obeys control characters.
final class FormulaTest {

    @TempDir
    private Path folder;
    private CheckRun check = CheckRun.in(Path.of(""));

    @BeforeEach
    void install() throws Exception {
        check = CheckRun.in(folder);
        SampleSets.in(folder).list("malware", "evil.example/").install();
    }

    private String line(String form, String input) {
        return check.withInput(input + "\0", "--offline", "-0", "-o", form).out().split("\r?\n", 2)[1];
    }

    @ParameterizedTest
    @ValueSource(strings = {"=cmd|' /C calc'!A0", "@SUM(1+1)*cmd", "+1", "-2+3", "\t=1", " =1", "\r@x"})
    void isNoFormula(String input) {
        assertThat(line("csv", input)).startsWith("\"'");
        assertThat(line("tsv", input)).startsWith("'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "tsv"})
    void reachesNoTerminal(String form) {
        String line = line(form, "a.example/\u001b]0;x\u0007\u009b31m\u202e\u2066\u007f");
        assertThat(line).startsWith(form.equals("csv") ? "\"a.example/\\u001b]0;x" : "a.example/\\u001b]0;x")
                .contains("\\u0007", "\\u009b31m", "\\u202e\\u2066\\u007f")
                .doesNotContain("\u001b", "\u0007", "\u009b", "\u202e", "\u2066", "\u007f");
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "tsv"})
    void staysOneLineAndOneValue(String form) {
        String line = line(form, "a.example/\n=1\t=2\r\"x\"");
        assertThat(line.lines()).hasSize(1);
        assertThat(line).startsWith(
                form.equals("csv") ? "\"a.example/\\n=1\\t=2\\r\"\"x\"\"\"," : "a.example/\\n=1\\t=2\\r\"x\"\t");
    }

    @Test
    void isExactInJson() {
        assertThat(List.of(line0("jsonl", "=1"))).singleElement().asString().contains("\"input\":\"=1\"");
    }

    private String line0(String form, String input) {
        return check.withInput(input + "\0", "--offline", "-0", "-o", form).out();
    }
}
