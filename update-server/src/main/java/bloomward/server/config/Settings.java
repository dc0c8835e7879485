package bloomward.server.config;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingSource;
import bloomward.program.settings.SettingValue;
import bloomward.server.store.PostgresAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// All settings, each with its origin. Immutable.
///
/// Option > environment > file > default. The file is the named one, or else `server.toml` in the data folder if
/// present. The default data folder is the one from systemd, or else one among the user's data.
public final class Settings {

    /// The file in the data folder.
    public static final String FILE_NAME = "server.toml";

    private static final String CONFIG_VARIABLE = "BLOOMWARD_SERVER_CONFIG";

    /// A certificate and its key.
    public record Tls(Path certificate, Path key) {}

    /// A receiver of notifications over HTTP.
    ///
    /// @param secret the file with the secret that signs them
    public record Webhook(URI address, Path secret) {}

    /// Receivers of notifications by mail.
    ///
    /// @param login empty where the mail server asks for none
    public record Mail(HostPort server, boolean isOverTls, String from, List<String> to, Optional<MailLogin> login) {

        public Mail {
            to = List.copyOf(to);
        }
    }

    /// How to sign in to a mail server.
    ///
    /// @param password the file with the password
    public record MailLogin(String user, Path password) {}

    private final Map<ServerSetting, SettingValue<ServerSetting>> values;

    private Settings(Map<ServerSetting, SettingValue<ServerSetting>> values) {
        this.values = values;
    }

    /// Finds all values.
    ///
    /// @param options the options on the command line
    /// @param config the file named on the command line
    /// @param environment the process's variables
    public static Settings resolve(Map<ServerSetting, String> options, Optional<Path> config,
            Map<String, String> environment) throws SettingException {
        SettingSource<ServerSetting> source = new SettingSource<>(ServerSetting.class);
        Map<ServerSetting, SettingValue<ServerSetting>> told = source.environment(environment);
        told.putAll(source.options(options));
        Map<ServerSetting, SettingValue<ServerSetting>> values = source.defaults();
        values.put(ServerSetting.DATA_DIR, dataDir(environment));
        values.putAll(told);
        Optional<Path> named = config.or(() -> set(environment, CONFIG_VARIABLE).map(Path::of));
        Path file = named.orElse(new Settings(values).dataDir().resolve(FILE_NAME));
        if (named.isPresent() || Files.exists(file)) {
            values.putAll(file(source, file));
            values.putAll(told);
        }
        Settings settings = new Settings(values);
        settings.requireTogether(ServerSetting.TLS_CERT, ServerSetting.TLS_KEY);
        settings.requireTogether(ServerSetting.NOTIFY_WEBHOOK, ServerSetting.NOTIFY_WEBHOOK_SECRET_FILE);
        settings.requireTogether(ServerSetting.NOTIFY_MAIL_SERVER, ServerSetting.NOTIFY_MAIL_FROM);
        settings.requireTogether(ServerSetting.NOTIFY_MAIL_SERVER, ServerSetting.NOTIFY_MAIL_TO);
        settings.requireTogether(ServerSetting.NOTIFY_MAIL_USER, ServerSetting.NOTIFY_MAIL_PASSWORD_FILE);
        settings.requireMailOverTls();
        return settings;
    }

    private static Map<ServerSetting, SettingValue<ServerSetting>> file(SettingSource<ServerSetting> source, Path file)
            throws SettingException {
        Map<ServerSetting, SettingValue<ServerSetting>> said = source.file(file);
        SettingValue<ServerSetting> dataDir = said.get(ServerSetting.DATA_DIR);
        if (dataDir != null) {
            throw new SettingException(dataDir.origin() + ": data-dir cannot be set in this file,"
                    + " which may itself be in that folder; use " + ServerSetting.DATA_DIR.option() + " or "
                    + ServerSetting.DATA_DIR.variable());
        }
        return said;
    }

    private static SettingValue<ServerSetting> dataDir(Map<String, String> environment) {
        // Of several folders, systemd names the first one first.
        Optional<SettingValue<ServerSetting>> ofSystemd = set(environment, "STATE_DIRECTORY")
                .map(folders -> new SettingValue<>(ServerSetting.DATA_DIR, Optional.of(folders.replaceFirst(":.*", "")),
                        "environment STATE_DIRECTORY"));
        String home = set(environment, "XDG_DATA_HOME").or(() -> set(environment, "HOME").map(h -> h + "/.local/share"))
                .orElse(".");
        return ofSystemd.orElseGet(() -> SettingValue.fallback(ServerSetting.DATA_DIR, home + "/bloomward-server"));
    }

