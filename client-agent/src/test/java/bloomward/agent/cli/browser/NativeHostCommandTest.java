package bloomward.agent.cli.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Bloomward;
import bloomward.program.terminal.Io;
import bloomward.program.testing.Run;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class NativeHostCommandTest {

    private static final String CHROMIUM = "chrome-extension://abcdefghijklmnopabcdefghijklmnop/";

    @TempDir
    private Path folder;

    private Run run(byte[] input, String... args) {
        return Bloomward.with(Map.of("HOME", folder.toString(), "BLOOMWARD_SOCKET", folder.resolve("none").toString()),
                input, args);
    }

    @Test
    void relaysUntilTheInputEnds() {
        Run run = run(new byte[0], "native-host", "--caller", CHROMIUM, "--", CHROMIUM, "--parent-window=0");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().substring(4)).startsWith("{\"v\":1,\"event\":\"agent\",\"state\":\"absent\"");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void rehearsesForItsArchiveWithoutAWord() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Io io = new Io(InputStream.nullInputStream(), said, new PrintStream(said, true, UTF_8), false, false,
                Map.of("HOME", folder.toString()), Optional.empty(), Clock.systemUTC());
        assertThat(NativeHostCommand.direct(io, "native-host", "warm-up")).contains(0);
        assertThat(said.toString(UTF_8)).isEmpty();
    }

    @Test
    void saysWhyItEnds() {
        Run run = run(new byte[] {1, 0}, "native-host", "--caller", CHROMIUM, "--", CHROMIUM);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("bloomward native-host: the input ends after 2 of the 4 bytes of a length\n");
    }

    @Test
    void refusesAnyOtherCaller() {
        Run run = run(new byte[0], "native-host", "--caller", CHROMIUM, "--", "chrome-extension://other/");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("started for chrome-extension://other/");
        assertThat(run(new byte[0], "native-host", "--caller", CHROMIUM).exitCode()).isEqualTo(1);
        assertThat(run(new byte[0], "native-host", "--", CHROMIUM).exitCode()).isEqualTo(2);
    }

    @Test
    void tellsTheBrowserThatTheSettingsAreWrong() {
        Run run = Bloomward.with(Map.of("HOME", folder.toString(), "BLOOMWARD_STALE", "x"), new byte[0], "native-host",
                "--caller", CHROMIUM, "--", CHROMIUM);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).contains("\"state\":\"absent\"", "must be one of clean, unknown");
    }
}
