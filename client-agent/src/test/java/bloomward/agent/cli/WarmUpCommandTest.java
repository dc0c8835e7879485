package bloomward.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Store;
import bloomward.program.testing.Run;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
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
        String lines = "check http://a.example/\nagent status\nno-such-command\n";
        assertThat(new Run.Setting().input(lines).run(Cli::run, "warm-up")).isEqualTo(new Run(0, "", ""));
    }
}
