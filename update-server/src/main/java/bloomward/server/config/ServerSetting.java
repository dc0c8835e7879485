package bloomward.server.config;

import bloomward.program.settings.Setting;
import bloomward.program.settings.SettingKind;

/// The settings of the server. Environment variables start with `BLOOMWARD_SERVER_`.
public enum ServerSetting implements Setting {

    DATA_DIR(SettingKind.folder(), "", "Folder for all data of the server"),
    LISTEN(HostPort.KIND, "127.0.0.1:8480", "Address to listen on for agents"),
    ADMIN_LISTEN(HostPort.KIND, "127.0.0.1:8481", "Address to listen on for administrators"),
    TRUSTED_PROXIES(AddressRange.LIST, "", "Proxies in front of the server, exempt from limits on connections"),
    TLS_CERT(SettingKind.file(), "", "PEM file with the certificate chain for both addresses"),
    TLS_KEY(SettingKind.file(), "", "PEM file with the certificate's private key"),
    EXPORT_DIR(SettingKind.folder(), "", "Folder that mirrors the publication, for any web server"),
    READY_JSON(SettingKind.flag(), "false", "When ready, print both addresses to standard output as a line of JSON"),
    PASSPHRASE_FILE(SettingKind.file(), "", "File with the pass phrase of the server's keys"),
    LOG_FORMAT(SettingKind.choice("text", "json"), "text", "Format of the log"),
    LOG_LEVEL(SettingKind.choice("error", "warn", "info", "debug", "trace"), "info", "Lowest severity to log");

    @SuppressWarnings("ImmutableEnumChecker") // every kind is a value
    private final Declaration declaration;

    ServerSetting(SettingKind kind, String fallback, String purpose) {
        this.declaration = new Declaration(kind, fallback, purpose);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public String variablePrefix() {
        return "BLOOMWARD_SERVER_";
    }
}
