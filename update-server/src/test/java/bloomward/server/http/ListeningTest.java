package bloomward.server.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.config.HostPort;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class ListeningTest {

    private static final HttpLimits SHORT_GRACE = new HttpLimits(16, 16, 16, List.of(), 16, 8192,
            Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30), 16_384, Duration.ofSeconds(10),
            1024, Duration.ofMillis(50), false);

    /// A handler whose answer never comes.
    private static final class Endless extends Handler.Wrapper {

        final CountDownLatch isAsked = new CountDownLatch(1);

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            isAsked.countDown();
            return true;
        }
    }

    @Test
    void anAnswerThatDoesNotEndIsCutAndNoFailure() throws Exception {
        Endless endless = new Endless();
        Listening listening = Listening.start("test", new HostPort("127.0.0.1", 0), Optional.empty(), SHORT_GRACE,
                new HttpMetrics(new SimpleMeterRegistry(), "test"), endless, _ -> {});
        URI uri = listening.uri();
        try (RawClient client = RawClient.to(uri)) {
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
            endless.isAsked.await();
            assertThatCode(listening::close).doesNotThrowAnyException();
        }
        assertThatThrownBy(() -> RawClient.to(uri)).as("the port").hasRootCauseInstanceOf(ConnectException.class);
    }
}
