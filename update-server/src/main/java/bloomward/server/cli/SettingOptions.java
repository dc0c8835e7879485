package bloomward.server.cli;

import bloomward.server.config.Setting;
import bloomward.server.config.SettingException;
import bloomward.server.config.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of settings, as picocli sees them; what they mean is said by [Setting].
final class SettingOptions {

    private SettingOptions() {}

    /// What every command needs to find the server's folder, and to say what it does.
    static final class Place {

        private final Map<Setting, String> given = new EnumMap<>(Setting.class);

        @Option(names = "--config", paramLabel = "FILE",
                description = "Settings, TOML (default: server.toml in the data folder, if there is one).")
        private Optional<Path> config = Optional.empty();

        @Option(names = "--data-dir", paramLabel = "DIR",
                description = "The folder with all that the server keeps.")
        void setDataDir(String text) {
            given.put(Setting.DATA_DIR, text);
        }

        @Option(names = "--log-format", paramLabel = "text|json", description = "How the log is written.")
        void setLogFormat(String text) {
            given.put(Setting.LOG_FORMAT, text);
        }

        @Option(names = "--log-level", paramLabel = "error|warn|info|debug|trace",
                description = "What is written to it.")
        void setLogLevel(String text) {
            given.put(Setting.LOG_LEVEL, text);
        }

        @Option(names = "--passphrase-file", paramLabel = "FILE",
                description = "Holds the pass phrase of the keys that are on the server.")
        void setPassPhraseFile(String text) {
            given.put(Setting.PASSPHRASE_FILE, text);
        }

        Settings resolve(Io io) throws IOException, SettingException {
            return Settings.resolve(given, config, io.environment());
        }
    }

    /// Those and what only a running server needs.
    static final class All {

        @Mixin
        private Place place = new Place();

        @Option(names = "--listen", paramLabel = "HOST:PORT", description = "Where agents are answered.")
        void setListen(String text) {
            place.given.put(Setting.LISTEN, text);
        }

        @Option(names = "--admin-listen", paramLabel = "HOST:PORT", description = "Where administrators are answered.")
        void setAdminListen(String text) {
            place.given.put(Setting.ADMIN_LISTEN, text);
        }

        @Option(names = "--tls-cert", paramLabel = "FILE", description = "PEM file with the certificate chain.")
        void setTlsCert(String text) {
            place.given.put(Setting.TLS_CERT, text);
        }

        @Option(names = "--tls-key", paramLabel = "FILE", description = "PEM file with its private key.")
        void setTlsKey(String text) {
            place.given.put(Setting.TLS_KEY, text);
        }

        @Option(names = "--export-dir", paramLabel = "DIR",
                description = "A folder that is kept like what is published, for any web server.")
        void setExportDir(String text) {
            place.given.put(Setting.EXPORT_DIR, text);
        }

        @Option(names = "--ready-json",
                description = "Print one line of JSON with the addresses on standard output when ready.")
        void setReadyJson(boolean ready) {
            place.given.put(Setting.READY_JSON, Boolean.toString(ready));
        }

        Settings resolve(Io io) throws IOException, SettingException {
            return place.resolve(io);
        }
    }
}
