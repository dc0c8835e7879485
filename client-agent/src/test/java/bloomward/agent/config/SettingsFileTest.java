package bloomward.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsFileTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', value = {
        "stlae = 'clean'|line 3: there is no setting stlae; did you mean stale?",
        "poll_interval = '5m'|line 3: there is no setting poll_interval; did you mean poll-interval?",
        "telemetry = 'on'|line 3: there is no setting telemetry",
        "a.b = 1|line 3: there is no table a",
        "[agent]|line 3: there is no table agent",
        "[stale]|line 3: stale: a text in quotes is needed",
        "stale = true|line 3: stale: a text in quotes is needed",
        "poll-interval = 5|line 3: poll-interval: a text in quotes is needed",
        "stale = ['clean']|line 3: stale: a text in quotes is needed",
        "stale = 'never'|line 3: stale: 'never': possible are clean, unknown",
        "unconfirmed = ''|line 3: unconfirmed: '': possible are listed, unknown",
        "lists = 'phishing'|line 3: lists: names in brackets are needed, such as [\"phishing\", \"malware\"]",
        "lists = [1]|line 3: lists: names in brackets are needed, such as [\"phishing\", \"malware\"]",
        "lists = [['a']]|line 3: lists: names in brackets are needed, such as [\"phishing\", \"malware\"]",
        "lists = ['a,b']|line 3: lists: 'a,b' is no name of a list",
        "lists = ['']|line 3: lists: '' is no name of a list",
        "lists = ['Phishing']|line 3: lists: 'Phishing' is no name of a list: possible are 1 to 64 of a-z, 0-9 and -, a "
                + "letter first",
        "data-dir = '~/lists'|line 3: data-dir: '~/lists': ~ means nothing here; the whole path is needed",
        "ca-file = ''|line 3: ca-file: is no name of a file or folder",
        "ca-file = \"a\\u0000b\"|line 3: ca-file: is no name of a file or folder",
        "root = 'sha256:12'|line 3: root: 'sha256:12': behind sha256: stand 64 hexadecimal digits",
        "stale = |line 3: no TOML: ", "log-level = 'info'|line 3: no TOML: Duplicate key"})
    void saysInWhichLineAFileIsWrong(String line, String expected) throws IOException {
        Path file = Files.writeString(folder.resolve("agent.toml"), "# settings\nlog-level = 'info'\n" + line + "\n");
        assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> SettingsFile.read(file))
                .withMessageStartingWith(file + " " + expected)
                .withMessageEndingWith(expected.contains("no TOML") ? "" : expected);
    }

    @Test
    void readsPathsFromWhereTheFileLies() throws Exception {
        Path file = Files.writeString(folder.resolve("agent.toml"), """
                data-dir = "store/../lists"
                "socket" = 'agent.sock'
                ca-file = "/etc/ca.pem"
                """);
        var values = SettingsFile.read(file);
        assertThat(values.get(Setting.DATA_DIR)).extracting(value -> value.text().orElseThrow())
                .isEqualTo(folder.resolve("lists").toString());
        assertThat(values.get(Setting.SOCKET)).extracting(value -> value.text().orElseThrow(), Config.Value::origin)
                .containsExactly(folder.resolve("agent.sock").toString(), file + " line 2");
        assertThat(values.get(Setting.CA_FILE)).extracting(value -> value.text().orElseThrow())
                .isEqualTo("/etc/ca.pem");
    }

    @Test
    void refusesWhatIsNoTextOfASensibleLength() throws Exception {
        Path file = folder.resolve("agent.toml");
        Files.write(file, new byte[] {(byte) 0xff});
        assertRefused(file, ": is no UTF-8 text");
        Files.write(file, new byte[1 << 17]);
        assertRefused(file, ": more than 65536 bytes");
        Files.delete(file);
        assertRefused(file, ": no such file");
        Files.createDirectory(file);
        assertRefused(file, ": Is a directory");
    }

    private static void assertRefused(Path file, String message) {
        assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> SettingsFile.read(file))
                .withMessage(file + message);
    }

    @Test
    void anEmptyFileSaysNothing() throws Exception {
        assertThat(SettingsFile.read(Files.writeString(folder.resolve("agent.toml"), "# nothing\n"))).isEmpty();
    }

    @Test
    void refusesDropInsThatAreNoFolder() throws Exception {
        Machine machine = new Machine(folder);
        machine.system("");
        Files.writeString(machine.places.dropIns(), "");
        assertThatExceptionOfType(ConfigException.class).isThrownBy(machine::resolve)
                .withMessage(machine.places.dropIns() + ": no folder that can be read");
    }
}
