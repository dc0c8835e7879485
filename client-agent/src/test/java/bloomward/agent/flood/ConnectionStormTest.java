package bloomward.agent.flood;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Connection storms: programs that connect and go, or connect and stay, far more often than there are places.
@Timeout(120)
final class ConnectionStormTest {

    @TempDir
    private Path folder;

    @Test
    void doesNotEndTheAgent() throws Exception {
        try (LaunchedAgent agent = new LaunchedAgent(folder, "-Xmx32m")) {
            for (int i = 0; i < 3000; i++) {
                agent.connect().close();
            }
            assertThat(agent.askUntilAnswered()).contains("\"unknown\"");
            for (int i = 0; i < 1000; i++) {
                LaunchedAgent.send(agent.connect(), "{\"op\":\"check\",\"url\":\"");
            }
            assertThat(agent.askUntilAnswered()).contains("\"unknown\"");
        }
    }
}
