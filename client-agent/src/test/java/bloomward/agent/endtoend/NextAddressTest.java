package bloomward.agent.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.service.Agent;
import bloomward.agent.service.Agents;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.AgentStatus.PastPoll;
import bloomward.format.testing.SetClock;
import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.mirror.Mirror;
import bloomward.server.mirror.MirrorSettings;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Agents that ask a mirror, by the addresses of the root note, and go on with the next address when the mirror is lost.
@Timeout(120)
final class NextAddressTest {

    private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);

    @TempDir
    private Path folder;
    private final SetClock clock = new SetClock();

    @Test
    void goesOnAtTheNextAddressOfTheRootNote() throws Exception {
        try (Publisher publisher = Publisher.start(folder.resolve("server"), clock)) {
            publisher.list("phishing").add("phishing", "evil.example").publish();
            Mirror mirror = Mirror.start(new MirrorSettings(publisher.address(), publisher.root(),
                    folder.resolve("mirror"), ANY_PORT, ANY_PORT, Optional.empty(), HttpLimits.DEFAULT,
                    Duration.ofMillis(50), ProxySelector.of(null), "test"), clock);
            try (mirror) {
                publisher.rotate("--address", mirror.publicUri().toString(), "--address",
                        publisher.address().toString());
                publisher.add("phishing", "worse.example").publish();
                awaitHealthy(mirror);
            }
            Agents agents = new Agents(folder.resolve("agent"), clock).at(publisher);
            try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
                assertThat(client.update().isGood()).as("learns the addresses; the mirror is lost").isTrue();
                clock.advance(Duration.ofMinutes(5));
                publisher.add("phishing", "worst.example").publish();
                assertThat(client.update().outcome()).isEqualTo(PastPoll.UPDATED);
                assertThat(Agents.check(agent, "http://worst.example/").verdict()).isInstanceOf(Listed.class);
            }
        }
    }

    /// Up to the time limit of the test.
    private static void awaitHealthy(Mirror mirror) throws Exception {
        while (status(mirror) != 200) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private static int status(Mirror mirror) throws IOException {
        return ((HttpURLConnection) mirror.publicUri().resolve("/healthz").toURL().openConnection()).getResponseCode();
    }
}
