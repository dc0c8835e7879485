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
    @CsvSource(quoteCharacter = '`', delimiter = '|', value = {
        "stlae = 'clean'|line 3: there is no setting stlae; did you mean stale?",
        "poll_interval = '5m'|line 3: there is no setting poll_interval; did you mean poll-interval?",
        "telemetry = 'on'|line 3: there is no setting telemetry", "a.b = 1|line 3: there is no table a",
        "[agent]|line 3: there is no table agent", "[stale]|line 3: stale: a text in quotes is needed",
        "stale = true|line 3: stale: a text in quotes is needed",
        "poll-interval = 5|line 3: poll-interval: a text in quotes is needed",
        "stale = ['clean']|line 3: stale: a text in quotes is needed",
        "stale = 'never'|line 3: stale: 'never': possible are clean, unknown",
        "unconfirmed = ''|line 3: unconfirmed: '': possible are listed, unknown",
        "lists = 'phishing'|line 3: lists: names in brackets are needed, such as [\"phishing\", \"malware\"]",
        "lists = [1]|line 3: lists: names in brackets are needed, such as [\"phishing\", \"malware\"]",
        "lists = [['a']]|line 3: lists: names in brackets are needed, such as [\"phishing\", \"malware\"]",
        "lists = ['a,b']|line 3: lists: 'a,b': a name without commas is needed",
        "lists = ['']|line 3: lists: '': a name without commas is needed",
        "lists = ['Phishing']|line 3: lists: 'Phishing' is no name of a list: possible are 1 to 64 of a-z, 0-9 and -, a "
                + "letter first",
        "data-dir = '~/lists'|line 3: data-dir: '~/lists': ~ has no meaning here; give the whole path",
        "ca-file = ''|line 3: ca-file: not the name of a file or folder",
        "ca-file = \"a\\u0000b\"|line 3: ca-file: not the name of a file or folder",
        "root = 'sha256:12'|line 3: root: 'sha256:12': behind sha256: stand 64 hexadecimal digits",
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
                .withMessage(machine.places.dropIns() + ": no folder that can be read");
    }
}
