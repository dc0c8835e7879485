package bloomward.agent.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Bloomward;
import bloomward.program.testing.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstallCommandTest {

    @TempDir
    private Path home;

    @Test
    void refusesToInstallWhatHasNoLauncher() {
        Run run = run("install");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo(
                "bloomward agent install: the program cannot find its own folder; start it with bin/bloomward\n");
    }

    @Test
    void printsTemplatesForOtherSystems() {
        assertThat(run("install", "--print", "launchd").out()).contains("<key>RunAtLoad</key>")
                .contains(home.toString());
        assertThat(run("install", "--print", "windows").out()).contains("<LogonTrigger>");
    }

    @Test
    void saysThatThereIsNothingToUninstall() {
        Run run = run("uninstall");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("bloomward agent uninstall: nothing is installed: ");
    }

    @Test
    void purgesOnlyWhenSaidTwice() throws Exception {
        Path settings = Files.createDirectories(home.resolve(".config/bloomward"));
        Run asked = run("uninstall", "--purge");
        assertThat(asked.exitCode()).isEqualTo(1);
        assertThat(asked.err()).contains("--yes");
        assertThat(run("uninstall", "--purge", "--dry-run").out())
                .contains("remove  " + settings + " and its contents");
        assertThat(settings).exists();
        assertThat(run("uninstall", "--purge", "--yes").exitCode()).isZero();
        assertThat(settings).doesNotExist();
    }

    @Test
    void saysForWhomItCannotInstall() {
        Run run = Bloomward.with(Map.of(), new byte[0], "agent", "install");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("HOME is not set");
    }

    private Run run(String... words) {
        String[] args = new String[words.length + 1];
        args[0] = "agent";
        System.arraycopy(words, 0, args, 1, words.length);
        return Bloomward.with(Map.of("HOME", home.toString()), new byte[0], args);
    }
}
