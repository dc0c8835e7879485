package bloomward.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import bloomward.program.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsTest {

    @TempDir
    private Path folder;
    private final Map<ServerSetting, String> options = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private Optional<Path> config = Optional.empty();

    @BeforeEach
    void useTheFolder() {
        environment.put("BLOOMWARD_SERVER_DATA_DIR", folder.toString());
    }

    private Settings resolve() throws IOException, SettingException {
        return Settings.resolve(options, config, environment);
    }

    private String origin(ServerSetting setting) throws IOException, SettingException {
        return resolve().all().stream().filter(value -> value.setting() == setting).findFirst().orElseThrow().origin();
    }

    private static String sample(ServerSetting setting) {
        return switch (setting) {
            case LISTEN, ADMIN_LISTEN -> "[::1]:0";
            case TRUSTED_PROXIES -> "10.0.0.0/8,0:0:0:0:0:0:0:1";
            case READY_JSON -> "true";
            case REPORTS -> "off";
            case HISTORY_DAYS, IMPORT_MAX_BYTES, IMPORT_MAX_LINES, IMPORT_MAX_LINE_BYTES, IMPORT_MAX_EXPANSION,
                    IMPORT_MAX_SECONDS ->
                "2048";
            case LOG_FORMAT -> "json";
            case LOG_LEVEL -> "trace";
            default -> "/some/where";
        };
    }

    private static String inAFile(ServerSetting setting, String value) {
        if (setting.kind().isList()) {
            return "['" + value.replace(",", "', '") + "']";
        }
        return value.equals("true") || setting.kind().isNumber() ? value : "'" + value + "'";
    }

    @ParameterizedTest
    @EnumSource(ServerSetting.class)
    void optionsComeBeforeTheEnvironmentBeforeTheFileBeforeDefaults(ServerSetting setting) throws Exception {
        boolean isTls = setting == ServerSetting.TLS_CERT || setting == ServerSetting.TLS_KEY;
        ServerSetting other = setting == ServerSetting.TLS_CERT ? ServerSetting.TLS_KEY : ServerSetting.TLS_CERT;
        if (isTls) {
            options.put(other, "/there");
        }
        boolean isDataDir = setting == ServerSetting.DATA_DIR;
        if (!isDataDir) {
            assertThat(isTls ? "default" : origin(setting)).isEqualTo("default");
            String value = sample(setting);
            Files.writeString(folder.resolve("server.toml"),
                    "# mine\n\n" + setting.label() + " = " + inAFile(setting, value) + "\n");
            assertThat(origin(setting)).isEqualTo(folder.resolve("server.toml") + " line 3");
            environment.put(setting.variable(), value);
        }
        assertThat(origin(setting)).isEqualTo("environment BLOOMWARD_SERVER_" + setting.name());
        options.put(setting, isDataDir ? folder.toString() : sample(setting));
        assertThat(origin(setting)).isEqualTo("option --" + setting.label());
    }

    @Test
    void hasDefaultsThatListenToThisMachineOnly() throws Exception {
        Settings settings = resolve();
        assertThat(settings.dataDir()).isEqualTo(folder);
        assertThat(settings.listen()).isEqualTo(new HostPort("127.0.0.1", 8480)).hasToString("127.0.0.1:8480");
        assertThat(settings.adminListen()).isEqualTo(new HostPort("127.0.0.1", 8481));
        assertThat(settings.trustedProxies()).isEmpty();
        assertThat(settings.tls()).isEmpty();
        assertThat(settings.exportDir()).isEmpty();
        assertThat(settings.passPhraseFile()).isEmpty();
        assertThat(settings.readyJson()).isFalse();
        assertThat(settings.logsJson()).isFalse();
        assertThat(settings.logLevel()).isEqualTo("info");
    }

    @Test
    void readsAWholeFileWithPathsFromWhereItLies() throws Exception {
        Path file = Files.writeString(folder.resolve("mine.toml"), """
                listen = "[::]:0"
                "admin-listen" = 'localhost:9'
                tls-cert = "tls/cert.pem"
                tls-key = "/etc/key.pem"
                trusted-proxies = ["127.0.0.1", "2001:db8::/33"]
                ready-json = true
                log-format = "json"
                """);
        config = Optional.of(file);
        Settings settings = resolve();
        assertThat(settings.listen()).isEqualTo(new HostPort("::", 0)).hasToString("[::]:0");
        assertThat(settings.adminListen()).isEqualTo(new HostPort("localhost", 9));
        assertThat(settings.tls()).contains(new Settings.Tls(folder.resolve("tls/cert.pem"), Path.of("/etc/key.pem")));
        assertThat(settings.trustedProxies()).hasToString("[127.0.0.1, 2001:db8:0:0:0:0:0:0/33]");
        assertThat(settings.readyJson()).isTrue();
        assertThat(settings.logsJson()).isTrue();
        assertThat(origin(ServerSetting.ADMIN_LISTEN)).isEqualTo(file + " line 2");
    }

    @Test
    void aNamedFileReplacesTheOneInTheFolder() throws Exception {
        Files.writeString(folder.resolve("server.toml"), "log-level = 'debug'\n");
        Path other = Files.writeString(folder.resolve("other.toml"), "log-format = 'json'\n");
        assertThat(resolve().logLevel()).isEqualTo("debug");
        environment.put("BLOOMWARD_SERVER_CONFIG", other.toString());
        assertThat(resolve().logLevel()).isEqualTo("info");
        assertThat(resolve().logsJson()).isTrue();
        config = Optional.of(folder.resolve("server.toml"));
        assertThat(resolve().logsJson()).isFalse();
        config = Optional.of(folder.resolve("none.toml"));
        assertThatExceptionOfType(SettingException.class).isThrownBy(this::resolve)
                .withMessageEndingWith("none.toml: no such file");
    }

    @Test
    void findsADataFolderWithoutBeingTold() throws Exception {
        environment.clear();
        environment.put("HOME", folder.toString());
        assertThat(resolve().dataDir()).isEqualTo(folder.resolve(".local/share/bloomward-server"));
        environment.put("XDG_DATA_HOME", "/xdg");
        assertThat(resolve().dataDir()).isEqualTo(Path.of("/xdg/bloomward-server"));
        environment.put("STATE_DIRECTORY", "/var/lib/bloomward:/other");
        assertThat(resolve().dataDir()).isEqualTo(Path.of("/var/lib/bloomward"));
        assertThat(origin(ServerSetting.DATA_DIR)).isEqualTo("environment STATE_DIRECTORY");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {"listne = '127.0.0.1:1'|line 3: unknown setting listne",
        "listen = 8480|line 3: listen: must be a string in quotes",
        "listen = 'here'|line 3: listen: 'here' is not HOST:PORT",
        "ready-json = 'yes'|line 3: ready-json: must be true or false", "listen = |line 3: not TOML",
        "log-level = 'loud'|line 3: log-level: 'loud': must be one of error, warn", "[tls]|line 3: unknown table tls",
        "a.b = 1|line 3: unknown table a", "data-dir = '/x'|line 3: data-dir cannot be set in this file",
        "tls-cert = ''|line 3: tls-cert: not a valid path", "trusted-proxies = '::1'|line 3: trusted-proxies: ",
        "trusted-proxies = ['proxy.example']|line 3: trusted-proxies: 'proxy.example' is neither an address nor",
        "log-format = 'text'|line 3: not TOML: Duplicate key"}, delimiter = '|')
    void saysInWhichLineAFileIsWrong(String line, String expected) throws IOException {
        Path file = Files.writeString(folder.resolve("server.toml"), "# settings\nlog-format = 'json'\n" + line + "\n");
        assertThatExceptionOfType(SettingException.class).isThrownBy(this::resolve)
                .withMessageStartingWith(file + " " + expected);
    }

    @Test
    void refusesAFileThatIsNoText() throws IOException {
        Files.write(folder.resolve("server.toml"), new byte[] {(byte) 0xff});
        assertThatExceptionOfType(SettingException.class).isThrownBy(this::resolve).withMessageContaining("UTF-8");
        Files.write(folder.resolve("server.toml"), new byte[1 << 17]);
        assertThatExceptionOfType(SettingException.class).isThrownBy(this::resolve).withMessageContaining("65536");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"8480", "host", "host:", ":1", "host:65536", "::1:80", "[::1]", "host:-1", "a b:1", "h:1:2"})
    void refusesWhatIsNoPlaceToListen(String text) {
        options.put(ServerSetting.LISTEN, text);
        assertThatExceptionOfType(SettingException.class).isThrownBy(this::resolve)
                .withMessageStartingWith("option --listen: '" + text + "' is not HOST:PORT");
    }

    @Test
    void refusesHalfOfTls() {
        options.put(ServerSetting.TLS_CERT, "/cert.pem");
        assertThatExceptionOfType(SettingException.class).isThrownBy(this::resolve)
                .withMessage("tls-cert without tls-key");
        options.remove(ServerSetting.TLS_CERT);
        environment.put("BLOOMWARD_SERVER_TLS_KEY", "/key.pem");
        assertThatExceptionOfType(SettingException.class).isThrownBy(this::resolve)
                .withMessage("tls-key without tls-cert");
    }

    @Test
    void saysWhichVariableIsWrong() {
        environment.put("BLOOMWARD_SERVER_READY_JSON", "1");
        assertThatExceptionOfType(SettingException.class).isThrownBy(this::resolve)
                .withMessage("environment BLOOMWARD_SERVER_READY_JSON: '1': must be one of true, false");
    }
}
