package bloomward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.config.HostPort;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Future;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.DefaultHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class GuardedConnectorTest {

    @Test
    void closesConnectionsThatAreKeptAliveWhenItStops() throws Exception {
        Server server = new Server();
        HttpMetrics metrics = new HttpMetrics(new SimpleMeterRegistry(), "test");
        GuardedConnector connector = new GuardedConnector(server, new HostPort("127.0.0.1", 0), HttpLimits.DEFAULT,
                new ConnectionGuard(HttpLimits.DEFAULT, metrics), new HttpConnectionFactory());
        server.setHandler(new Gate(new DefaultHandler(), metrics));
        connector.setShutdownIdleTimeout(Duration.ofHours(1).toMillis());
        server.addConnector(connector);
        server.start();
        try (RawClient client = RawClient.to(URI.create("http://127.0.0.1:" + connector.getLocalPort()))) {
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.receive().status()).isEqualTo(404);
            Future<Void> stopped = connector.shutdown();
            assertThat(client.readToEnd()).isEmpty();
            stopped.get();
        } finally {
            server.stop();
        }
    }
}