    private static Optional<String> set(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable)).filter(text -> !text.isEmpty());
    }

    private void requireTogether(ServerSetting one, ServerSetting other) throws SettingException {
        if (given(one).isPresent() != given(other).isPresent()) {
            throw new SettingException(given(one).isPresent()
                    ? one.label() + " without " + other.label()
                    : other.label() + " without " + one.label());
        }
    }

    private void requireMailOverTls() throws SettingException {
        Optional<Mail> mail = mail();
        if (mail.isPresent() && !mail.get().isOverTls() && !mail.get().server().isLoopback()) {
            throw new SettingException(ServerSetting.NOTIFY_MAIL_TLS.label() + ": 'none' is for a mail server on this"
                    + " machine, such as localhost:25; " + mail.get().server() + " is not");
        }
    }

    /// All settings, in a fixed order.
    public List<SettingValue<ServerSetting>> all() {
        return new ArrayList<>(values.values());
    }

    public Path dataDir() {
        return Path.of(text(ServerSetting.DATA_DIR));
    }

    /// Reads a value of the setting `store`, as [#database()] gives it.
    public static Optional<PostgresAddress> database(String text) throws SettingException {
        return StoreSetting.parse(text);
    }

    /// The address of the PostgreSQL database; empty where the store is a file in the data folder.
    public Optional<PostgresAddress> database() {
        try {
            return StoreSetting.parse(text(ServerSetting.STORE));
        } catch (SettingException e) {
            throw new IllegalStateException("was checked before", e);
        }
    }

    /// The name among the servers that share a database; empty for the machine's.
    public Optional<String> serverName() {
        return given(ServerSetting.SERVER_NAME);
    }

    /// The file with the password for the database.
    public Optional<Path> databasePassword() {
        return path(ServerSetting.STORE_PASSWORD_FILE);
    }

    public HostPort listen() {
        return hostPort(ServerSetting.LISTEN);
    }

    public HostPort adminListen() {
        return hostPort(ServerSetting.ADMIN_LISTEN);
    }

    /// Whether people with a browser are served.
    public boolean servesConsole() {
        return Boolean.parseBoolean(text(ServerSetting.CONSOLE));
    }

    /// The origin of a proxy that leads browsers to the Admin API.
    public Optional<URI> adminOrigin() {
        return given(ServerSetting.ADMIN_ORIGIN).map(URI::create);
    }

    /// Addresses of proxies, whose connections belong to many clients.
    public List<AddressRange> trustedProxies() {
        try {
            return AddressRange.parseAll(given(ServerSetting.TRUSTED_PROXIES).orElse(""));
        } catch (SettingException e) {
            throw new IllegalStateException("was checked before", e);
        }
    }

    public Optional<Tls> tls() {
        return path(ServerSetting.TLS_CERT)
                .map(certificate -> new Tls(certificate, Path.of(text(ServerSetting.TLS_KEY))));
    }

    /// The number that a setting has, one of `import-max-...` or `notify-...`.
    public long number(ServerSetting setting) {
        return Long.parseLong(text(setting));
    }

    public Optional<Path> exportDir() {
        return path(ServerSetting.EXPORT_DIR);
    }

    /// Whether the public side takes reports.
    public boolean takesReports() {
        return text(ServerSetting.REPORTS).equals("on");
    }

    /// Whether clients of Safe Browsing are served.
    public boolean servesSafeBrowsing() {
        return Boolean.parseBoolean(text(ServerSetting.SAFE_BROWSING));
    }

    /// The categories that lead to other lists of Safe Browsing than usual, each `CATEGORY=LIST`.
    public List<String> safeBrowsingLists() {
        return given(ServerSetting.SAFE_BROWSING_LISTS).map(NotifyKinds::parts).stream().flatMap(each -> each).toList();
    }

    public Optional<Webhook> webhook() {
        return given(ServerSetting.NOTIFY_WEBHOOK).map(
                address -> new Webhook(URI.create(address), Path.of(text(ServerSetting.NOTIFY_WEBHOOK_SECRET_FILE))));
    }

    public Optional<Mail> mail() {
        if (given(ServerSetting.NOTIFY_MAIL_SERVER).isEmpty()) {
            return Optional.empty();
        }
        Optional<MailLogin> login = given(ServerSetting.NOTIFY_MAIL_USER)
                .map(user -> new MailLogin(user, Path.of(text(ServerSetting.NOTIFY_MAIL_PASSWORD_FILE))));
        return Optional.of(new Mail(hostPort(ServerSetting.NOTIFY_MAIL_SERVER),
                text(ServerSetting.NOTIFY_MAIL_TLS).equals("starttls"), text(ServerSetting.NOTIFY_MAIL_FROM),
                NotifyKinds.parts(text(ServerSetting.NOTIFY_MAIL_TO)).toList(), login));
    }

    /// The authorities that certify the receivers of notifications; empty for the public ones.
    public Optional<Path> notifyAuthorities() {
        return path(ServerSetting.NOTIFY_CA_FILE);
    }

    /// The kinds of notifications that are switched off.
    public Set<NoticeKind> notifyOff() {
        return NotifyKinds.parts(given(ServerSetting.NOTIFY_OFF).orElse(""))
                .flatMap(label -> NoticeKind.labelled(label).stream())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(NoticeKind.class)));
    }

    public boolean readyJson() {
        return Boolean.parseBoolean(text(ServerSetting.READY_JSON));
    }

    public Optional<Path> passPhraseFile() {
        return path(ServerSetting.PASSPHRASE_FILE);
    }

    /// Whether the log is JSON instead of text.
    public boolean logsJson() {
        return text(ServerSetting.LOG_FORMAT).equals("json");
    }

    /// error, warn, info, debug or trace.
    public String logLevel() {
        return text(ServerSetting.LOG_LEVEL);
    }

    private Optional<String> given(ServerSetting setting) {
        return Optional.ofNullable(values.get(setting)).flatMap(SettingValue::text);
    }

    private String text(ServerSetting setting) {
        return given(setting).orElseThrow(() -> new IllegalStateException(setting + " has no value"));
    }

    private Optional<Path> path(ServerSetting setting) {
        return given(setting).map(Path::of);
    }

    private HostPort hostPort(ServerSetting setting) {
        try {
            return HostPort.parse(text(setting));
        } catch (SettingException e) {
            throw new IllegalStateException("was checked before", e);
        }
    }
}
