package bloomward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.config.AddressRange;
import bloomward.server.config.HostPort;
import bloomward.server.http.RawClient.Received;
import bloomward.server.http.files.PublicListener;
import bloomward.server.http.files.SampleFiles;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Behaviour of the listener under clients that mean no good, or know no better.
@Timeout(300)
final class HostileClientTest {

    private static final String GET_LATEST = "GET /v1/latest HTTP/1.1\r\nHost: h\r\n\r\n";

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<RawClient> clients = new ArrayList<>();
    @SuppressWarnings("NullAway.Init") // each test starts one
    private PublicListener listener;

    private PublicListener start(HttpLimits limits, int fileLength) throws IOException {
        listener = PublicListener.start(new HostPort("127.0.0.1", 0), Optional.empty(), new SampleFiles(fileLength),
                limits, registry);
        return listener;
    }

    private RawClient connect() {
        RawClient client = RawClient.to(listener.uri());
        clients.add(client);
        return client;
    }

    @AfterEach
    void stop() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
        listener.close();
    }

    /// Connects and asks, once more where the deadline came between the two.
    private RawClient connectAndAsk() {
        RawClient client = connect();
        while (!isServed(client)) {
            client = connect();
        }
        return client;
    }

    private void awaitClosed(String reason, int count) {
        while (closed(reason) < count) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }

    private void assertOthersAreServed() throws IOException {
        for (int i = 0; i < 20; i++) {
            assertThat(RawClient.ask(listener.uri(), "GET", "/v1/latest").body()).isEqualTo(SampleFiles.LATEST);
        }
    }

    private double closed(String reason) {
        return registry.counter("bloomward.http.connections.closed", "listener", "public", "reason", reason).count();
    }

    @Test
    void aHeadThatIsTooLongIsRefused() throws IOException {
        start(HttpLimits.DEFAULT, 1000);
        assertThat(RawClient.ask(listener.uri(), "GET", "/v1/latest", "X: " + "x".repeat(9000)).status())
                .isEqualTo(431);
        Received uri = RawClient.ask(listener.uri(), "GET", "/" + "x".repeat(9000));
        assertThat(uri.status()).isEqualTo(414);
        assertThat(uri.header("Content-Type")).contains("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 5\r\nContent-Length: 6", "Content-Length: 5\r\nContent-Length: 5",
        "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity", "Content-Length: +5",
        "Content-Length: 5 5", "Content-Length : 5", "X: a\r\n b: c", "X\u0000: a", "Host: other"})
    void aRequestWithTwoMeaningsIsRefusedAndTheConnectionClosed(String headers) throws IOException {
        start(HttpLimits.DEFAULT, 1000);
        RawClient client = connect();
        client.send("GET /v1/latest HTTP/1.1\r\nHost: h\r\n" + headers + "\r\n\r\n0\r\n\r\n" + GET_LATEST);
        Received refused = client.receive();
        assertThat(refused.status()).isIn(400, 413, 501);
        assertThat(refused.text()).doesNotContain("Exception").doesNotContain("at org.");
        assertThat(client.readToEnd()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n\r\n\u0000\u0001\u0002\r\n\r\n", "GET\r\n\r\n", "GET /v1/latest HTTP/9.9\r\n\r\n",
        "GET /v1/latest HTTP/1.1\r\n\r\n", "\u0016\u0003\u0001\u0002\u0000\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"})
    void whatIsNoRequestGetsNoStack(String bytes) throws IOException {
        start(HttpLimits.DEFAULT, 1000);
        RawClient client = connect();
        client.send(bytes);
        client.socket().shutdownOutput();
        String answer = new String(client.readToEnd(), java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(answer).matches("(?s)(HTTP/1.1 (400|426|505) .*)?")
                .doesNotContain("Exception")
                .doesNotContain("at org.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"})
    void aBodyIsRefused(String rest) throws IOException {
        start(HttpLimits.DEFAULT, 1000);
        RawClient client = connect();
        client.send("GET /v1/latest HTTP/1.1\r\nHost: h\r\n" + rest);
        assertThat(client.receive().status()).isEqualTo(413);
        assertThat(client.readToEnd()).isEmpty();
    }

    @Test
    void manyRequestsAtOnceAreAnsweredInTheirOrder() throws IOException {
        start(HttpLimits.DEFAULT, 1000);
        RawClient client = connect();
        client.send((GET_LATEST + "GET /v1/root/5 HTTP/1.1\r\nHost: h\r\n\r\n").repeat(500));
        for (int i = 0; i < 500; i++) {
            assertThat(client.receive().status()).isEqualTo(200);
            assertThat(client.receive().status()).isEqualTo(404);
        }
    }

    @Test
    void aHeadThatDripsInIsClosedAtItsDeadline() throws IOException {
        start(HttpLimits.DEFAULT.withHeads(1000, Duration.ofMillis(300)), 1000);
        RawClient silent = connect();
        RawClient first = connect();
        first.send("GET /v1/la");
        RawClient second = connectAndAsk();
        second.send("GET /v1/la");
        for (RawClient client : List.of(silent, first, second)) {
            assertThat(client.readToEnd()).isEmpty();
        }
        assertThat(closed("slow_head")).isGreaterThanOrEqualTo(3);
    }

    @Test
    void aDeadlineForHeadsIsNoneForTheTimeBetweenRequests() throws IOException {
        start(HttpLimits.DEFAULT.withHeads(1000, Duration.ofSeconds(1)), 1000);
        RawClient patient = connectAndAsk();
        RawClient late = connect();
        assertThat(late.readToEnd()).isEmpty(); // so a deadline has passed since
        patient.send(GET_LATEST);
        assertThat(patient.receive().status()).isEqualTo(200);
    }

    @Test
    void lateHeadsOfOneAddressAreBoundedBeforeTheDeadline() throws IOException {
        start(HttpLimits.DEFAULT.withHeads(3, Duration.ofSeconds(20)), 1000);
        List<RawClient> dripping = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            RawClient client = connect();
            client.send("GET /v1/latest HTTP/1.1\r\nHost: h\r\n");
            dripping.add(client);
        }
        awaitClosed("slow_head", 7);
        int served = 0;
        for (RawClient client : dripping) {
            served += endsItsHead(client) ? 1 : 0;
        }
        assertThat(served).isEqualTo(3);
    }

    private static boolean endsItsHead(RawClient client) {
        try {
            client.send("\r\n");
            return client.receive().status() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void fourHundredSlowConnectionsDelayNobody() throws IOException {
        start(HttpLimits.DEFAULT, 8 << 20);
        for (int i = 0; i < 400; i++) {
            RawClient client = connect();
            client.send(switch (i % 4) {
                case 0 -> "GET /v1/la";
                case 1 -> "GET /v1/latest HTTP/1.1\r\nHost: h\r\nX: ";
                case 2 -> "POST /v1/latest HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nx";
                default -> "GET " + SampleFiles.PACKED + " HTTP/1.1\r\nHost: h\r\n\r\n"; // and never reads
            });
        }
        assertOthersAreServed();
    }

    @Test
    void aReaderThatStallsIsClosed() throws IOException {
        start(HttpLimits.DEFAULT.withReaders(Duration.ofMillis(300), 1024), 64 << 20);
        RawClient stalled = connect();
        stalled.send("GET " + SampleFiles.PACKED + " HTTP/1.1\r\nHost: h\r\n\r\n");
        awaitClosed("slow_reader", 1);
        assertThat(stalled.readToEnd()).hasSizeLessThan(64 << 20);
        assertOthersAreServed();
    }

    @Test
    void aConnectionTooManyIsToldWhenToComeAgain() throws Exception {
        AddressRange proxy = new AddressRange(InetAddress.ofLiteral("127.0.0.1"), 32);
        start(HttpLimits.DEFAULT.withConnections(8, 100, 100).withProxies(List.of(proxy)), 1000);
        List<RawClient> served = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            RawClient client = connect();
            client.send(GET_LATEST);
            assertThat(client.receive().status()).isEqualTo(200);
            served.add(client);
        }
        RawClient tooMany = connect();
        tooMany.send(GET_LATEST);
        Received busy = tooMany.receive();
        assertThat(busy.status()).isEqualTo(503);
        assertThat(busy.headers()).containsEntry("Retry-After", "60").containsEntry("Connection", "close");
        served.getFirst().send(GET_LATEST);
        assertThat(served.getFirst().receive().status()).isEqualTo(200);
    }

    @Test
    void oneAddressCannotTakeAllConnections() throws IOException {
        start(HttpLimits.DEFAULT.withConnections(100, 4, 100), 1000);
        for (int i = 0; i < 4; i++) {
            assertThat(isServed(connect())).isTrue();
        }
        assertThat(connect().readToEnd()).isEmpty();
        assertThat(refused("address")).isEqualTo(1);
        assertThat(isServed(connectFrom("127.0.0.2"))).isTrue();
    }

    @Test
    void oneNetworkCannotTakeAllConnections() throws IOException {
        start(HttpLimits.DEFAULT.withConnections(100, 100, 4), 1000);
        for (int i = 1; i <= 4; i++) {
            assertThat(isServed(connectFrom("127.0.7." + i))).isTrue();
        }
        assertThat(connectFrom("127.0.7.5").readToEnd()).isEmpty();
        assertThat(refused("network")).isEqualTo(1);
        assertThat(isServed(connectFrom("127.0.8.5"))).isTrue();
    }

    @Test
    void aProxyThatTheOperatorTrustsIsNotBounded() throws IOException {
        AddressRange proxies = new AddressRange(InetAddress.ofLiteral("127.0.7.0"), 24);
        start(HttpLimits.DEFAULT.withConnections(100, 4, 4).withProxies(List.of(proxies)), 1000);
        for (int i = 0; i < 20; i++) {
            assertThat(isServed(connectFrom("127.0.7.1"))).isTrue();
        }
    }

    /// The starved crowd: a few addresses of different networks keep more connections than there are places, each of which
    /// asks now and again, so that none is idle for long. Everybody else was told 503.
    @Test
    void aFewAddressesCannotStarveTheRest() throws IOException {
        start(HttpLimits.DEFAULT.withConnections(64, 40, 48), 1000);
        List<RawClient> greedy = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 40; i++) {
                for (String address : List.of("127.1.0.1", "127.2.0.1")) {
                    RawClient client = connectFrom(address);
                    isServed(client);
                    greedy.add(client);
                }
            }
            for (RawClient client : greedy) {
                isServed(client);
            }
            for (int i = 1; i <= 10; i++) {
                assertThat(isServed(connectFrom("127.3." + round + "." + i))).isTrue();
            }
        }
        assertThat(closed("crowding")).isPositive();
    }

    private double refused(String reason) {
        return registry.get("bloomward.http.connections.refused").tag("reason", reason).counter().count();
    }

    private RawClient connectFrom(String address) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
        socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), listener.uri().getPort()));
        RawClient client = new RawClient(socket);
        clients.add(client);
        return client;
    }

    private static boolean isServed(RawClient client) {
        try {
            client.send(GET_LATEST);
            return client.receive().status() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void closingLetsAnAnswerUnderWayEnd() throws Exception {
        start(HttpLimits.DEFAULT, 32 << 20);
        RawClient client = connect();
        client.send("GET " + SampleFiles.PACKED + " HTTP/1.1\r\nHost: h\r\n\r\n");
        client.awaitFirstByte();
        Thread closing = Thread.ofVirtual().start(listener::close);
        Received whole = client.receive();
        assertThat(whole.body()).hasSize(32 << 20);
        closing.join();
        assertThat(client.readToEnd()).isEmpty();
    }
}
