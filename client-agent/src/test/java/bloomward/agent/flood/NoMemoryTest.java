package bloomward.agent.flood;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// No memory: with a limit for which no bound was made, an agent does not live on as half an agent.
@Timeout(60)
final class NoMemoryTest {

    /// Enough to read a line, and not to write the answer to it.
    private static final String LIMIT = "-XX:MaxDirectMemorySize=1k";

    @TempDir
    private Path folder;

    @Test
    void endsTheAgentSoThatItIsStartedAgain() throws Exception {
        try (LaunchedAgent agent = new LaunchedAgent(folder, LIMIT)) {
            LaunchedAgent.send(agent.connect(), "{\"op\":\"status\"}\n");
            assertThat(agent.process().waitFor()).isEqualTo(2);
        }
    }
}
