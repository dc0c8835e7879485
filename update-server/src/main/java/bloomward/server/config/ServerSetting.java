package bloomward.server.config;

import bloomward.program.settings.Setting;
import bloomward.program.settings.SettingKind;

/// The settings of the server. In the environment their names stand behind `BLOOMWARD_SERVER_`.
public enum ServerSetting implements Setting {

    DATA_DIR(SettingKind.folder(), "", "Folder with everything the server keeps"),
    LISTEN(HostPort.KIND, "127.0.0.1:8480", "Address for agents"),
    ADMIN_LISTEN(HostPort.KIND, "127.0.0.1:8481", "Address for administrators"),
    TLS_CERT(SettingKind.file(), "", "PEM file with the certificate chain, for both addresses"),
    TLS_KEY(SettingKind.file(), "", "PEM file with its private key"),
    EXPORT_DIR(SettingKind.folder(), "", "Folder to keep in step with the publication, for any web server"),
    READY_JSON(SettingKind.flag(), "false", "Print one line of JSON with both addresses on standard output when ready"),
    PASSPHRASE_FILE(SettingKind.file(), "", "File with the pass phrase of the keys on the server"),
    LOG_FORMAT(SettingKind.choice("text", "json"), "text", "Format of the log"),
    LOG_LEVEL(SettingKind.choice("error", "warn", "info", "debug", "trace"), "info", "Least severity that is logged");

    @SuppressWarnings("ImmutableEnumChecker") // every kind is a value
    private final SettingKind kind;
    private final String fallback;
    private final String purpose;

    ServerSetting(SettingKind kind, String fallback, String purpose) {
        this.kind = kind;
        this.fallback = fallback;
        this.purpose = purpose;
    }

    @Override
    public SettingKind kind() {
        return kind;
    }

    @Override
    public String fallback() {
        return fallback;
    }

    @Override
    public String purpose() {
        return purpose;
    }

    @Override
    public String variablePrefix() {
        return "BLOOMWARD_SERVER_";
    }
}
