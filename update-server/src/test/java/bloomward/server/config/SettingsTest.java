package bloomward.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.program.settings.SettingException;
import bloomward.server.store.PostgresAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
            case READY_JSON, SAFE_BROWSING, CONSOLE -> "true";
            case ADMIN_ORIGIN -> "https://lists.example";
            case REPORTS -> "off";
            case HISTORY_DAYS, IMPORT_MAX_BYTES, IMPORT_MAX_LINES, IMPORT_MAX_LINE_BYTES, IMPORT_MAX_EXPANSION,
                    IMPORT_MAX_SECONDS ->
                "2048";
            case NOTIFY_WEBHOOK -> "https://hooks.example/x?y=1";
            case NOTIFY_MAIL_SERVER -> "localhost:25";
            case NOTIFY_MAIL_TLS -> "none";
            case NOTIFY_MAIL_FROM -> "bloomward@lists.example";
            case NOTIFY_MAIL_TO -> "ann@lists.example,bob@lists.example";
            case NOTIFY_MAIL_USER -> "bloomward";
            case NOTIFY_OFF -> "feed-failing,agents-stale";
            case NOTIFY_HOLDS_HOURS, NOTIFY_DRAFTS_HOURS, NOTIFY_REPORTS_HOURS, NOTIFY_SILENCE_HOURS, NOTIFY_DISK_MIB ->
                "1024";
            case NOTIFY_STALE_PERCENT -> "33";
            case STORE -> "postgresql://bloomward@127.0.0.1:5432/bloomward";
            case SAFE_BROWSING_LISTS -> "scam=se-4b,gambling=uws-4b";
            case SERVER_NAME -> "one.example";
            case LOG_FORMAT -> "json";
            case LOG_LEVEL -> "trace";
            default -> "/some/where";
        };
    }

    /// The settings without which one is refused.
    private static Set<ServerSetting> companions(ServerSetting setting) {
        for (Set<ServerSetting> group : List.of(EnumSet.of(ServerSetting.TLS_CERT, ServerSetting.TLS_KEY),
                EnumSet.of(ServerSetting.NOTIFY_WEBHOOK, ServerSetting.NOTIFY_WEBHOOK_SECRET_FILE),
                EnumSet.of(ServerSetting.NOTIFY_MAIL_SERVER, ServerSetting.NOTIFY_MAIL_FROM,
                        ServerSetting.NOTIFY_MAIL_TO),
                EnumSet.of(ServerSetting.NOTIFY_MAIL_USER, ServerSetting.NOTIFY_MAIL_PASSWORD_FILE))) {
            if (group.remove(setting)) {
                return group;
            }
        }
        return EnumSet.noneOf(ServerSetting.class);
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
        Set<ServerSetting> others = companions(setting);
        others.forEach(other -> options.put(other, sample(other)));
        boolean isAlone = others.isEmpty();
        boolean isDataDir = setting == ServerSetting.DATA_DIR;
        if (!isDataDir) {
            assertThat(isAlone ? origin(setting) : "default").isEqualTo("default");
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
    void choosesTheStore() throws Exception {
        assertThat(resolve().database()).isEmpty();
        options.put(ServerSetting.STORE,
                "postgresql://bloomward@db.example/lists?sslmode=verify-full&sslrootcert=/a/ca");
        options.put(ServerSetting.STORE_PASSWORD_FILE, "/a/password");
        assertThat(resolve().database()).map(PostgresAddress::toString)
                .contains("postgresql://bloomward@db.example:5432/lists");
        assertThat(resolve().databasePassword()).contains(Path.of("/a/password"));
    }

    /// Nobody sees the password again, whatever is wrong.
    @ParameterizedTest
    @ValueSource(strings = {"postgresql://bloomward:hunter2@127.0.0.1/lists",
        "postgres://bloomward:hunter2@127.0.0.1/lists", "postgresql://bloomward@127.0.0.1/lists?password=hunter2",
        "mysql://hunter2@127.0.0.1/lists", "hunter2"})
    void refusesAStoreThatIsNone(String value) {
        options.put(ServerSetting.STORE, value);
        assertThatThrownBy(this::resolve).isInstanceOf(SettingException.class)
                .hasMessageContaining("--store")
                .hasMessageNotContaining("hunter2");
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

    @Test
    void readsTheReceiversOfNotifications() throws Exception {
        Files.writeString(folder.resolve("server.toml"), """
                notify-webhook = "https://hooks.example/bloomward"
                notify-webhook-secret-file = "secrets/webhook"
                notify-mail-server = "mail.example:587"
                notify-mail-from = "bloomward@lists.example"
                notify-mail-to = ["ann@lists.example", "bob@lists.example"]
                notify-mail-user = "bloomward"
                notify-mail-password-file = "secrets/mail"
                notify-off = ["agents-stale", "disk-low"]
                """);
        Settings settings = resolve();
        assertThat(settings.webhook()).contains(
                new Settings.Webhook(URI.create("https://hooks.example/bloomward"), folder.resolve("secrets/webhook")));
        assertThat(settings.mail()).contains(new Settings.Mail(new HostPort("mail.example", 587), true,
                "bloomward@lists.example", List.of("ann@lists.example", "bob@lists.example"),
                Optional.of(new Settings.MailLogin("bloomward", folder.resolve("secrets/mail")))));
        assertThat(settings.notifyOff()).containsExactly(NoticeKind.AGENTS_STALE, NoticeKind.DISK_LOW);
    }

    @ParameterizedTest
    @CsvSource({"NOTIFY_WEBHOOK, http://hooks.example/, must be https",
        "NOTIFY_WEBHOOK, https://u:p@hooks.example/, user", "NOTIFY_WEBHOOK, ftp://hooks.example/, https",
        "NOTIFY_WEBHOOK, https://hooks.example/#a, '#'",
        "NOTIFY_MAIL_TO, ann@lists.example bcc: eve@evil.example, not a mail address",
        "NOTIFY_MAIL_FROM, Ann <ann@lists.example>, not a mail address", "NOTIFY_OFF, feeds, must be one of"})
    void refusesAReceiverThatIsNotSafe(ServerSetting setting, String value, String reason) {
        options.put(setting, value);
        assertThatExceptionOfType(SettingException.class).isThrownBy(this::resolve).withMessageContaining(reason);
    }

    @Test
    void mailWithoutTlsStaysOnThisMachine() throws Exception {
        options.put(ServerSetting.NOTIFY_MAIL_TLS, "none");
        options.put(ServerSetting.NOTIFY_MAIL_FROM, "bloomward@lists.example");
        options.put(ServerSetting.NOTIFY_MAIL_TO, "ann@lists.example");
        options.put(ServerSetting.NOTIFY_MAIL_SERVER, "localhost:25");
        assertThat(resolve().mail()).isPresent();
        options.put(ServerSetting.NOTIFY_MAIL_SERVER, "mail.example:25");
        assertThatExceptionOfType(SettingException.class).isThrownBy(this::resolve)
                .withMessageContaining("on this machine");
    }
}
