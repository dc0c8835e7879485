package bloomward.agent.config;

import bloomward.program.settings.SettingValue;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Default places: the folders that systemd assigns, or the user's folders (XDG Base Directory), or, for a user without
/// a home folder, the folders of the machine's agent.
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

    /// A variable; an empty one counts as not set.
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isEmpty());
    }

    /// The user's settings file.
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

    /// @param dataDir the folder of the socket if there is no better one
    SettingValue<AgentSetting> socket(Path dataDir) {
        Path fallback = folder("HOME").isPresent() || folder("XDG_DATA_HOME").isPresent() ? dataDir : places.run();
        Path folder = folder("XDG_RUNTIME_DIR").map(run -> run.resolve(OURS)).orElse(fallback);
        return ofSystemd(AgentSetting.SOCKET, "RUNTIME_DIRECTORY")
                .map(value -> value(AgentSetting.SOCKET, Places.socketIn(Path.of(value.text().orElseThrow())),
                        value.origin()))
                .orElseGet(() -> value(AgentSetting.SOCKET, Places.socketIn(folder), "default"));
    }

    /// The first of several folders that systemd names.
    private Optional<SettingValue<AgentSetting>> ofSystemd(AgentSetting setting, String name) {
        return variable(name)
                .map(folders -> value(setting, Path.of(folders.replaceFirst(":.*", "")), "environment " + name));
    }

    /// A relative one is ignored, as the specification requires.
    private Optional<Path> folder(String name) {
        return variable(name).map(Path::of).filter(Path::isAbsolute);
    }

    private static SettingValue<AgentSetting> value(AgentSetting setting, Path path, String origin) {
        return new SettingValue<>(setting, Optional.of(path.toString()), origin);
    }
}
