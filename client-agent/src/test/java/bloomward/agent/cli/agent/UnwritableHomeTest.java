package bloomward.agent.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Bloomward;
import bloomward.program.testing.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A home in which no folder can be made. It is a file here, as root may write anywhere.
final class UnwritableHomeTest {

    private static final String ENROLL = "agent enroll http://127.0.0.1:1 --root sha256:"
            + "0000000000000000000000000000000000000000000000000000000000000000";

    @TempDir
    private Path folder;

    private Run run(Map<String, String> environment, String line) {
        return Bloomward.with(environment, new byte[0], line.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {ENROLL, "agent run"})
    void isNamedWithTheRemedy(String line) throws Exception {
        Path home = Files.writeString(folder.resolve("home"), "");
        Run run = run(Map.of("HOME", home.toString()), line);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(home + "/.local: ")
                .endsWith("\nHOME is " + home + ": set it to a folder that you can write, or name another folder for "
                        + "the store with --data-dir\n");
        Run data = run(Map.of("HOME", folder.toString(), "XDG_DATA_HOME", home.toString()), line);
        assertThat(data.err()).contains("\nXDG_DATA_HOME is " + home + ": ");
    }

    @Test
    void isNoCauseWhereTheFolderIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        Run run = run(Map.of("HOME", folder.toString()), ENROLL + " --data-dir " + file + "/store");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(file.toString()).doesNotContain("HOME");
    }
}
