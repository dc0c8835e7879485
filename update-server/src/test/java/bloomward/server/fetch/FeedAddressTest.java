package bloomward.server.fetch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.http.EnvironmentProxy;
import bloomward.server.fetch.FetchOutcome.Failed;
import bloomward.server.fetch.FetchOutcome.Fetched;
import bloomward.server.fetch.FetchOutcome.Reason;
import bloomward.server.http.tls.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The borrowed seat: a definition, or a publisher who redirects, makes the server ask what only the server may ask: its own
/// admin listener, a neighbour, the metadata of a cloud. A name may mean such a machine, too, also only the second time.
@Timeout(300)
final class FeedAddressTest {

    private static final String LIST = "HTTP/1.1 200 OK\nContent-Length: 7";
    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress THERE = InetAddress.ofLiteral("127.0.0.2");

    private final Path temp;
    private final ScriptedServer server = new ScriptedServer();
    private final List<AutoCloseable> parts = new ArrayList<>();
    private final Map<String, InetAddress> names = new java.util.concurrent.ConcurrentHashMap<>();
    private final AtomicInteger questions = new AtomicInteger();
    private String extra = "";

    FeedAddressTest(@TempDir Path temp) throws IOException {
        this.temp = temp;
        server.on("/l", LIST, "a.test\n");
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        for (AutoCloseable part : parts) {
            part.close();
        }
    }

    private InetAddress[] resolve(String host) throws IOException {
        questions.incrementAndGet();
        InetAddress known = names.get(host);
        return known == null ? InetAddress.getAllByName(host) : new InetAddress[] {known};
    }

    private FetchOutcome fetch(String url, Predicate<InetAddress> isPublic) throws Exception {
        return fetch(url, isPublic, (SSLSocketFactory) SSLSocketFactory.getDefault(), Map.of());
    }

    private FetchOutcome fetch(String url, Predicate<InetAddress> isPublic, SSLSocketFactory tls,
            Map<String, String> environment) throws Exception {
        Publishers publishers = new Publishers(EnvironmentProxy.of(environment), tls, this::resolve, isPublic);
        Fetcher fetcher = new Fetcher(new FeedFolder(temp.resolve("feeds")), temp, "test", publishers,
                Clock.systemUTC());
        parts.add(fetcher);
        return fetcher.fetch(FeedDefinition.parse("f.toml", """
                name = "f"
                title = "t"
                url = "%s"
                format = "auto"
                scope = "auto"
                category = "phishing"
                interval = "1h"
                licence = "CC0-1.0"
                attribution = "a"
                homepage = "https://a.test/"
                """.formatted(url) + extra));
    }

