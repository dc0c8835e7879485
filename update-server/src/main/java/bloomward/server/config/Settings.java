package bloomward.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All settings, each with where it comes from. Immutable.
///
/// Option > environment > file > default. The file is the one that is named, or else `server.toml` in the data folder if
/// there is one. The data folder without being told: where systemd puts it, or among the user's data.
public final class Settings {

    /// The file in the data folder.
    public static final String FILE_NAME = "server.toml";

    private static final String CONFIG_VARIABLE = "BLOOMWARD_SERVER_CONFIG";

    /// A setting as it is.
    ///
    /// @param text empty if it is not set
    /// @param origin where that was said, such as `option --listen`, `/etc/x.toml line 3` or `default`
    public record Value(Setting setting, Optional<String> text, String origin) {}

    /// A certificate and its key.
    public record Tls(Path certificate, Path key) {}

    private final Map<Setting, Value> values;

    private Settings(Map<Setting, Value> values) {
        this.values = values;
    }

    /// Finds all values.
    ///
    /// @param options what was said on the command line
    /// @param config the file that was named there
    /// @param environment the process's variables
    /// @throws IOException if a file that was named cannot be read
    public static Settings resolve(Map<Setting, String> options, Optional<Path> config,
            Map<String, String> environment) throws IOException, SettingException {
        Map<Setting, Value> values = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            values.put(setting, fallback(setting, environment));
        }
        Map<Setting, Value> told = told(options, environment);
        values.putAll(told);
        Optional<Path> named = config.or(() -> set(environment, CONFIG_VARIABLE).map(Path::of));
        Path file = named.orElse(new Settings(values).dataDir().resolve(FILE_NAME));
        if (named.isPresent() || Files.exists(file)) {
            values.putAll(ConfigFile.read(file));
            values.putAll(told);
        }
        Settings settings = new Settings(values);
        settings.requireTogether(Setting.TLS_CERT, Setting.TLS_KEY);
        return settings;
    }

    /// What options and environment say.
    private static Map<Setting, Value> told(Map<Setting, String> options, Map<String, String> environment)
            throws SettingException {
        Map<Setting, Value> told = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            Optional<String> variable = set(environment, setting.variable());
            if (variable.isPresent()) {
                told.put(setting, checked(setting, variable.get(), "environment " + setting.variable()));
            }
            String option = options.get(setting);
            if (option != null) {
                told.put(setting, checked(setting, option, "option " + setting.option()));
            }
        }
        return told;
    }

    private static Value checked(Setting setting, String text, String origin) throws SettingException {
        try {
            setting.require(text);
        } catch (SettingException e) {
            throw new SettingException(origin + ": " + e.getMessage());
        }
        return new Value(setting, Optional.of(text), origin);
    }

    private static Value fallback(Setting setting, Map<String, String> environment) {
        if (setting != Setting.DATA_DIR) {
            return new Value(setting, Optional.of(setting.fallback()).filter(text -> !text.isEmpty()), "default");
        }
        // Of several folders, systemd names the first one first.
        Optional<Value> ofSystemd = set(environment, "STATE_DIRECTORY").map(folders -> new Value(setting,
                Optional.of(folders.replaceFirst(":.*", "")), "environment STATE_DIRECTORY"));
        String home = set(environment, "XDG_DATA_HOME").or(() -> set(environment, "HOME").map(h -> h + "/.local/share"))
                .orElse(".");
        return ofSystemd.orElse(new Value(setting, Optional.of(home + "/bloomward-server"), "default"));
    }

    private static Optional<String> set(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable)).filter(text -> !text.isEmpty());
    }

    private void requireTogether(Setting one, Setting other) throws SettingException {
        if (given(one).isPresent() != given(other).isPresent()) {
            throw new SettingException(given(one).isPresent()
                    ? one.label() + " without " + other.label()
                    : other.label() + " without " + one.label());
        }
    }

    /// All of them, in one order.
    public List<Value> all() {
        return new ArrayList<>(values.values());
    }

    public Path dataDir() {
        return Path.of(text(Setting.DATA_DIR));
    }

    public HostPort listen() {
        return hostPort(Setting.LISTEN);
    }

    public HostPort adminListen() {
        return hostPort(Setting.ADMIN_LISTEN);
    }

    public Optional<Tls> tls() {
        return path(Setting.TLS_CERT).map(certificate -> new Tls(certificate, Path.of(text(Setting.TLS_KEY))));
    }

    public Optional<Path> exportDir() {
        return path(Setting.EXPORT_DIR);
    }

    public boolean readyJson() {
        return Boolean.parseBoolean(text(Setting.READY_JSON));
    }

    public Optional<Path> passPhraseFile() {
        return path(Setting.PASSPHRASE_FILE);
    }

    /// Whether the log is JSON, and not text.
    public boolean logsJson() {
        return text(Setting.LOG_FORMAT).equals("json");
    }

    /// error, warn, info, debug or trace.
    public String logLevel() {
        return text(Setting.LOG_LEVEL);
    }

    private Optional<String> given(Setting setting) {
        Value value = values.get(setting);
        return value == null ? Optional.empty() : value.text();
    }

    private String text(Setting setting) {
        return given(setting).orElseThrow(() -> new IllegalStateException(setting + " has no value"));
    }

    private Optional<Path> path(Setting setting) {
        return given(setting).map(Path::of);
    }

    private HostPort hostPort(Setting setting) {
        try {
            return HostPort.parse(text(setting));
        } catch (SettingException e) {
            throw new IllegalStateException("was checked before", e);
        }
    }
}
