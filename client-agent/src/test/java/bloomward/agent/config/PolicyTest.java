package bloomward.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class PolicyTest {

    @TempDir
    private Path folder;
    private Machine machine;

    @BeforeEach
    void startWithoutAnyFile() {
        machine = new Machine(folder);
    }

    @ParameterizedTest
    @EnumSource(AgentSetting.class)
    void whatIsEnforcedNobodyCanChange(AgentSetting setting) throws Exception {
        Path policy = machine
                .policy("[enforced]\n" + Machine.line(setting, 0) + "[default]\n" + Machine.line(setting, 1));
        assertEnforced(setting, policy);
        machine.system(Machine.line(setting, 1));
        assertEnforced(setting, policy);
        machine.dropIn("a.toml", Machine.line(setting, 1));
        assertEnforced(setting, policy);
        Path user = machine.user(Machine.line(setting, 1));
        assertEnforced(setting, policy);
        assertThat(machine.resolve().warnings())
                .containsExactly(user + " line 1: " + setting.label() + " has no effect: the policy enforces "
                        + setting.label() + " = " + Machine.sample(setting, 0) + " (" + policy + " line 2, enforced)");
        machine.environment.put(setting.variable(), Machine.sample(setting, 1));
        assertEnforced(setting, policy);
        assertThat(machine.resolve().warnings()).hasSize(1)
                .first()
                .asString()
                .startsWith("environment " + setting.variable() + ": " + setting.label() + " has no effect");
        machine.options.put(setting, Machine.sample(setting, 1));
        assertThatExceptionOfType(SettingException.class).isThrownBy(machine::resolve)
                .withMessage("option --" + setting.label() + ": the policy enforces " + setting.label() + " = "
                        + Machine.sample(setting, 0) + " (" + policy + " line 2, enforced)");
        machine.options.put(setting, Machine.sample(setting, 0));
        machine.environment.remove(setting.variable());
        machine.user("");
        machine.system("");
        machine.dropIn("a.toml", "");
        assertEnforced(setting, policy);
        assertThat(machine.resolve().warnings()).isEmpty();
    }

    private void assertEnforced(AgentSetting setting, Path policy) throws Exception {
        assertThat(machine.text(setting)).isEqualTo(Machine.sample(setting, 0));
        assertThat(machine.origin(setting)).isEqualTo(policy + " line 2, enforced");
    }

    @Test
    void anOtherHomeOrRuntimeFolderChangesNothingThatIsEnforced() throws Exception {
        machine.policy("[enforced]\ndata-dir = '/lists'\nsocket = '/lists.sock'\n");
        machine.environment.putAll(Map.of("STATE_DIRECTORY", "/x", "RUNTIME_DIRECTORY", "/x", "XDG_DATA_HOME", "/x"));
        assertThat(machine.resolve().dataDir()).hasToString("/lists");
        assertThat(machine.resolve().socket()).hasToString("/lists.sock");
        assertThat(machine.resolve().agents())
                .containsExactly(new AgentPlace(Path.of("/lists"), Path.of("/lists.sock")));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', value = {
        "server = 'https://a.example'|line 2: server must be below [enforced] or [default]",
        "[enforce]|line 2: unknown table enforce; a policy has only the tables [enforced] and [default]; did you mean "
                + "[enforced]?",
        "enforced = 'all'|line 2: unknown table enforced; a policy has only the tables [enforced] and [default]",
        "[enforced]\\nstael = 'clean'|line 3: unknown setting stael; did you mean stale?",
        "[default]\\nstale = 'clean'\\n[enforced]\\nstale = 1|line 5: stale: must be a string in quotes",
        "enforced.stale = 'no'|line 2: stale: 'no': must be one of clean, unknown", "[enforced|line 2: not TOML: "})
    void isBrokenByAnyMistake(String lines, String expected) throws Exception {
        Path file = machine.policy("# policy\n" + lines.replace("\\n", "\n") + "\n");
        assertThat(machine.resolve().policy()).isInstanceOfSatisfying(Policy.Broken.class,
                broken -> assertThat(broken.message()).startsWith(file + " " + expected));
    }

    /// A slip of the pen takes no protection away, and gives nobody a choice that the policy might have taken.
    @ParameterizedTest
    @EnumSource(AgentSetting.class)
    void whileItIsBrokenTheStrictestHolds(AgentSetting setting) throws Exception {
        machine.policy("[enforced]\nstale = 'unknwon'\n");
        machine.system(Machine.line(setting, 1));
        machine.environment.put(setting.variable(), Machine.sample(setting, 0));
        machine.options.put(setting, Machine.sample(setting, 1));
        String expected = switch (setting) {
            case DATA_DIR, SOCKET, SOCKET_ACCESS, LOG_LEVEL -> Machine.sample(setting, 1);
            case CONFIRM -> "off";
            case UNCONFIRMED -> "listed";
            case STALE -> "unknown";
            case POLL_INTERVAL -> "5m";
            case SERVER, ROOT, LISTS, CA_FILE, BROWSER_PUBLISHER, BROWSER_CONTACT -> "";
            case BROWSER_PROCEED, BROWSER_REPORTS -> "off";
            case BROWSER_UNKNOWN -> "block";
            case BROWSER_SUBRESOURCES -> "on";
            case BROWSER_LANGUAGE -> "browser";
        };
        assertThat(machine.text(setting)).isEqualTo(expected);
        assertThat(machine.resolve().warnings()).hasSize(1)
                .first()
                .asString()
                .isEqualTo("the policy cannot be used; the strictest settings apply until it is fixed: "
                        + machine.places.policy() + " line 2: stale: 'unknwon': must be one of clean, unknown");
    }

    @Test
    void isNotBelievedIfOthersCanWriteIt() throws Exception {
        Path file = machine.policy("[enforced]\nstale = 'clean'\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
        assertBroken(
                file + ": ignored: " + file + " is writable by users other than its owner; fix it with: chmod go-w");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(machine.resolve().policy()).isInstanceOf(Policy.InForce.class);
        Path etc = machine.places.etc();
        Files.setPosixFilePermissions(etc, PosixFilePermissions.fromString("rwxr-xrwx"));
        assertBroken(
                file + ": ignored: " + etc + " is writable by users other than its owner; fix it with: chmod go-w");
    }

    @Test
    void isNotBelievedIfOthersCanWriteWhereALinkLeads() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path target = Files.writeString(elsewhere.resolve("policy"), "[enforced]\nstale = 'clean'\n");
        Files.createDirectories(machine.places.etc());
        Path link = Files.createSymbolicLink(machine.places.policy(), target);
        assertThat(machine.resolve().policy()).isInstanceOf(Policy.InForce.class);
        Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertBroken(link + ": ignored: " + elsewhere.toRealPath()
                + " is writable by users other than its owner; fix it with: chmod go-w");
        Files.delete(target);
        assertThat(machine.resolve().policy()).isInstanceOf(Policy.Broken.class);
    }

    private void assertBroken(String message) throws Exception {
        assertThat(machine.resolve().policy()).isEqualTo(new Policy.Broken(message));
    }

    @ParameterizedTest
    @CsvSource({"0, 0644, 0, true", "0, 0600, 1000, true", "1000, 0644, 1000, true", "1000, 0644, 0, false",
        "1001, 0600, 1000, false", "0, 0664, 0, false", "0, 0646, 0, false", "0, 01755, 0, true"})
    void believesRootAndWhoOwnsTheSettingsOfTheMachine(int owner, String mode, int trusted, boolean isBelieved) {
        assertThat(Ownership.problem(owner, Integer.parseInt(mode, 8), trusted).isEmpty()).isEqualTo(isBelieved);
    }

    @Test
    void saysWhoseItIsIfItIsNobodysWhoMayDecide() {
        assertThat(Ownership.problem(1000, 0644, 0)).contains("belongs to user 1000; fix it with: sudo chown root");
    }

    @Test
    void canBeReadWithoutBeingUsed() throws Exception {
        Path file = Files.writeString(folder.resolve("new.toml"),
                "[enforced]\nstale = 'clean'\n[default]\nlists = []\n");
        assertThat(Config.check(file, true)).extracting(value -> value.setting(), SettingValue<AgentSetting>::origin)
                .containsExactly(tuple(AgentSetting.LISTS, file + " line 4, default"),
                        tuple(AgentSetting.STALE, file + " line 2, enforced"));
    }
}
