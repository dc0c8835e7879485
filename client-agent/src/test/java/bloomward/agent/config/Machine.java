package bloomward.agent.config;

import bloomward.program.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A machine's files below a folder, and the options and environment of a program on it.
final class Machine {

    final Map<AgentSetting, String> options = new EnumMap<>(AgentSetting.class);
    final Map<String, String> environment = new HashMap<>();
    Optional<Path> config = Optional.empty();
    final Places places;
    private final Path root;

    Machine(Path root) {
        this.root = root;
        this.places = Places.under(root);
        environment.put("HOME", root.resolve("home").toString());
    }

    Path system(String text) throws IOException {
        return write(places.systemFile(), text);
    }

    Path dropIn(String name, String text) throws IOException {
        return write(places.dropIns().resolve(name), text);
    }

    Path policy(String text) throws IOException {
        return write(places.policy(), text);
    }

    Path user(String text) throws IOException {
        return write(root.resolve("home/.config/bloomward/agent.toml"), text);
    }

    private static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    Config resolve() throws SettingException {
        return Config.resolve(options, config, environment, places);
    }

    String origin(AgentSetting setting) throws SettingException {
        return resolve().value(setting).origin();
    }

    String text(AgentSetting setting) throws SettingException {
        return resolve().value(setting).text().orElse("");
    }

    /// Two values that a setting can have, neither its default.
    static String sample(AgentSetting setting, int which) {
        boolean first = which == 0;
        return switch (setting) {
            case DATA_DIR, CA_FILE, SOCKET -> first ? "/one" : "/other";
            case SOCKET_ACCESS -> first ? "everyone" : "owner";
            case SERVER -> first ? "https://one.example" : "http://other.example:8480/lists";
            case ROOT -> first ? "/one.root" : "sha256:" + "0a".repeat(32);
            case LISTS -> first ? "phishing" : "malware,phishing";
            case POLL_INTERVAL -> first ? "90s" : "1d";
            case CONFIRM -> first ? "off" : "on";
            case UNCONFIRMED -> first ? "unknown" : "listed";
            case STALE -> first ? "unknown" : "clean";
            case LOG_LEVEL -> first ? "debug" : "error";
            case BROWSER_PROCEED -> first ? "1h" : "off";
            case BROWSER_UNKNOWN -> first ? "warn" : "block";
            case BROWSER_SUBRESOURCES -> first ? "on" : "off";
            case BROWSER_PUBLISHER -> first ? "CERT Example" : "Bürger-CERT";
            case BROWSER_CONTACT -> first ? "cert@one.example" : "https://other.example/help";
            case BROWSER_LANGUAGE -> first ? "en" : "de";
            case BROWSER_REPORTS -> first ? "off" : "on";
        };
    }

    /// A line of a file that says so.
    static String line(AgentSetting setting, int which) {
        String value = sample(setting, which);
        return setting.label() + " = "
                + (setting == AgentSetting.LISTS ? "[\"" + value.replace(",", "\", \"") + "\"]" : "\"" + value + "\"")
                + "\n";
    }
}
