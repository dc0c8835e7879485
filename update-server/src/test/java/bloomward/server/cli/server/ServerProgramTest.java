package bloomward.server.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.Run;
import bloomward.server.config.ServerSetting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerProgramTest {

    private final Run.Setting setting = new Run.Setting();

    @TempDir
    private Path folder;

    private Run run(String... args) {
        return setting.with("BLOOMWARD_SERVER_DATA_DIR", folder.toString()).run(ServerProgram::run, args);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "init", "serve", "export", "verify", "backup", "restore", "token", "config",
        "config show", "notify", "notify test"})
    void everyCommandHasHelpWithAnExample(String command) {
        Run run = run((command + " --help").strip().split(" "));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Usage: bloomward-server").contains("Example: bloomward-server " + command);
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void initMakesTrialKeysUnlessToldOtherwise() throws Exception {
        assertThat(run("init", "--origin", "lists.example", "--no-trial-keys").err())
                .startsWith("bloomward-server init: no root note given: use --root and --timestamp-key");
        Run made = run("init", "--origin", "lists.example", "--address", "https://lists.example/", "--address",
                "http://[::1]:1/b", "--json");
        assertThat(made.exitCode()).isZero();
        assertThat(made.out()).startsWith("{\"origin\":\"lists.example\",\"rootSha256\":\"").endsWith("}\n");
        assertThat(folder.resolve("keys/publisher.key")).exists();
        assertThat(folder.resolve("root.note")).content().contains("https://lists.example\n", "http://[::1]:1/b\n");
        Run again = run("init");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err()).isEqualTo("bloomward-server init: " + folder + ": already contains a server\n");
    }

    @Test
    void initLocksTheKeysItMakes() throws Exception {
        Path phrase = Files.writeString(folder.resolve("phrase"), "open sesame\n");
        Path data = folder.resolve("data");
        assertThat(run("init", "--data-dir", data.toString(), "--passphrase-file", phrase.toString()).exitCode())
                .isZero();
        assertThat(data.resolve("keys/timestamp.key")).content().doesNotStartWith("PRIVATE+KEY");
    }

    @ParameterizedTest
    @ValueSource(strings = {"init --origin a\u00fc", "init --origin a --address ftp://a",
        "init --origin a --address https://u@a/", "init --origin a --address https://a/?q", "init --root r",
        "init --root r --timestamp-key t --address https://a", "serve --listen nowhere", "serve --tls-cert c",
        "serve --log-level loud", "serve --config /does/not/exist", "export", "backup", "restore", "serve x",
        "token x --role king --out f", "token x --role admin", "config show --listen 1"})
    void refusesBeforeAnythingIsDone(String command) {
        Run run = run(command.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("bloomward-server " + command.split(" ")[0]);
        assertThat(run.err().lines().count()).isBetween(1L, 2L);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void serveTakesEverySettingAsAnOption() {
        for (ServerSetting setting : ServerSetting.values()) {
            String option = setting.fallback().equals("true") ? "--[no-]" + setting.label() : setting.option();
            assertThat(run("serve", "--help").out()).contains(option, setting.purpose().substring(0, 17));
        }
        String[] all = {"--listen", "0.0.0.0:1", "--admin-listen", "[::1]:2", "--trusted-proxies", "::1", "--reports",
            "off", "--safe-browsing", "--safe-browsing-lists", "scam=se-4b", "--tls-cert", "c", "--tls-key", "k",
            "--import-max-bytes", "1", "--import-max-lines", "1", "--import-max-line-bytes", "1024",
            "--import-max-expansion", "1", "--import-max-seconds", "1", "--history-days", "1", "--export-dir", "e",
            "--ready-json", "--log-format", "json", "--log-level", "debug", "--passphrase-file", "p",
            "--notify-webhook", "https://hooks.example/", "--notify-webhook-secret-file", "s", "--notify-mail-server",
            "localhost:25", "--notify-mail-tls", "none", "--notify-mail-from", "a@b.example", "--notify-mail-to",
            "c@d.example", "--notify-mail-user", "u", "--notify-mail-password-file", "w", "--notify-ca-file", "a",
            "--notify-off", "disk-low", "--notify-holds-hours", "1", "--notify-drafts-hours", "1",
            "--notify-reports-hours", "1", "--notify-silence-hours", "1", "--notify-disk-mib", "512",
            "--notify-stale-percent", "1", "--store", "postgresql://b@127.0.0.1/b", "--store-password-file", "d",
            "--server-name", "one", "--no-console", "--admin-origin", "https://lists.example"};
        String shown = run(
                Stream.concat(Stream.of("config", "show", "--origin"), Stream.of(all)).toArray(String[]::new)).out();
        assertThat(shown.lines().skip(1)).filteredOn(line -> !line.contains("  option --"))
                .singleElement()
                .asString()
                .startsWith("data-dir");
    }

    /// A map without an order has another one in each process.
    @Test
    void jsonHasItsFieldsInOneOrder() {
        assertThat(run("init").exitCode()).isZero();
        Path token = folder.resolve("t");
        assertThat(run("token", "robot", "--role", "publisher", "--out", token.toString(), "--json").out())
                .matches("\\{\"file\":\"" + token + "\",\"id\":.*,\"name\":\"robot\",\"role\":\"publisher\"}\n");
        Path backup = folder.resolve("b");
        assertThat(run("backup", backup.toString(), "--json").out())
                .matches("\\{\"file\":\"" + backup + "\",\"files\":[0-9]+,\"bytes\":[0-9]+,\"keys\":\\[.*]}\n");
        Path restored = folder.resolve("r");
        assertThat(run("restore", backup.toString(), "--data-dir", restored.toString(), "--json").out())
                .matches("\\{\"folder\":\"" + restored + "\",\"files\":[0-9]+,\"lists\":[0-9]+}\n");
        Path exported = folder.resolve("e");
        assertThat(run("export", exported.toString(), "--json").out())
                .matches("\\{\"folder\":\"" + exported + "\",\"files\":[0-9]+}\n");
    }

    @Test
    void endsWithOneForWhatIsBrokenAndTwoForErrors() throws Exception {
        assertThat(run("verify").err()).startsWith("bloomward-server verify: " + folder + ": neither a data folder");
        assertThat(run("verify").exitCode()).isEqualTo(2);
        assertThat(run("restore", "x").err()).isEqualTo("bloomward-server restore: x: no such file\n");
        assertThat(run("init").exitCode()).isZero();
        assertThat(run("verify").exitCode()).isZero();
        Files.delete(folder.resolve("public/v1/root/1"));
        Run broken = run("verify");
        assertThat(broken.exitCode()).isEqualTo(1);
        assertThat(broken.out()).contains("problem ");
        assertThat(broken.err()).matches("bloomward-server verify: \\d problems? in .*\n");
    }

    @Test
    void showsSettingsWithTheirOrigin() {
        setting.with("BLOOMWARD_SERVER_LOG_LEVEL", "warn");
        assertThat(run("config", "show", "--origin", "--listen", "[::1]:0").out()).contains(
                "listen                      [::1]:0", "option --listen", "environment BLOOMWARD_SERVER_LOG_LEVEL",
                "127.0.0.1:8481", "default");
        assertThat(run("config", "show").out()).startsWith("setting                     value\n")
                .doesNotContain("default");
        assertThat(run("config", "show", "-o", "json").out())
                .startsWith("{\"settings\":[{\"name\":\"data-dir\",\"value\":")
                .contains("{\"name\":\"tls-cert\",\"value\":\"\",\"origin\":\"default\"}");
    }
}
