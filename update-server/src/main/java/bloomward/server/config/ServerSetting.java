package bloomward.server.config;

import bloomward.program.settings.Setting;
import bloomward.program.settings.SettingKind;

/// The settings of the server. Environment variables start with `BLOOMWARD_SERVER_`.
public enum ServerSetting implements Setting {

    DATA_DIR(SettingKind.folder(), "", "Folder for all data of the server"),
    STORE(StoreSetting.KIND, StoreSetting.SQLITE, "Database: a file in the data folder, or PostgreSQL"),
    STORE_PASSWORD_FILE(SettingKind.file(), "",
            "File with the password for PostgreSQL (default: as PGPASSFILE or ~/.pgpass says)"),
    SERVER_NAME(StoreSetting.NAME, "",
            "Name among the servers that share a PostgreSQL database (default: the machine's)"),
    LISTEN(HostPort.KIND, "127.0.0.1:8480", "Address to listen on for agents"),
    ADMIN_LISTEN(HostPort.KIND, "127.0.0.1:8481", "Address to listen on for administrators"),
    TRUSTED_PROXIES(AddressRange.LIST, "", "Proxies in front of the server, exempt from limits on connections"),
    CONSOLE(SettingKind.flag(), "true", "Serve the console, for administrators with a browser"),
    ADMIN_ORIGIN(ConsoleKinds.ORIGIN, "", "Address of a proxy that leads browsers to the administrators' address"),
    REPORTS(SettingKind.choice("on", "off"), "on", "Take reports of people about wrong and missed listings"),
    SAFE_BROWSING(SettingKind.flag(), "false", "Serve the lists to browsers that speak Safe Browsing, too"),
    SAFE_BROWSING_LISTS(CategoryChoices.KIND, "",
            "Lists of Safe Browsing for categories other than phishing, malware and unwanted"),
    TLS_CERT(SettingKind.file(), "", "PEM file with the certificate chain for both addresses"),
    TLS_KEY(SettingKind.file(), "", "PEM file with the certificate's private key"),
    IMPORT_MAX_BYTES(SettingKind.number(1, 1L << 40), "4294967296", "Largest list that is imported, after inflating"),
    IMPORT_MAX_LINES(SettingKind.number(1, 1L << 40), "50000000", "Most lines of a list that is imported"),
    IMPORT_MAX_LINE_BYTES(SettingKind.number(1024, 1 << 20), "65536", "Longest line; a longer one is rejected"),
    IMPORT_MAX_EXPANSION(SettingKind.number(1, 100_000), "100",
            "Times that a compressed list above 16 MiB may be larger than its compressed form"),
    IMPORT_MAX_SECONDS(SettingKind.number(1, 86_400), "600", "Longest time for reading a list that is imported"),
    HISTORY_DAYS(SettingKind.number(1, 36_500), "365",
            "Days for which a version can be returned to after its replacement"),
    EXPORT_DIR(SettingKind.folder(), "", "Folder that mirrors the publication, for any web server"),
    NOTIFY_WEBHOOK(NotifyKinds.WEBHOOK, "", "Address to which notifications are posted as signed JSON"),
    NOTIFY_WEBHOOK_SECRET_FILE(SettingKind.file(), "", "File with the secret that signs what is posted"),
    NOTIFY_MAIL_SERVER(HostPort.KIND, "", "Mail server that takes notifications, usually with port 587"),
    NOTIFY_MAIL_TLS(SettingKind.choice("starttls", "none"), "starttls",
            "Encryption to the mail server; none is for this machine only"),
    NOTIFY_MAIL_FROM(NotifyKinds.MAILBOX, "", "Sender of notifications"),
    NOTIFY_MAIL_TO(NotifyKinds.MAILBOXES, "", "Receivers of notifications by mail"),
    NOTIFY_MAIL_USER(NotifyKinds.USER, "", "Name for signing in to the mail server"),
    NOTIFY_MAIL_PASSWORD_FILE(SettingKind.file(), "", "File with the password for the mail server"),
    NOTIFY_CA_FILE(SettingKind.file(), "",
            "PEM file with the only authorities trusted to certify the receivers (default: the public ones)"),
    NOTIFY_OFF(NotifyKinds.KINDS, "", "Kinds of notifications that are not sent"),
    NOTIFY_HOLDS_HOURS(SettingKind.number(1, 8760), "24", "Hours that held entries may wait untold"),
    NOTIFY_DRAFTS_HOURS(SettingKind.number(1, 8760), "24",
            "Hours that unpublished changes, approvals and signatures may wait untold"),
    NOTIFY_REPORTS_HOURS(SettingKind.number(1, 8760), "72", "Hours that a report of a person may wait untold"),
    NOTIFY_SILENCE_HOURS(SettingKind.number(1, 8760), "24", "Hours without a poll of any agent that pass untold"),
    NOTIFY_DISK_MIB(SettingKind.number(512, 1 << 30), "2048", "Free disk space in MiB below which it is told"),
    NOTIFY_STALE_PERCENT(SettingKind.number(1, 100), "20",
            "Share of polls with an old `latest`, in percent, from which it is told"),
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
