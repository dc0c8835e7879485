package bloomward.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import bloomward.program.settings.SettingException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigTest {

    @TempDir
    private Path folder;
    private Machine machine;

    @BeforeEach
    void startWithoutAnyFile() {
        machine = new Machine(folder);
    }

    @ParameterizedTest
    @EnumSource(AgentSetting.class)
    void whoIsNearerWins(AgentSetting setting) throws Exception {
        assertThat(machine.origin(setting)).isEqualTo("default");
        Path policy = machine.policy("# ours\n[default]\n" + Machine.line(setting, 0));
        assertWins(setting, 0, policy + " line 3, default");
        Path system = machine.system("\n" + Machine.line(setting, 1));
        assertWins(setting, 1, system + " line 2");
        Path dropIn = machine.dropIn("10-more.toml", Machine.line(setting, 0));
        assertWins(setting, 0, dropIn + " line 1");
        Path user = machine.user(Machine.line(setting, 1));
        assertWins(setting, 1, user + " line 1");
        machine.environment.put(setting.variable(), Machine.sample(setting, 0));
        assertWins(setting, 0, "environment BLOOMWARD_" + setting.name());
        machine.options.put(setting, Machine.sample(setting, 1));
        assertWins(setting, 1, "option --" + setting.label());
        assertThat(machine.resolve().warnings()).isEmpty();
    }

    private void assertWins(AgentSetting setting, int which, String origin) throws Exception {
        assertThat(machine.text(setting)).isEqualTo(Machine.sample(setting, which));
        assertThat(machine.origin(setting)).isEqualTo(origin);
    }

    @Test
    void knowsWhatToDoWithoutBeingTold() throws Exception {
        Config config = machine.resolve();
        assertThat(config.server()).isEmpty();
        assertThat(config.root()).isEmpty();
        assertThat(config.lists()).isEmpty();
        assertThat(config.pollInterval()).isEqualTo(Duration.ofMinutes(5));
        assertThat(config.caFile()).isEmpty();
        assertThat(config.confirms()).isTrue();
        assertThat(config.unconfirmedIsListed()).isTrue();
        assertThat(config.staleIsClean()).isTrue();
        assertThat(config.logLevel()).isEqualTo("info");
        assertThat(config.policy()).isEqualTo(new Policy.None());
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void isWhatItWasTold() throws Exception {
        machine.user("""
                server = "https://lists.example/"
                root = "trust/root"
                lists = ["phishing", "malware", "phishing"]
                poll-interval = "2h"
                ca-file = "/etc/ca.pem"
                confirm = "off"
                unconfirmed = "unknown"
                stale = "unknown"
                """);
        Config config = machine.resolve();
        assertThat(config.server()).contains(URI.create("https://lists.example"));
        assertThat(config.root()).contains(folder.resolve("home/.config/bloomward/trust/root").toString());
        assertThat(config.lists()).containsExactly("phishing", "malware");
        assertThat(config.pollInterval()).isEqualTo(Duration.ofHours(2));
        assertThat(config.caFile()).contains(Path.of("/etc/ca.pem"));
        assertThat(config.confirms()).isFalse();
        assertThat(config.unconfirmedIsListed()).isFalse();
        assertThat(config.staleIsClean()).isFalse();
    }

    @Test
    void takesTheDigestOfARootInEitherForm() throws Exception {
        machine.options.put(AgentSetting.ROOT, "AB".repeat(32));
        assertThat(machine.resolve().root()).contains("sha256:" + "ab".repeat(32));
        machine.options.put(AgentSetting.ROOT, "sha256:" + "Ab".repeat(32));
        assertThat(machine.resolve().root()).contains("sha256:" + "ab".repeat(32));
    }

    @Test
    void mergesDropInsInTheOrderOfTheirNames() throws Exception {
        machine.dropIn("20-b.toml", "stale = 'unknown'\nlog-level = 'debug'\n");
        machine.dropIn("10-a.toml", "stale = 'clean'\nconfirm = 'off'\n");
        machine.dropIn("30-c.toml.bak", "no TOML");
        machine.dropIn(".40-d.toml", "no TOML");
        machine.system("log-level = 'error'\n");
        Config config = machine.resolve();
        assertThat(config.staleIsClean()).isFalse();
        assertThat(config.confirms()).isFalse();
        assertThat(config.logLevel()).isEqualTo("debug");
    }

    @Test
    void aNamedFileIsReadInThePlaceOfTheUsers() throws Exception {
        machine.user("stale = 'unknown'\n");
        machine.environment.put("BLOOMWARD_CONFIG",
                Files.writeString(folder.resolve("x.toml"), "confirm = 'off'\n").toString());
        assertThat(machine.resolve().staleIsClean()).isTrue();
        assertThat(machine.resolve().confirms()).isFalse();
        machine.config = Optional.of(folder.resolve("none.toml"));
        assertThatExceptionOfType(SettingException.class).isThrownBy(machine::resolve)
                .withMessage(folder.resolve("none.toml") + ": no such file");
    }

    @Test
    void anEmptyListOfListsMeansAllOfThem() throws Exception {
        machine.system("lists = ['phishing']\n");
        assertThat(machine.resolve().lists()).containsExactly("phishing");
        machine.user("lists = []\n");
        assertThat(machine.resolve().lists()).isEmpty();
    }

    @Test
    void anEmptyVariableIsNotSet() throws Exception {
        machine.environment.put("BLOOMWARD_STALE", "");
        assertThat(machine.origin(AgentSetting.STALE)).isEqualTo("default");
    }

    @Test
    void saysWhoSaidWhatCannotBe() {
        machine.environment.put("BLOOMWARD_STALE", "maybe");
        assertThatExceptionOfType(SettingException.class).isThrownBy(machine::resolve)
                .withMessage("environment BLOOMWARD_STALE: 'maybe': must be one of clean, unknown");
        machine.environment.clear();
        machine.options.put(AgentSetting.POLL_INTERVAL, "1s");
        assertThatExceptionOfType(SettingException.class).isThrownBy(machine::resolve)
                .withMessage("option --poll-interval: '1s': must be from 1m to 1d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lists.example", "ftp://lists.example", "https://", "https://a b", "https://Lists.Example",
        "https://u@lists.example", "https://lists.example?x", "https://lists.example#x", ""})
    void refusesWhatIsNoAddress(String text) {
        machine.options.put(AgentSetting.SERVER, text);
        assertThatExceptionOfType(SettingException.class).isThrownBy(machine::resolve)
                .withMessageStartingWith("option --server: '" + text + "' is not an address such as https://");
    }

    @ParameterizedTest
    @ValueSource(strings = {"59s", "0m", "25h", "2d", "1234567s", "999999d"})
    void refusesToAskTooOftenOrTooRarely(String text) {
        machine.options.put(AgentSetting.POLL_INTERVAL, text);
        assertThatExceptionOfType(SettingException.class).isThrownBy(machine::resolve)
                .withMessage("option --poll-interval: '" + text + "': must be from 1m to 1d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "m", "5 m", "-5m", "PT5M", "1234567890s", "5M"})
    void refusesWhatIsNoTime(String text) {
        machine.options.put(AgentSetting.POLL_INTERVAL, text);
        assertThatExceptionOfType(SettingException.class).isThrownBy(machine::resolve)
                .withMessage("option --poll-interval: '" + text + "' is not a time such as 90s, 5m, 2h or 1d");
    }

    @Test
    void refusesASocketThatTheKernelCannotName() throws Exception {
        machine.options.put(AgentSetting.SOCKET, "/" + "s".repeat(106));
        assertThat(machine.resolve().socket()).hasToString("/" + "s".repeat(106));
        machine.options.put(AgentSetting.SOCKET, "/" + "s".repeat(107));
        assertThatExceptionOfType(SettingException.class).isThrownBy(machine::resolve)
                .withMessage("option --socket: '/" + "s".repeat(107)
                        + "' has 108 bytes; the path of a unix socket has at most 107");
    }

    @Test
    void warnsOfADataFolderTooDeepForASocket() throws Exception {
        machine.options.put(AgentSetting.DATA_DIR, "/" + "d".repeat(106));
        assertThat(machine.resolve().warnings()).hasSize(1)
                .first()
                .asString()
                .endsWith("has 118 bytes; the path of a unix socket has at most 107; set a shorter one with --socket");
        machine.options.put(AgentSetting.SOCKET, "/s");
        assertThat(machine.resolve().warnings()).isEmpty();
    }

    @Test
    void asksTheMachinesAgentOnlyWhereNoOtherWasNamed() throws Exception {
        AgentPlace ofMachine = new AgentPlace(machine.places.state(), machine.places.run().resolve("agent.sock"));
        Path own = folder.resolve("home/.local/share/bloomward/agent");
        assertThat(machine.resolve().agents()).containsExactly(new AgentPlace(own, own.resolve("agent.sock")),
                ofMachine);
        machine.options.put(AgentSetting.SOCKET, "/s");
        assertThat(machine.resolve().agents()).containsExactly(new AgentPlace(own, Path.of("/s")));
        machine.options.clear();
        machine.options.put(AgentSetting.DATA_DIR, "/d");
        assertThat(machine.resolve().agents()).containsExactly(new AgentPlace(Path.of("/d"), Path.of("/d/agent.sock")));
        machine.options.clear();
        machine.environment.clear();
        assertThat(machine.resolve().agents()).isEqualTo(List.of(ofMachine));
    }
}
