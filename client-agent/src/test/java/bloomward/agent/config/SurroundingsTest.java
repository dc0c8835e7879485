package bloomward.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.settings.SettingException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SurroundingsTest {

    private static final Places PLACES = Places.under(Path.of("/machine"));

    private final Map<String, String> environment = new HashMap<>(Map.of("HOME", "/home/eve"));

    private Config config() throws SettingException {
        return Config.resolve(Map.of(), Optional.empty(), environment, PLACES);
    }

    @Test
    void putsThingsIntoTheUsersHome() throws Exception {
        assertInTheUsersHome();
    }

    private void assertInTheUsersHome() throws Exception {
        assertThat(config().dataDir()).hasToString("/home/eve/.local/share/bloomward/agent");
        assertThat(config().socket()).hasToString("/home/eve/.local/share/bloomward/agent/agent.sock");
        assertThat(userFile()).hasToString("/home/eve/.config/bloomward/agent.toml");
    }

    private Path userFile() {
        return new Surroundings(environment, PLACES).userFile().orElseThrow();
    }

    @Test
    void followsTheFoldersThatTheDesktopNames() throws Exception {
        environment.putAll(
                Map.of("XDG_DATA_HOME", "/data", "XDG_CONFIG_HOME", "/config", "XDG_RUNTIME_DIR", "/run/user/7"));
        assertThat(config().dataDir()).hasToString("/data/bloomward/agent");
        assertThat(config().socket()).hasToString("/run/user/7/bloomward/agent.sock");
        assertThat(userFile()).hasToString("/config/bloomward/agent.toml");
    }

    /// The specification says so: they would depend on where a program is started.
    @Test
    void ignoresRelativeFolders() throws Exception {
        environment.putAll(Map.of("XDG_DATA_HOME", "data", "XDG_CONFIG_HOME", "config", "XDG_RUNTIME_DIR", "run"));
        assertInTheUsersHome();
    }

    @Test
    void followsSystemd() throws Exception {
        environment.putAll(Map.of("STATE_DIRECTORY", "/var/lib/bloomward:/var/lib/other", "RUNTIME_DIRECTORY",
                "/run/bloomward", "XDG_RUNTIME_DIR", "/run/user/7"));
        assertThat(config().dataDir()).hasToString("/var/lib/bloomward");
        assertThat(config().socket()).hasToString("/run/bloomward/agent.sock");
        assertThat(config().value(AgentSetting.DATA_DIR).origin()).isEqualTo("environment STATE_DIRECTORY");
        assertThat(config().value(AgentSetting.SOCKET).origin()).isEqualTo("environment RUNTIME_DIRECTORY");
    }

    @Test
    void whoHasNoHomeUsesTheMachinesPlaces() throws Exception {
        environment.clear();
        assertThat(config().dataDir()).hasToString("/machine/var/lib/bloomward");
        assertThat(config().socket()).hasToString("/machine/run/bloomward/agent.sock");
        assertThat(new Surroundings(environment, PLACES).userFile()).isEmpty();
    }

    @Test
    void theMachineIsThisOne() {
        assertThat(Places.ofMachine()).isEqualTo(
                new Places(Path.of("/etc/bloomward"), Path.of("/var/lib/bloomward"), Path.of("/run/bloomward")));
        assertThat(Places.ofMachine().policy()).hasToString("/etc/bloomward/policy.toml");
        assertThat(Places.ofMachine().socket()).hasToString("/run/bloomward/agent.sock");
    }
}
