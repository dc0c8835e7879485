package bloomward.agent.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Cli;
import bloomward.agent.store.SampleSets;
import bloomward.program.testing.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The inputs and the outputs that scripts and people at a terminal choose.
final class CheckShowingTest {

    private static final String URLS = "clean.example\n\nhttp://evil.example/login\n \t\r\ngood.example\n";

    @TempDir
    private Path folder;
    private CheckRun check = CheckRun.in(Path.of(""));

    @BeforeEach
    void install() throws Exception {
        check = CheckRun.in(folder);
        SampleSets.in(folder).list("malware", "evil.example/", "good.example/").allow("good.example/").install();
    }

    @Test
    void quietTellsByTheExitCodeAlone() {
        Run listed = check.withInput(URLS, "--offline", "-q");
        assertThat(listed).isEqualTo(new Run(1, "", ""));
        assertThat(check.withInput("clean.example\n", "--offline", "--quiet", "-o", "json"))
                .isEqualTo(new Run(0, "", ""));
        assertThat(check.withInput(URLS + "mailto:a\n", "--offline", "-q").exitCode()).isEqualTo(2);
    }

    @Test
    void listedOnlyCountsTheOthers() {
        Run run = check.withInput(URLS + "mailto:a\n", "--offline", "--listed-only");
        assertThat(run.lines()).singleElement().asString().startsWith("LISTED   http://evil.example/login");
        assertThat(run.err()).isEqualTo("not shown: 1 clean, 1 allowed, 1 unknown\n");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(check.withInput("clean.example\n", "--offline", "--listed-only", "--json").out()).isEqualTo("[]\n");
    }

    @Test
    void summaryCountsVerdicts() {
        Run run = check.withInput(URLS, "--offline", "--summary");
        assertThat(run).isEqualTo(new Run(1, """
                inputs   3
                clean    1
                listed   1
                allowed  1
                unknown  0
                """, ""));
        assertThat(check.withInput(URLS, "--offline", "--summary", "--json").out())
                .isEqualTo("{\"inputs\":3,\"clean\":1,\"listed\":1,\"allowed\":1,\"unknown\":0}\n");
        assertThat(check.withInput(URLS, "--offline", "--summary", "-o", "csv").exitCode()).isEqualTo(2);
    }

    @Test
    void summaryGoesToTheFile() throws Exception {
        Path out = folder.resolve("counts.json");
        assertThat(check.withInput(URLS, "--offline", "--summary", "--json", "--out", out.toString()).out()).isEmpty();
        assertThat(out).content().startsWith("{\"inputs\":3,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-q --summary", "--listed-only --summary", "-q --listed-only"})
    void refusesTwoOfThem(String options) {
        Run run = check.withInput(URLS, ("--offline " + options).split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("bloomward check: --quiet, --listed-only and --summary exclude each other\n");
    }

    @Test
    void blankLinesAreNoUrls() {
        assertThat(check.withInput("\n \nclean.example\n\t\n", "--offline").exitCode()).isZero();
        assertThat(check.withInput("\n", "--offline", "-0").exitCode()).as("raw bytes").isEqualTo(2);
    }

    @Test
    void readsFilesOneAfterAnother() throws Exception {
        Path one = Files.writeString(folder.resolve("one.txt"), "clean.example");
        Path two = Files.writeString(folder.resolve("two.txt"), "\nevil.example\n");
        Run run = check.withInput("good.example", "--offline", "--files-from", one.toString(), "--files-from", "-",
                "--files-from", two.toString());
        assertThat(run.lines()).hasSize(3);
        assertThat(run.lines().get(0)).isEqualTo("clean    clean.example");
        assertThat(run.lines().get(1)).startsWith("allowed  good.example");
        assertThat(run.lines().get(2)).startsWith("LISTED   evil.example");
        assertThat(check.of("--offline", "--files-from", folder.resolve("three.txt").toString()).err())
                .isEqualTo("bloomward check: " + folder.resolve("three.txt") + ": no such file\n");
        assertThat(check.of("--offline", "--files-from", one.toString(), "a.example").lines())
                .containsExactly("clean    a.example", "clean    clean.example");
    }

    @Test
    void aFileOfUrlsIsNoFilter() throws Exception {
        Path urls = Files.writeString(folder.resolve("urls.txt"), URLS);
        for (String trust : new String[] {"--unsigned", "--root=" + urls}) {
            Run run = check.of("--file", urls.toString(), trust, "a.example");
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("To check the URLs in it, use --files-from " + urls);
        }
    }

    @Test
    void coloursVerdictsOnATerminal() {
        Run.Setting setting = new Run.Setting().with("HOME", folder.toString())
                .with("BLOOMWARD_DATA_DIR", check.store().toString())
                .with("BLOOMWARD_SOCKET", check.socket().toString())
                .at(Clock.fixed(CheckRun.FRESH, ZoneOffset.UTC))
                .onTerminal();
        String[] line = {"check", "--offline", "clean.example", "evil.example"};
        assertThat(setting.run(Cli::run, line).out()).startsWith("\u001b[32mclean\u001b[m    clean.example\n")
                .contains("\u001b[1;31mLISTED\u001b[m   evil.example");
        assertThat(setting.with("NO_COLOR", "1").run(Cli::run, line).out()).doesNotContain("\u001b");
        assertThat(check.of("--offline", "evil.example").out()).doesNotContain("\u001b");
    }

    @Test
    void suggestsTheOptionThatWasMeant() {
        Run run = check.of("--offlin", "a.example");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("\nDid you mean --offline?\n");
    }
}
