package bloomward.server.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// One thing that the server can be told, and what may be said. Its name is the same as option, in the file, and in upper
/// case behind `BLOOMWARD_SERVER_` in the environment.
public enum Setting {

    DATA_DIR(Kind.PATH, "", "The folder with all that the server keeps"),
    LISTEN(Kind.HOST_PORT, "127.0.0.1:8480", "Where agents are answered"),
    ADMIN_LISTEN(Kind.HOST_PORT, "127.0.0.1:8481", "Where administrators are answered"),
    TLS_CERT(Kind.PATH, "", "PEM file with the certificate chain, for both"),
    TLS_KEY(Kind.PATH, "", "PEM file with its private key"),
    EXPORT_DIR(Kind.PATH, "", "A folder that is kept like what is published, for any web server"),
    READY_JSON(Kind.FLAG, "false", "Print one line of JSON with the addresses on standard output when ready"),
    PASSPHRASE_FILE(Kind.PATH, "", "Holds the pass phrase of the keys that are on the server"),
    LOG_FORMAT(Kind.CHOICE, "text", "How the log is written", "text", "json"),
    LOG_LEVEL(Kind.CHOICE, "info", "What is written to it", "error", "warn", "info", "debug", "trace");

    /// What a value can be.
    enum Kind {
        PATH, HOST_PORT, FLAG, CHOICE
    }

    private final Kind kind;
    private final String fallback;
    private final String purpose;
    /// What it can be, separated by commas.
    private final String choices;

    Setting(Kind kind, String fallback, String purpose, String... choices) {
        this.kind = kind;
        this.fallback = fallback;
        this.purpose = purpose;
        this.choices = String.join(", ", choices);
    }

    /// As it is called in options and in the file.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String option() {
        return "--" + label();
    }

    public String variable() {
        return "BLOOMWARD_SERVER_" + name();
    }

    public String purpose() {
        return purpose;
    }

    /// Empty if there is none.
    String fallback() {
        return fallback;
    }

    boolean isPath() {
        return kind == Kind.PATH;
    }

    boolean isFlag() {
        return kind == Kind.FLAG;
    }

    static Optional<Setting> labelled(String label) {
        return Arrays.stream(values()).filter(setting -> setting.label().equals(label)).findFirst();
    }

    /// Refuses a value that can be none of this setting.
    void require(String value) throws SettingException {
        switch (kind) {
            case PATH -> requirePath(value);
            case HOST_PORT -> HostPort.parse(value);
            case FLAG -> requireOneOf(value, "true, false");
            case CHOICE -> requireOneOf(value, choices);
        }
    }

    private static void requireOneOf(String value, String possible) throws SettingException {
        if (!List.of(possible.split(", ")).contains(value)) {
            throw new SettingException("'" + value + "': possible are " + possible);
        }
    }

    private static void requirePath(String value) throws SettingException {
        if (value.isEmpty() || value.indexOf('\0') >= 0) {
            throw new SettingException("is no name of a file or folder");
        }
    }
}
