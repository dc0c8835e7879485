package bloomward.agent.flood;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Many silent readers: each connection asks about a thousand short URLs, and never reads an answer. The answers held
/// for them all would be more than the heap of an agent.
@Timeout(120)
final class ManySilentReadersTest {

    private static final int CONNECTIONS = 235;
    private static final String REQUEST = "{\"op\":\"check\",\"urls\":[" + "\"a.example\",".repeat(999)
            + "\"a.example\"]}\n";

    @TempDir
    private Path folder;

    @Test
    void doNotEndTheAgent() throws Exception {
        try (LaunchedAgent agent = new LaunchedAgent(folder, "-Xmx32m")) {
            List<SocketChannel> silent = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                silent.add(agent.connect());
            }
            for (int round = 0; round < 10; round++) {
                for (SocketChannel channel : silent) {
                    send(channel);
                }
                assertThat(agent.askUntilAnswered()).as("round %d", round).contains("\"unknown\"");
            }
            assertThat(agent.process().isAlive()).isTrue();
        }
    }

    /// Some are closed meanwhile, for being silent.
    private static void send(SocketChannel channel) {
        try {
            LaunchedAgent.send(channel, REQUEST);
        } catch (IOException _) {
            return;
        }
    }
}
