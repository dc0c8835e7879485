package bloomward.agent.config;

import bloomward.program.settings.SettingValue;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where things lie if nobody says otherwise: where systemd wants them, or in the folders of the user (XDG Base Directory),
/// or, for somebody without a home, where the machine's agent has them.
final class Surroundings {

    private static final String OURS = "bloomward";

    private final Map<String, String> environment;
    private final Places places;

    Surroundings(Map<String, String> environment, Places places) {
        this.environment = environment;
        this.places = places;
    }

    Map<String, String> environment() {
        return environment;
    }

    /// A variable; an empty one is not set.
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isEmpty());
    }

    /// Where a user's settings are.
    Optional<Path> userFile() {
        return folder("XDG_CONFIG_HOME").or(() -> folder("HOME").map(home -> home.resolve(".config")))
                .map(folder -> folder.resolve(OURS).resolve("agent.toml"));
    }

    SettingValue<AgentSetting> dataDir() {
        Optional<Path> users = folder("XDG_DATA_HOME")
                .or(() -> folder("HOME").map(home -> home.resolve(".local/share")));
        return ofSystemd(AgentSetting.DATA_DIR, "STATE_DIRECTORY").orElseGet(() -> value(AgentSetting.DATA_DIR,
                users.map(folder -> folder.resolve(OURS).resolve("agent")).orElse(places.state()), "default"));
    }

    /// @param dataDir where the socket is if there is no better place
    SettingValue<AgentSetting> socket(Path dataDir) {
        Path fallback = folder("HOME").isPresent() || folder("XDG_DATA_HOME").isPresent() ? dataDir : places.run();
        Path folder = folder("XDG_RUNTIME_DIR").map(run -> run.resolve(OURS)).orElse(fallback);
        return ofSystemd(AgentSetting.SOCKET, "RUNTIME_DIRECTORY")
                .map(value -> value(AgentSetting.SOCKET, Places.socketIn(Path.of(value.text().orElseThrow())),
                        value.origin()))
                .orElseGet(() -> value(AgentSetting.SOCKET, Places.socketIn(folder), "default"));
    }

    /// Of several folders, systemd names the first one first.
    private Optional<SettingValue<AgentSetting>> ofSystemd(AgentSetting setting, String name) {
        return variable(name)
                .map(folders -> value(setting, Path.of(folders.replaceFirst(":.*", "")), "environment " + name));
    }

    /// A relative one is to be ignored, as the specification says.
    private Optional<Path> folder(String name) {
        return variable(name).map(Path::of).filter(Path::isAbsolute);
    }

    private static SettingValue<AgentSetting> value(AgentSetting setting, Path path, String origin) {
        return new SettingValue<>(setting, Optional.of(path.toString()), origin);
    }
}
