package bloomward.agent.flood;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// No memory: with a heap for which no bound was made, an agent does not live on as half an agent.
@Timeout(180)
final class NoMemoryTest {

    /// Enough to start.
    private static final String HEAP = "-Xmx10m";
    private static final String REQUEST = "{\"op\":\"check\",\"urls\":[" + "\"http://a.example/\",".repeat(999)
            + "\"http://a.example/\"]}\n";

    @TempDir
    private Path folder;

    @Test
    void endsTheAgentSoThatItIsStartedAgain() throws Exception {
        try (LaunchedAgent agent = new LaunchedAgent(folder, HEAP)) {
            while (agent.process().isAlive() && !Thread.currentThread().isInterrupted()) {
                connectAndNeverRead(agent);
            }
            assertThat(agent.process().waitFor()).isNotZero();
        }
    }

    private static void connectAndNeverRead(LaunchedAgent agent) {
        try {
            LaunchedAgent.send(agent.connect(), REQUEST);
        } catch (IOException _) {
            Thread.onSpinWait(); // it has ended, or ends
        }
    }
}
