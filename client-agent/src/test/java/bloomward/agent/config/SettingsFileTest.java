package bloomward.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingSource;
import bloomward.program.settings.SettingValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsFileTest {

    private static final SettingSource<AgentSetting> FILES = new SettingSource<>(AgentSetting.class);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|',
            value = {"stlae = 'clean'|line 3: unknown setting stlae; did you mean stale?",
                "poll_interval = '5m'|line 3: unknown setting poll_interval; did you mean poll-interval?",
                "telemetry = 'on'|line 3: unknown setting telemetry", "a.b = 1|line 3: unknown table a",
                "[agent]|line 3: unknown table agent", "[stale]|line 3: stale: must be a string in quotes",
                "stale = true|line 3: stale: must be a string in quotes",
                "poll-interval = 5|line 3: poll-interval: must be a string in quotes",
                "stale = ['clean']|line 3: stale: must be a string in quotes",
                "stale = 'never'|line 3: stale: 'never': must be one of clean, unknown",
                "unconfirmed = ''|line 3: unconfirmed: '': must be one of listed, unknown",
                "lists = 'phishing'|line 3: lists: must be names in brackets, such as [\"phishing\", \"malware\"]",
                "lists = [1]|line 3: lists: must be names in brackets, such as [\"phishing\", \"malware\"]",
                "lists = [['a']]|line 3: lists: must be names in brackets, such as [\"phishing\", \"malware\"]",
                "lists = ['a,b']|line 3: lists: 'a,b': must be a name without commas",
                "lists = ['']|line 3: lists: '': must be a name without commas",
                "lists = ['Phishing']|line 3: lists: 'Phishing' is not the name of a list: "
                        + "a name is 1 to 64 characters from a-z, 0-9 and -, a letter first",
                "data-dir = '~/lists'|line 3: data-dir: '~/lists': ~ is not expanded here; give the full path",
                "ca-file = ''|line 3: ca-file: not a valid path",
                "ca-file = \"a\\u0000b\"|line 3: ca-file: not a valid path",
                "root = 'sha256:12'|line 3: root: 'sha256:12': sha256: must be followed by 64 hexadecimal digits",
                "stale = |line 3: not TOML: ", "log-level = 'info'|line 3: not TOML: Duplicate key"})
    void saysInWhichLineAFileIsWrong(String line, String expected) throws IOException {
        Path file = Files.writeString(folder.resolve("agent.toml"), "# settings\nlog-level = 'info'\n" + line + "\n");
        assertThatExceptionOfType(SettingException.class).isThrownBy(() -> FILES.file(file))
                .withMessageStartingWith(file + " " + expected)
                .withMessageEndingWith(expected.contains("not TOML") ? "" : expected);
    }

    @Test
    void readsPathsFromWhereTheFileLies() throws Exception {
        Path file = Files.writeString(folder.resolve("agent.toml"), """
                data-dir = "store/../lists"
                "socket" = 'agent.sock'
                ca-file = "/etc/ca.pem"
                """);
        var values = FILES.file(file);
        assertThat(values.get(AgentSetting.DATA_DIR)).extracting(value -> value.text().orElseThrow())
                .isEqualTo(folder.resolve("lists").toString());
        assertThat(values.get(AgentSetting.SOCKET))
                .extracting(value -> value.text().orElseThrow(), SettingValue::origin)
                .containsExactly(folder.resolve("agent.sock").toString(), file + " line 2");
        assertThat(values.get(AgentSetting.CA_FILE)).extracting(value -> value.text().orElseThrow())
                .isEqualTo("/etc/ca.pem");
    }

    @Test
    void refusesWhatIsNoTextOfASensibleLength() throws Exception {
        Path file = folder.resolve("agent.toml");
        Files.write(file, new byte[] {(byte) 0xff});
        assertRefused(file, ": not UTF-8 text");
        Files.write(file, new byte[1 << 17]);
        assertRefused(file, ": more than 65536 bytes");
        Files.delete(file);
        assertRefused(file, ": no such file");
        Files.createDirectory(file);
        assertRefused(file, ": Is a directory");
    }

    private static void assertRefused(Path file, String message) {
        assertThatExceptionOfType(SettingException.class).isThrownBy(() -> FILES.file(file))
                .withMessage(file + message);
    }

    @Test
    void anEmptyFileSaysNothing() throws Exception {
        assertThat(FILES.file(Files.writeString(folder.resolve("agent.toml"), "# nothing\n"))).isEmpty();
    }

    @Test
    void refusesDropInsThatAreNoFolder() throws Exception {
        Machine machine = new Machine(folder);
        machine.system("");
        Files.writeString(machine.places.dropIns(), "");
        assertThatExceptionOfType(SettingException.class).isThrownBy(machine::resolve)
                .withMessage(machine.places.dropIns() + ": not a readable folder");
    }
}
