package bloomward.agent.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.SetClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LogTest {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    private Log log(Log.Level least, Map<String, String> environment) {
        return new Log(new PrintStream(written, true, UTF_8), new SetClock(), least, environment);
    }

    @Test
    void writesTimeAndLevelForAPerson() {
        log(Log.Level.INFO, Map.of()).info("a \u001b[31m fact");
        assertThat(written.toString(UTF_8)).isEqualTo("2026-11-01T00:00:00Z info a \\u001b[31m fact\n");
    }

    @Test
    void leavesTheTimeToTheJournal() {
        Log log = log(Log.Level.named("debug"), Map.of("JOURNAL_STREAM", "9:12345"));
        log.error("one");
        log.warn("two");
        log.debug("three");
        assertThat(written.toString(UTF_8)).isEqualTo("<3>one\n<4>two\n<7>three\n");
    }

    @Test
    void leavesOutWhatMattersLess() {
        Log log = log(Log.Level.WARN, Map.of());
        log.info("no");
        log.warn("yes");
        assertThat(written.toString(UTF_8)).endsWith("warn yes\n").hasLineCount(1);
    }
}
