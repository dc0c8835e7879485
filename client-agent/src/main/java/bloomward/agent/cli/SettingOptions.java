package bloomward.agent.cli;

import bloomward.agent.config.Config;
import bloomward.agent.config.ConfigException;
import bloomward.agent.config.Places;
import bloomward.agent.config.Setting;
import bloomward.program.text.Printable;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of settings, as picocli sees them; what they mean is said by [Setting].
final class SettingOptions {

    private SettingOptions() {}

    /// What every command needs that has to do with the agent.
    static final class Place {

        private final Map<String, String> given = new HashMap<>();

        @Option(names = {"-c", "--config"}, paramLabel = "FILE",
                description = "Read in the place of the user's settings.")
        void setConfig(String text) {
            given.put("config", text);
        }

        @Option(names = "--data-dir", paramLabel = "DIR", description = "The folder of the store.")
        void setDataDir(String text) {
            put(Setting.DATA_DIR, text);
        }

        @Option(names = "--socket", paramLabel = "FILE", description = "Where the running agent answers.")
        void setSocket(String text) {
            put(Setting.SOCKET, text);
        }

        @Option(names = "--log-level", paramLabel = "error|warn|info|debug",
                description = "What the agent writes to its log.")
        void setLogLevel(String text) {
            put(Setting.LOG_LEVEL, text);
        }

        void put(Setting setting, String text) {
            given.put(setting.label(), text);
        }

        /// All values, whatever may be said of them.
        Config examined(Io io, Places places) throws ConfigException {
            return Config.resolve(given, io.environment(), places);
        }

        /// All values; what had no effect is said on the error stream.
        Config resolve(Io io, Places places) throws ConfigException {
            Config config = examined(io, places);
            config.warnings().forEach(warning -> io.err().println("bloomward: warning: " + Printable.of(warning)));
            return config;
        }
    }

    /// Those, and what matters to one who asks about URLs.
    static final class Asking {

        @Mixin
        private Place place = new Place();

        @Option(names = "--confirm", paramLabel = "on|off", description = "Whether the server is asked to prove a hit.")
        void setConfirm(String text) {
            place.put(Setting.CONFIRM, text);
        }

        @Option(names = "--unconfirmed", paramLabel = "listed|unknown",
                description = "What a hit is that nobody proved.")
        void setUnconfirmed(String text) {
            place.put(Setting.UNCONFIRMED, text);
        }

        @Option(names = "--stale", paramLabel = "clean|unknown",
                description = "What a URL is that stale lists do not have.")
        void setStale(String text) {
            place.put(Setting.STALE, text);
        }

        @Option(names = "--ca-file", paramLabel = "FILE",
                description = "Certificates, in PEM, that are trusted in the place of the system's.")
        void setCaFile(String text) {
            place.put(Setting.CA_FILE, text);
        }

        @Option(names = "--lists", paramLabel = "NAME,...", description = "The lists that are used; '' for all.")
        void setLists(String text) {
            place.put(Setting.LISTS, text);
        }

        Config examined(Io io, Places places) throws ConfigException {
            return place.examined(io, places);
        }

        Config resolve(Io io, Places places) throws ConfigException {
            return place.resolve(io, places);
        }
    }

    /// Those, and what only a running agent needs.
    static final class All {

        @Mixin
        private Asking asking = new Asking();

        @Option(names = "--server", paramLabel = "ADDRESS",
                description = "The server at which the agent enrols by itself.")
        void setServer(String text) {
            asking.place.put(Setting.SERVER, text);
        }

        @Option(names = "--root", paramLabel = "FILE|sha256:HEX",
                description = "The root with which it does, or the digest of that root.")
        void setRoot(String text) {
            asking.place.put(Setting.ROOT, text);
        }

        @Option(names = "--socket-access", paramLabel = "owner|everyone",
                description = "Who may ask the agent: who runs it, or every user of the machine.")
        void setSocketAccess(String text) {
            asking.place.put(Setting.SOCKET_ACCESS, text);
        }

        @Option(names = "--poll-interval", paramLabel = "TIME",
                description = "How often the server is asked for something newer: 1m to 1d.")
        void setPollInterval(String text) {
            asking.place.put(Setting.POLL_INTERVAL, text);
        }

        Config resolve(Io io, Places places) throws ConfigException {
            return asking.resolve(io, places);
        }
    }
}
