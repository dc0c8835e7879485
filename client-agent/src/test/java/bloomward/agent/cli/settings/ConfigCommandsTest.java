package bloomward.agent.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Bloomward;
import bloomward.agent.config.AgentSetting;
import bloomward.program.testing.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigCommandsTest {

    @TempDir
    private Path folder;

    private Run run(String... args) {
        return Bloomward.with(Map.of("HOME", folder.toString(), "BLOOMWARD_STALE", "unknown"), new byte[0], args);
    }

    @Test
    void showsEachSettingAndWhereItComesFrom() {
        Run run = run("config", "show", "--origin", "--data-dir", "/lists", "--poll-interval", "1h");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.lines()).contains("data-dir              /lists             option --data-dir",
                "socket                /lists/agent.sock  default", "server                -                  default",
                "poll-interval         1h                 option --poll-interval",
                "stale                 unknown            environment BLOOMWARD_STALE");
        assertThat(run("config", "show").lines()).contains("stale                 unknown")
                .hasSize(AgentSetting.values().length);
    }

    @Test
    void showsThemAsJson() {
        assertThat(run("config", "show", "-o", "json", "--lists", "a,b", "--server", "http://a.example", "--root",
                "/root", "--ca-file", "/ca", "--confirm", "off", "--unconfirmed", "unknown", "--stale", "clean",
                "--socket", "/s", "--log-level", "error").out())
                .startsWith("{\"settings\":[{\"name\":\"data-dir\",\"value\":\"" + folder)
                .contains("{\"name\":\"lists\",\"value\":\"a,b\",\"origin\":\"option --lists\"}",
                        "{\"name\":\"stale\",\"value\":\"clean\",\"origin\":\"option --stale\"}")
                .endsWith("]}\n")
                .doesNotContain("null");
    }

    @Test
    void saysWhatIsWrongWithAFile() throws Exception {
        Path file = Files.writeString(folder.resolve("x.toml"), "stael = 'clean'\n");
        Run run = run("config", "check", file.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo("bloomward config check: " + file + " line 1: unknown setting stael; did you mean stale?\n");
        assertThat(run("config", "show", "-c", file.toString()).err()).startsWith("bloomward config show: " + file);
    }

    @Test
    void showsWhatAPolicyWouldSay() throws Exception {
        Path file = Files.writeString(folder.resolve("x.toml"), "[enforced]\nstale = 'clean'\n");
        assertThat(run("config", "check", "--policy", file.toString()).out())
                .isEqualTo("stale  clean  " + file + " line 2, enforced\n");
        assertThat(run("config", "check", file.toString()).exitCode()).isEqualTo(2);
    }

    @Test
    void warnsOfWhatHasNoEffect() {
        Run run = run("config", "show", "--data-dir", "/" + "d".repeat(120));
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).startsWith("bloomward: warning: '/ddd")
                .contains("set a shorter one with --socket")
                .hasLineCount(1);
    }
}