    private void assertRefused(FetchOutcome outcome, String detail) {
        assertThat(outcome).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.reason()).isEqualTo(Reason.PRIVATE);
            assertThat(failed.detail()).contains(detail).contains("private-network = true");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "[::1]", "0.0.0.0", "[::]", "[::ffff:127.0.0.1]", "10.0.0.1",
        "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.0.1", "198.18.0.1", "224.0.0.1",
        "240.0.0.1", "255.255.255.255", "[fe80::1]", "[fec0::1]", "[fd00:ec2::254]", "[ff02::1]", "[::7f00:1]",
        "[64:ff9b::7f00:1]", "[2002:7f00:1::1]", "[2001::1]"})
    void anAddressThatIsNotPublicIsNotAsked(String host) throws Exception {
        assertRefused(fetch("http://" + host + ":" + server.port() + "/l", PublicNetwork::isPublic), "");
        assertThat(server.questions()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"100.63.0.1", "100.128.0.1", "172.32.0.1", "8.8.8.8", "2606:4700::1", "64:ff9b::808:808",
        "2002:808:808::1"})
    void allOthersAre(String address) {
        assertThat(PublicNetwork.isPublic(InetAddress.ofLiteral(address))).isTrue();
    }

    @Test
    void aNameOfSuchAnAddressIsNotAskedEither() throws Exception {
        names.put("lists.example", HERE);
        assertRefused(fetch("http://lists.example:" + server.port() + "/l", PublicNetwork::isPublic),
                "lists.example is 127.0.0.1, which is not on the public network");
        assertRefused(fetch("http://localhost:" + server.port() + "/l", PublicNetwork::isPublic), "localhost is ");
        assertThat(server.questions()).isEmpty();
    }

    @Test
    void aDefinitionMaySayThatItIsMeant() throws Exception {
        extra = "private-network = true\n";
        assertThat(fetch(server.url("/l"), PublicNetwork::isPublic)).isInstanceOf(Fetched.class);
    }

    /// The name means a public address when it is checked, and this machine when it is connected to.
    @Test
    void aNameThatChangesItsMeaningIsResolvedOnce() throws Exception {
        names.put("lists.example", HERE);
        Predicate<InetAddress> changing = address -> {
            names.put("lists.example", THERE); // as soon as it was checked
            return address.equals(HERE);
        };
        assertThat(fetch("http://lists.example:" + server.port() + "/l", changing)).isInstanceOf(Fetched.class);
        assertThat(questions).hasValue(1);
        assertRefused(fetch("http://lists.example:" + server.port() + "/l", changing), "lists.example is 127.0.0.2");
    }

    @Test
    void aRedirectIsCheckedAgain() throws Exception {
        extra = "redirect-hosts = [\"cdn.example\", \"127.0.0.2\"]\n";
        names.put("lists.example", HERE);
        names.put("cdn.example", THERE);
        server.on("/name", "HTTP/1.1 302 Found\nLocation: http://cdn.example:" + server.port() + "/l", "");
        server.on("/literal", "HTTP/1.1 302 Found\nLocation: http://127.0.0.2:" + server.port() + "/l", "");
        for (String path : List.of("/name", "/literal")) {
            assertRefused(fetch("http://lists.example:" + server.port() + path, HERE::equals), "127.0.0.2");
        }
        assertThat(server.questions()).hasSize(2);
    }

    @Test
    void aProxyResolvesNamesButIsNotAskedForAddresses() throws Exception {
        Map<String, String> proxy = Map.of("http_proxy", server.url(""));
        server.on("http://lists.example/l", LIST, "a.test\n");
        SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
        assertThat(fetch("http://lists.example/l", PublicNetwork::isPublic, tls, proxy)).isInstanceOf(Fetched.class);
        assertRefused(fetch("http://169.254.169.254/l", PublicNetwork::isPublic, tls, proxy), "169.254.169.254 is");
        assertThat(server.questions()).hasSize(1);
    }

    @Test
    void theCertificateHasToNameTheHostAndNotItsAddress() throws Exception {
        SSLContext tls = SelfSigned.of("dns:lists.example").context();
        names.put("lists.example", HERE);
        names.put("other.example", HERE);
        try (ScriptedServer secure = new ScriptedServer(tls.getServerSocketFactory())) {
            secure.on("/l", LIST, "a.test\n");
            String port = ":" + secure.port() + "/l";
            assertThat(fetch("https://lists.example" + port, HERE::equals, tls.getSocketFactory(), Map.of()))
                    .isInstanceOf(Fetched.class);
            assertThat(secure.questions().getFirst().has("Host: lists.example:" + secure.port())).isTrue();
            assertThat(fetch("https://other.example" + port, HERE::equals, tls.getSocketFactory(), Map.of()))
                    .isInstanceOfSatisfying(Failed.class,
                            failed -> assertThat(failed.reason()).isEqualTo(Reason.CONNECTION));
            assertThat(secure.questions()).hasSize(1);
            throughATunnel(secure, tls);
        }
    }

    private void throughATunnel(ScriptedServer secure, SSLContext tls) throws Exception {
        try (Tunnel tunnel = new Tunnel(secure.port())) {
            Map<String, String> proxy = Map.of("https_proxy", "http://127.0.0.1:" + tunnel.port());
            assertThat(fetch("https://lists.example/l", HERE::equals, tls.getSocketFactory(), proxy))
                    .isInstanceOf(Fetched.class);
            assertThat(tunnel.asked()).containsExactly("CONNECT lists.example:443 HTTP/1.1");
            assertThat(fetch("https://refused.example/l", HERE::equals, tls.getSocketFactory(), proxy))
                    .isInstanceOfSatisfying(Failed.class,
                            failed -> assertThat(failed.detail()).contains("the proxy answers 403"));
        }
    }

    /// A proxy that leads to one port of this machine, whatever it is asked for.
    private static final class Tunnel implements AutoCloseable {

        private final java.net.ServerSocket socket = new java.net.ServerSocket(0, 5, HERE);
        private final List<String> asked = new java.util.concurrent.CopyOnWriteArrayList<>();
        private final int target;

        Tunnel(int target) throws IOException {
            this.target = target;
            Thread.ofVirtual().start(this::serve);
        }

        int port() {
            return socket.getLocalPort();
        }

        List<String> asked() {
            return List.copyOf(asked);
        }

        private void serve() {
            try {
                while (true) {
                    Socket client = socket.accept();
                    String first = AnswerHead.line(client.getInputStream(), new int[] {1000});
                    while (!AnswerHead.line(client.getInputStream(), new int[] {1000}).isEmpty()) {
                        // the rest of the head
                    }
                    if (first.contains("refused")) {
                        client.getOutputStream().write("HTTP/1.1 403 No\r\n\r\n".getBytes(US_ASCII));
                        continue;
                    }
                    asked.add(first);
                    client.getOutputStream().write("HTTP/1.1 200 Yes\r\n\r\n".getBytes(US_ASCII));
                    Socket there = new Socket(HERE, target);
                    Thread.ofVirtual().start(() -> copy(client, there));
                    Thread.ofVirtual().start(() -> copy(there, client));
                }
            } catch (IOException _) {
                // closed
            }
        }

        private static void copy(Socket from, Socket to) {
            try (from; to) {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException _) {
                // one of them has gone
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
