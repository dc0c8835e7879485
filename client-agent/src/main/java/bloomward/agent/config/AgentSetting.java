package bloomward.agent.config;

import bloomward.program.settings.Setting;
import bloomward.program.settings.SettingKind;

/// The settings of the agent. In the environment, their names have the prefix `BLOOMWARD_`.
public enum AgentSetting implements Setting {

    DATA_DIR(SettingKind.folder(), "", "Folder of the store"),
    SOCKET(Kind.SOCKET, "", "Socket on which the running agent answers"),
    SOCKET_ACCESS(SettingKind.choice("owner", "everyone"), "owner",
            "Users who may ask the agent: only its owner, or everyone on the machine"),
    SERVER(Kind.ADDRESS, "", "Server for automatic enrolment, and the first address to ask later"),
    ROOT(Kind.ROOT, "", "Root note for automatic enrolment, or its digest; never replaces an enrolled publication"),
    LISTS(Kind.LISTS, "", "Lists to use; all if none is named"),
    POLL_INTERVAL(Kind.INTERVAL, "5m", "Time between polls of the server, from 1m to 1d"),
    CA_FILE(SettingKind.file(), "", "PEM file of certificates to trust instead of the system's"),
    CONFIRM(SettingKind.choice("on", "off"), "on", "Whether hits are confirmed with the server"),
    UNCONFIRMED(SettingKind.choice("listed", "unknown"), "listed", "How to report a hit that could not be confirmed"),
    STALE(SettingKind.choice("clean", "unknown"), "clean", "Verdict for URLs not found while the lists are stale"),
    LOG_LEVEL(SettingKind.choice("error", "warn", "info", "debug"), "info", "Lowest severity that is logged"),
    BROWSER_PROCEED(BrowserKind.PROCEED, "10m", "How long a person may visit a listed site after a warning"),
    BROWSER_UNKNOWN(SettingKind.choice("pass", "warn", "block"), "pass",
            "What the browser does with a URL that cannot be checked"),
    BROWSER_SUBRESOURCES(SettingKind.choice("off", "on"), "off",
            "Whether images, scripts and other parts of a page are checked, too"),
    BROWSER_PUBLISHER(BrowserKind.NAME, "",
            "Publisher's name on the warning page; by default the publication's origin"),
    BROWSER_CONTACT(BrowserKind.CONTACT, "", "Contact on the warning page"),
    BROWSER_LANGUAGE(SettingKind.choice("browser", "en", "de"), "browser", "Language of the warning page"),
    BROWSER_REPORTS(SettingKind.choice("on", "off"), "on",
            "Whether a person may report mistakes of the lists to the publisher");

    @SuppressWarnings("ImmutableEnumChecker") // every kind is a value
    private final Declaration declaration;

    AgentSetting(SettingKind kind, String fallback, String purpose) {
        this.declaration = new Declaration(kind, fallback, purpose);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public String variablePrefix() {
        return "BLOOMWARD_";
    }
}
