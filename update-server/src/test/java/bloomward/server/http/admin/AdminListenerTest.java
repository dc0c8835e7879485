package bloomward.server.http.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.server.admin.Principal;
import bloomward.server.admin.Role;
import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.Problem;
import bloomward.server.http.RateRule;
import bloomward.server.http.RawClient;
import bloomward.server.http.RawClient.Received;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AdminListenerTest {

    public record Named(String name) {}

    public record Greeting(String text, String by) {}

    private final AtomicReference<Optional<String>> trouble = new AtomicReference<>(Optional.empty());
    private final AtomicLong nanos = new AtomicLong();
    @SuppressWarnings("NullAway.Init") // started before each test
    private AdminListener listener;

    private static Optional<Principal> authenticate(Digest token) {
        return token.equals(Digest.of("reader".getBytes(UTF_8)))
                ? Optional.of(new Principal("rita", Role.READER))
                : Optional.of(new Principal("ed", Role.EDITOR))
                        .filter(_ -> token.equals(Digest.of("editor".getBytes(UTF_8))));
    }

    private static final List<Route> ROUTES = List.of(
            Route.get("/admin/v1/lists/{list}", Role.READER,
                    call -> Result
                            .ok(new Greeting(call.path("list") + call.query("q").orElse(""), call.principal().name()))),
            Route.json(Verb.POST, "/admin/v1/greetings", Role.EDITOR, 100,
                    call -> Result.created("/admin/v1/greetings/1",
                            new Greeting(call.body(Named.class).name(), call.principal().name()))),
            new Route(Verb.PUT, "/admin/v1/bytes", Optional.of(Role.EDITOR), Route.Body.BYTES, 2000,
                    call -> Result.ok(new Named("" + call.stream().readAllBytes().length))),
            Route.get("/admin/v1/broken", Role.READER, _ -> {
                throw new IllegalStateException("a secret of the inside");
            }), Route.get("/admin/v1/held", Role.READER, _ -> {
                throw new ProblemException(Problem.of(409, "held", "Held", "by a guard")
                        .withErrors(List.of(new Problem.Place(7, "com is a public suffix"))));
            }), new Route(Verb.DELETE, "/admin/v1/lists/{list}", Optional.of(Role.EDITOR), Route.Body.NONE, 0,
                    _ -> Result.done()));

    @BeforeEach
    void start() throws IOException {
        start(new RateRule(60, 1), new RateRule(20, 1));
    }

    private void start(RateRule perAddress, RateRule perToken) throws IOException {
        start(perAddress, perToken, HttpLimits.DEFAULT);
    }

    private void start(RateRule perAddress, RateRule perToken, HttpLimits limits) throws IOException {
        AdminSetup setup = new AdminSetup(AdminListenerTest::authenticate, ROUTES,
                List.of(new ReadinessCheck("store", trouble::get), new ReadinessCheck("key", Optional::empty)),
                perAddress, perToken, new RateRule(3, 1), limits.withBodies(Duration.ofSeconds(1), 1000),
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), () -> {}, nanos::get, new Random(5),
                Optional.empty());
        listener = AdminListener.start(new HostPort("127.0.0.1", 0), Optional.empty(), setup);
    }

    @AfterEach
    void stop() {
        listener.close();
    }

    private Received ask(String method, String path, String token, String body, String... more) throws IOException {
        try (RawClient client = RawClient.to(listener.uri())) {
            List<String> lines = new ArrayList<>(List.of(method + " " + path + " HTTP/1.1"));
            lines.addAll(List.of(more));
            if (lines.stream().noneMatch(line -> line.startsWith("Host:"))) {
                lines.add("Host: " + listener.uri().getAuthority());
            }
            if (!token.isEmpty()) {
                lines.add("Authorization: Bearer " + token);
            }
            if (!body.isEmpty()) {
                lines.add("Content-Length: " + body.length());
            }
            client.send(String.join("\r\n", lines) + "\r\n\r\n" + body);
            return client.receive(method.equals("HEAD"));
        }
    }

    private Received get(String path, String... more) throws IOException {
        return ask("GET", path, "reader", "", more);
    }

    private Received post(String token, String body, String... more) throws IOException {
        List<String> headers = new ArrayList<>(List.of("Content-Type: application/json"));
        headers.addAll(List.of(more));
        return ask("POST", "/admin/v1/greetings", token, body, headers.toArray(String[]::new));
    }

    private static void assertProblem(Received received, int status, String code) {
        assertThat(received.status()).isEqualTo(status);
        assertThat(received.headers()).containsEntry("Content-Type", "application/problem+json")
                .containsEntry("Cache-Control", "no-store");
        assertThat(received.text()).contains("\"code\":\"" + code + "\"")
                .contains("\"instance\":\"urn:request:" + received.header("X-Request-Id").orElseThrow() + "\"")
                .doesNotContain("Exception");
    }

    @Test
    void servesWhoMay() throws IOException {
        Received read = get("/admin/v1/lists/phishing?q=!");
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.text()).isEqualTo("{\"text\":\"phishing!\",\"by\":\"rita\"}");
        assertThat(read.headers()).containsEntry("Content-Type", "application/json")
                .containsEntry("Cache-Control", "no-store")
                .containsEntry("X-Content-Type-Options", "nosniff")
                .containsKey("X-Request-Id")
                .doesNotContainKeys("Server", "Set-Cookie");
        Received made = post("editor", "{\"name\":\"hello\"}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.header("Location")).contains("/admin/v1/greetings/1");
        assertThat(ask("DELETE", "/admin/v1/lists/x", "editor", "").status()).isEqualTo(204);
    }

    @Test
    void headIsGetWithoutItsBody() throws IOException {
        Received head = ask("HEAD", "/admin/v1/lists/a", "reader", "");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Length")).contains(Integer.toString(get("/admin/v1/lists/a").body().length));
    }

    @Test
    void whoHasNoTokenOrAWrongOneIsUnknown() throws IOException {
        for (String header : List.of("X: y", "Authorization: Bearer wrong", "Authorization: Basic cmVhZGVy")) {
            Received refused = ask("GET", "/admin/v1/lists/a", "", "", header);
            assertProblem(refused, 401, "unauthorized");
            assertThat(refused.header("WWW-Authenticate")).contains("Bearer");
        }
    }

    @Test
    void aRoleHasToSuffice() throws IOException {
        assertProblem(post("reader", "{\"name\":\"hello\"}"), 403, "forbidden");
        assertThat(ask("GET", "/admin/v1/lists/a", "editor", "").status()).isEqualTo(200);
    }

    @Test
    void whoGuessesTokensIsStopped() throws IOException {
        for (int i = 0; i < 3; i++) {
            assertThat(ask("GET", "/admin/v1/lists/a", "wrong" + i, "").status()).isEqualTo(401);
        }
        Received stopped = ask("GET", "/admin/v1/lists/a", "wrong", "");
        assertProblem(stopped, 429, "too-many-requests");
        assertThat(stopped.header("Retry-After")).contains("2");
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(ask("GET", "/admin/v1/lists/a", "wrong", "").status()).isEqualTo(401);
    }

    /// The lock-out of administrators: ten wrong tokens and then one now and again, from an address that they share, such
    /// as that of a proxy. Without an end to it, nobody could revoke the token of the one who does it.
    @Test
    void wrongTokensLockOutNoHolderOfAValidOne() throws IOException {
        for (int i = 0; i < 10; i++) {
            ask("GET", "/admin/v1/lists/a", "wrong" + i, "");
        }
        for (int i = 0; i < 10; i++) {
            nanos.addAndGet(Duration.ofMillis(600).toNanos());
            ask("GET", "/admin/v1/lists/a", "wrong" + i, "");
            assertThat(get("/admin/v1/lists/a").status()).isEqualTo(200);
            assertThat(ask("DELETE", "/admin/v1/lists/a", "editor", "").status()).isEqualTo(204);
        }
    }

    /// The same with requests that show no token at all, or a wrong one to a probe.
    @Test
    void aFloodOfStrangersLocksOutNoHolderOfAValidToken() throws IOException {
        for (int i = 0; i < 70; i++) {
            ask("GET", i % 2 == 0 ? "/nowhere" : "/healthz", i % 3 == 0 ? "wrong" : "", "");
        }
        assertThat(ask("GET", "/healthz", "", "").status()).isEqualTo(429);
        assertThat(get("/admin/v1/lists/a").status()).isEqualTo(200);
        assertThat(ask("GET", "/healthz", "reader", "").status()).isEqualTo(200);
    }

    @Test
    void aTokenHasARateAndSoHasAnAddressOfStrangers() throws IOException {
        for (int i = 0; i < 20; i++) {
            assertThat(get("/admin/v1/lists/a").status()).isEqualTo(200);
        }
        assertProblem(get("/admin/v1/lists/a"), 429, "too-many-requests");
        assertThat(ask("GET", "/admin/v1/lists/a", "editor", "").status()).isEqualTo(200);
        for (int i = 0; i < 60; i++) {
            assertThat(ask("GET", "/nowhere", "", "").status()).isEqualTo(404);
        }
        assertProblem(ask("GET", "/nowhere", "", ""), 429, "too-many-requests");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{\"name\":|400|malformed-json",
        "{\"name\":\"a\",\"x\":1}|400|invalid-body", "[1]|400|invalid-body", "nonsense|400|malformed-json"})
    void aBodyHasToFit(String body, int status, String code) throws IOException {
        Received refused = post("editor", body);
        assertProblem(refused, status, code);
        assertThat(refused.text()).contains("\"line\":1");
    }

    @Test
    void aBodyHasToBeJson() throws IOException {
        assertProblem(ask("POST", "/admin/v1/greetings", "editor", "{\"name\":\"a\"}", "Content-Type: text/plain"), 415,
                "unsupported-media-type");
    }

    @Test
    void noHeaderMakesAnotherMethodOfOne() throws IOException {
        assertProblem(ask("GET", "/admin/v1/lists/a", "editor", "", "X-HTTP-Method-Override: DELETE"), 400,
                "bad-request");
    }

    @Test
    void aBodyHasABound() throws IOException {
        assertProblem(post("editor", "{\"name\":\"" + "a".repeat(100) + "\"}"), 413, "payload-too-large");
        try (RawClient client = RawClient.to(listener.uri())) {
            client.send(String.join("\r\n", "PUT /admin/v1/bytes HTTP/1.1", "Host: localhost",
                    "Authorization: Bearer editor", "Transfer-Encoding: chunked", "", "bb8", "x".repeat(3000), "0", "",
                    ""));
            Received chunked = client.receive();
            assertProblem(chunked, 413, "payload-too-large");
            assertThat(chunked.header("Connection")).contains("close");
        }
        assertThat(ask("PUT", "/admin/v1/bytes", "editor", "x".repeat(2000)).text()).isEqualTo("{\"name\":\"2000\"}");
        assertProblem(ask("DELETE", "/admin/v1/lists/x", "editor", "body"), 413, "payload-too-large");
    }

    @Test
    void aBodyThatDripsIsRefused() throws IOException {
        try (RawClient client = RawClient.to(listener.uri())) {
            client.send(String.join("\r\n", "PUT /admin/v1/bytes HTTP/1.1", "Host: localhost",
                    "Authorization: Bearer editor", "Content-Length: 1000", "Expect: 100-continue", "", ""));
            assertThat(client.receive().status()).isEqualTo(100); // so it is being read
            nanos.addAndGet(Duration.ofSeconds(2).toNanos());
            client.send("x");
            assertProblem(client.receive(), 408, "request-timeout");
        }
    }

    @Test
    void fourHundredBodiesThatDripDelayNobody() throws IOException {
        listener.close();
        start(new RateRule(1000, 1), new RateRule(1000, 1));
        List<RawClient> dripping = new ArrayList<>();
        try {
            for (int i = 0; i < 400; i++) {
                RawClient client = RawClient.to(listener.uri());
                client.send(String.join("\r\n", "PUT /admin/v1/bytes HTTP/1.1", "Host: localhost",
                        "Authorization: Bearer editor", "Content-Length: 1000", "", "x"));
                dripping.add(client);
            }
            for (int i = 0; i < 20; i++) {
                assertThat(get("/admin/v1/lists/a").status()).isEqualTo(200);
            }
        } finally {
            for (RawClient client : dripping) {
                client.close();
            }
        }
    }

    @Test
    void problemsOfRoutesAreToldAndFailuresAreNot() throws IOException {
        Received held = get("/admin/v1/held");
        assertProblem(held, 409, "held");
        assertThat(held.text()).contains("{\"line\":7,\"detail\":\"com is a public suffix\"}");
        Received broken = get("/admin/v1/broken");
        assertProblem(broken, 500, "server-error");
        assertThat(broken.text()).doesNotContain("secret");
    }

    @Test
    void whatIsNotInTheTableIsNotThere() throws IOException {
        assertProblem(get("/nowhere"), 404, "not-found");
        assertProblem(get("/admin/v1/lists/a/"), 404, "not-found");
        Received refused = ask("PUT", "/admin/v1/lists/a", "editor", "");
        assertProblem(refused, 405, "method-not-allowed");
        assertThat(refused.header("Allow").orElse("")).contains("GET").contains("DELETE");
        assertThat(get("/v1/latest").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: evil.example", "Host: localhost.evil.example", "Host: 127.0.0.1.evil.example:80"})
    void aNameThatWasMadeToPointHereIsRefused(String host) throws IOException {
        assertProblem(get("/admin/v1/lists/a", host), 421, "misdirected-request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site"})
    void pagesOfOtherOriginsAreRefused(String header) throws IOException {
        assertProblem(get("/admin/v1/lists/a", header), 403, "cross-site");
        assertProblem(post("editor", "{\"name\":\"a\"}", header), 403, "cross-site");
    }

    @Test
    void pagesOfOurOwnAreNot() throws IOException {
        assertThat(get("/admin/v1/lists/a", "Sec-Fetch-Site: same-origin", "Origin: " + listener.uri()).status())
                .isEqualTo(200);
    }

    @Test
    void probesNeedNoToken() throws IOException {
        assertThat(ask("GET", "/healthz", "", "").text()).isEqualTo("{\"alive\":true}");
        assertThat(ask("GET", "/readyz", "", "").text()).isEqualTo("{\"ready\":true}");
        trouble.set(Optional.of("cannot be opened"));
        Received notReady = ask("GET", "/readyz", "", "");
        assertProblem(notReady, 503, "not-ready");
        assertThat(notReady.text()).contains("{\"detail\":\"store: cannot be opened\"}")
                .contains("1 of 2 checks failed");
        assertThat(ask("GET", "/healthz", "", "").status()).isEqualTo(200);
    }

    @Test
    void countsByRouteAndShowsItself() throws IOException {
        get("/admin/v1/lists/phishing");
        get("/nowhere");
        Received metrics = ask("GET", "/metrics", "", "");
        // A request is counted once its answer is sent, which its client may have read by then.
        while (!(metrics.text().contains("route=\"other\",status=\"404\"")
                && metrics.text().contains("route=\"/admin/v1/lists/{list}\",status=\"200\""))) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos()); // for one more question
            metrics = ask("GET", "/metrics", "", "");
        }
        assertThat(metrics.header("Content-Type").orElse("")).startsWith("text/plain");
        assertThat(metrics.text()).contains(
                "bloomward_http_requests_total{listener=\"admin\",route=\"/admin/v1/lists/{list}\",status=\"200\"} 1.0")
                .contains("bloomward_http_requests_total{listener=\"admin\",route=\"other\",status=\"404\"} 1.0")
                .contains("bloomward_http_connections{listener=\"admin\"}");
    }

    @Test
    void aWebSocketIsNoRoute() throws IOException {
        Received refused = get("/admin/v1/lists/a", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.header("Content-Type")).contains("application/problem+json");
    }

    /// A stranger's use of a connection.
    enum Stranger {
        SILENT {
            @Override
            void take(RawClient client) {}
        },
        HALF_A_HEAD {
            @Override
            void take(RawClient client) throws IOException {
                client.send("GET /admin/v1/lists/a HTTP/1.1\r\nHost: local");
            }
        },
        WRONG_TOKEN {
            @Override
            void take(RawClient client) throws IOException {
                client.send("GET /admin/v1/lists/a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong\r\n\r\n");
                assertThat(client.receive().status()).isIn(401, 429);
            }
        },
        /// Asks for more than it reads.
        NO_READER {
            @Override
            void take(RawClient client) throws IOException {
                client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(50));
            }
        };

        abstract void take(RawClient client) throws IOException;
    }

    /// A connection from an address of this machine.
    private RawClient from(String address) throws IOException {
        return new RawClient(
                new Socket(listener.uri().getHost(), listener.uri().getPort(), InetAddress.ofLiteral(address), 0));
    }

    private void takePlaces(List<RawClient> clients, Stranger stranger, String address, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            RawClient client = from(address);
            clients.add(client);
            stranger.take(client);
        }
    }

    private static Received again(RawClient client) throws IOException {
        client.send("GET /admin/v1/lists/a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer reader\r\n\r\n");
        return client.receive();
    }

    private static void closeAll(List<RawClient> clients) throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
    }

    /// Strangers at the administrator's own address, such as that of a proxy or of this machine, hold all of its places.
    @ParameterizedTest
    @EnumSource(Stranger.class)
    void strangersOfOneAddressMakeRoomForAToken(Stranger stranger) throws IOException {
        listener.close();
        start(new RateRule(10_000, 1), new RateRule(1000, 1), HttpLimits.DEFAULT.withConnections(64, 16, 32));
        List<RawClient> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                takePlaces(strangers, stranger, "127.0.0.1", 16);
                assertThat(get("/admin/v1/lists/a").status()).isEqualTo(200);
            }
        } finally {
            closeAll(strangers);
        }
    }

    /// Strangers of many addresses and networks hold all places.
    @ParameterizedTest
    @EnumSource(Stranger.class)
    void strangersOfAllAddressesMakeRoomForAToken(Stranger stranger) throws IOException {
        listener.close();
        start(new RateRule(10_000, 1), new RateRule(1000, 1), HttpLimits.DEFAULT.withConnections(64, 16, 32));
        List<RawClient> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                for (int network = 1; network <= 3; network++) {
                    takePlaces(strangers, stranger, "127.0." + network + ".1", 16);
                    takePlaces(strangers, stranger, "127.0." + network + ".2", 16);
                }
                assertThat(get("/admin/v1/lists/a").status()).isEqualTo(200);
            }
        } finally {
            closeAll(strangers);
        }
    }

    @Test
    void aConnectionOfAValidTokenSurvivesAFloodOfStrangers() throws IOException {
        listener.close();
        start(new RateRule(10_000, 1), new RateRule(1000, 1), HttpLimits.DEFAULT.withConnections(64, 16, 32));
        List<RawClient> strangers = new ArrayList<>();
        try (RawClient kept = RawClient.to(listener.uri())) {
            assertThat(again(kept).status()).isEqualTo(200);
            takePlaces(strangers, Stranger.SILENT, "127.0.0.1", 200);
            takePlaces(strangers, Stranger.WRONG_TOKEN, "127.0.0.1", 50);
            takePlaces(strangers, Stranger.SILENT, "127.0.1.1", 200);
            for (int i = 0; i < 10; i++) {
                assertThat(again(kept).status()).isEqualTo(200);
            }
            Received metrics = ask("GET", "/metrics", "reader", "");
            assertThat(metrics.text())
                    .contains("bloomward_http_connections_refused_total{listener=\"admin\",reason=\"address\"} 0.0");
        } finally {
            closeAll(strangers);
        }
    }

    /// Places that holders of tokens have taken are theirs.
    @Test
    void aNewConnectionTakesNoPlaceOfAToken() throws IOException {
        listener.close();
        start(new RateRule(10_000, 1), new RateRule(1000, 1), HttpLimits.DEFAULT.withConnections(64, 16, 32));
        List<RawClient> holders = new ArrayList<>();
        try {
            for (int i = 0; i < 16; i++) {
                RawClient holder = RawClient.to(listener.uri());
                holders.add(holder);
                assertThat(again(holder).status()).isEqualTo(200);
            }
            try (RawClient stranger = RawClient.to(listener.uri())) {
                assertThat(stranger.readToEnd()).isEmpty();
            }
            for (RawClient holder : holders) {
                assertThat(again(holder).status()).isEqualTo(200);
            }
        } finally {
            closeAll(holders);
        }
    }

    @Test
    void whoShowedAWrongTokenSinceIsAStrangerAgain() throws IOException {
        listener.close();
        start(new RateRule(10_000, 1), new RateRule(1000, 1), HttpLimits.DEFAULT.withConnections(64, 16, 32));
        List<RawClient> others = new ArrayList<>();
        try (RawClient lapsed = RawClient.to(listener.uri())) {
            assertThat(again(lapsed).status()).isEqualTo(200);
            Stranger.WRONG_TOKEN.take(lapsed);
            for (int i = 0; i < 15; i++) {
                RawClient other = RawClient.to(listener.uri());
                others.add(other);
                assertThat(again(other).status()).isEqualTo(200);
            }
            assertThat(get("/admin/v1/lists/a").status()).isEqualTo(200);
            assertThat(lapsed.readToEnd()).isEmpty();
        } finally {
            closeAll(others);
        }
    }
}
