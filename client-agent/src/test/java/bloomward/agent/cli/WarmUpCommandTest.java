package bloomward.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Store;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WarmUpCommandTest {

    @Test
    void makesAStoreThatOpensWhole(@TempDir Path folder) throws Exception {
        WarmUpStore.in(folder, Instant.parse("2026-11-18T12:00:00.5Z")).fill();
        try (LoadedSet set = Store.at(folder).open(List.of()).orElseThrow()) {
            assertThat(set.damages()).isEmpty();
            assertThat(set.protection().lists()).hasSize(1);
        }
    }

    @Test
    void carriesOutLinesAndSaysNothing() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        String lines = "check http://a.example/\nagent status\nno-such-command\n";
        int code = Cli.run(new Io(new ByteArrayInputStream(lines.getBytes(UTF_8)), said, new PrintStream(said, true,
                UTF_8), false, Map.of()), "warm-up");
        assertThat(code).isZero();
        assertThat(said.toString(UTF_8)).isEmpty();
    }
}
