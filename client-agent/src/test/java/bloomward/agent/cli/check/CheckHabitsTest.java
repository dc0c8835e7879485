package bloomward.agent.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Bloomward;
import bloomward.agent.store.SampleSets;
import bloomward.program.testing.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Habits that people bring along from other programs of the command line.
final class CheckHabitsTest {

    @TempDir
    private Path folder;
    private CheckRun check = CheckRun.in(Path.of(""));

    @BeforeEach
    void install() throws Exception {
        check = CheckRun.in(folder);
        SampleSets.in(folder).list("malware", "evil.example/").list("phishing", "other.example/").install();
    }

    /// As with grep and rg, a file is easily given where a URL is expected.
    @Test
    void tellsThatAFileIsTakenForAUrl() throws Exception {
        Path urls = Files.writeString(folder.resolve("urls.txt"), "evil.example\n");
        Run run = check.of("--offline", urls.toString());
        assertThat(run.err()).isEqualTo("bloomward: '" + urls + "' is checked as a URL, although a file has this name; "
                + "to check the URLs in it, use --files-from\n");
        assertThat(run.out()).startsWith("unknown  " + urls);
        assertThat(check.of("--offline", "evil.example").err()).isEmpty();
    }

    @Test
    void aDashBesideOtherUrlsIsStandardInput() {
        assertThat(check.withInput("evil.example\n", "--offline", "clean.example", "-").lines()).satisfiesExactly(
                line -> assertThat(line).isEqualTo("clean    clean.example"),
                line -> assertThat(line).startsWith("LISTED   evil.example"));
    }

    @Test
    void aFolderIsNoFileOfUrls() {
        Run run = check.of("--offline", "--files-from", folder.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("bloomward check: " + folder + ": is a directory\n");
    }

    @Test
    void listAndListsExcludeEachOther() {
        Run run = check.of("--offline", "--list", "phishing", "--lists", "malware", "evil.example");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("bloomward check: --list and --lists exclude each other\n");
    }

    @Test
    void jsonAndAnotherFormatExcludeEachOther() {
        Run run = check.of("--offline", "--json", "-o", "csv", "evil.example");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("bloomward check: --json and -o csv exclude each other\n");
        assertThat(check.of("--offline", "--json", "-o", "json", "evil.example").out()).startsWith("[{");
    }

    @Test
    void listReplacesTheListsOfASettingsFile() throws Exception {
        Path settings = Files.writeString(folder.resolve("agent.toml"), "lists = ['malware']\n");
        Run run = check.of("--offline", "-c", settings.toString(), "--list", "phishing", "evil.example");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("clean    evil.example\n");
    }

    @Test
    void saysThatAFileOfUrlsIsNoFilterBeforeItAsksForItsSignature() throws Exception {
        Path urls = Files.writeString(folder.resolve("urls.txt"), "evil.example\n");
        Run run = check.of("--file", urls.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("bloomward check: " + urls + ": text, and not a filter file\n"
                + "To check the URLs in it, use --files-from " + urls + "\n");
    }

    @Test
    void suggestsTheOptionThatWasBegun() {
        assertThat(check.of("--listed", "a.example").err()).contains("\nDid you mean --listed-only?\n");
        assertThat(check.of("--sum", "a.example").err()).contains("\nDid you mean --summary?\n");
        assertThat(check.of("--x", "a.example").err()).doesNotContain("mean");
        assertThat(Bloomward.of("quick").err()).contains("\nDid you mean quickstart?\n");
    }

    @Test
    void helpShowsTheHelpOfACommandBelowACommand() {
        Run run = Bloomward.of("help", "agent", "run");
        assertThat(run.out()).startsWith("Usage: bloomward agent run ");
        assertThat(run.out()).isEqualTo(Bloomward.of("agent", "run", "--help").out());
        assertThat(run.exitCode()).isZero();
        assertThat(Bloomward.of("help", "check").out()).isEqualTo(Bloomward.of("check", "--help").out());
        assertThat(Bloomward.of("help").out()).startsWith("Usage: bloomward [-hV] [COMMAND]");
        Run unknown = Bloomward.of("help", "agent", "rnu");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err())
                .isEqualTo("bloomward agent: no command 'rnu'\nDid you mean run?\nTry 'bloomward agent --help'.\n");
        assertThat(Bloomward.of("help", "chek").err()).contains("\nDid you mean check?\n");
        assertThat(Bloomward.of("help", "zzz").err()).doesNotContain("mean");
    }
}
