package bloomward.agent.flood;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Deafness: an agent that lives and cannot accept any more, as its system gives it no more descriptors.
@Timeout(180)
final class DeafAgentTest {

    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    void endsSoThatItIsStartedAgain() throws Exception {
        Needs.require(new ProcessBuilder("prlimit", "--version").start().waitFor() == 0, "needs prlimit");
        try (LaunchedAgent agent = new LaunchedAgent(folder, "-Xmx32m")) {
            assertThat(agent.askUntilAnswered()).contains("\"unknown\"");
            List<String> limit = List.of("prlimit", "--pid", String.valueOf(agent.process().pid()), "--nofile=4:4");
            assertThat(new ProcessBuilder(limit).start().waitFor()).isZero();
            assertThat(agent.process().waitFor()).isEqualTo(2);
        }
    }
}
