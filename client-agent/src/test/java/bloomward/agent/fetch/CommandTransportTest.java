package bloomward.agent.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.wire.PublicPath;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class CommandTransportTest {

    private static final PublicPath LATEST = new PublicPath.Latest();
    private static final FetchLimits STRICT = new FetchLimits(Duration.ofMinutes(1), Duration.ofMillis(300), 1000,
            Duration.ofMinutes(1));

    private final ScriptedServer server;

    CommandTransportTest() throws IOException {
        server = new ScriptedServer();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    /// The end of a process waits 300 ms for a thread that watches sockets.
    @Test
    void aRequestLeavesNoThreadThatWatchesSockets() throws Exception {
        server.on(LATEST, "HTTP/1.1 200 OK", "a note\n");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), CommandRequest.class.getName(),
                server.address().toString()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.lines()).contains("Content", "main").noneMatch(thread -> thread.contains("Poller"));
    }

    /// The thread of such a request cannot be ended, so the next one takes another kind.
    @Test
    void aServerThatSaysNothingIsTooSlowForEachOfManyRequests() throws Exception {
        server.on(LATEST, ScriptedServer.Talk::stall);
        HttpTransport transport = HttpTransport.ofCommand(Map.of(), Optional.<Path>empty(), STRICT, "1",
                Clock.systemUTC());
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> transport.get(server.address(), LATEST, 1000, Optional.empty()))
                    .isInstanceOf(FetchException.class)
                    .hasMessageContaining("no answer within");
        }
        assertThat(Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter("fetch"::equals))
                .as("platform threads left behind")
                .hasSizeLessThanOrEqualTo(1);
    }
}
