package bloomward.server.http.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.program.testing.Ports;
import bloomward.server.admin.Principal;
import bloomward.server.admin.Role;
import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.RateRule;
import bloomward.server.http.RawClient;
import bloomward.server.http.RawClient.Received;
import bloomward.server.http.console.ConsoleSetup;
import bloomward.server.http.console.ConsoleSetup.SessionLog;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The session of a person in a browser: two secrets, and the proof that a page of the console asks.
final class ConsoleSessionTest {

    private static final String WHO = "/admin/v1/me";
    private static final String OWN = "Sec-Fetch-Site: same-origin";
    private static final String PROXY = "https://lists.example";

    private final AtomicLong nanos = new AtomicLong();
    private final Set<String> valid = ConcurrentHashMap.newKeySet();
    private final List<String> log = new ArrayList<>();
    @SuppressWarnings("NullAway.Init") // started before each test
    private AdminListener listener;

    private record Name(String name) {}

    /// The two secrets of a session.
    private record Secrets(String cookie, String key) {

        String[] headers(String... more) {
            List<String> headers = new ArrayList<>(List.of("Cookie: " + cookie, "X-Bloomward-Key: " + key));
            headers.addAll(Arrays.asList(more));
            return headers.toArray(String[]::new);
        }
    }

    @BeforeEach
    void start() throws IOException {
        valid.addAll(List.of("reader", "editor"));
        start(Optional.empty());
    }

    private void start(Optional<URI> proxy) throws IOException {
        SessionLog noting = new SessionLog() {
            @Override
            public void signedIn(String name) {
                log.add("in " + name);
            }

            @Override
            public void signedOut(String name) {
                log.add("out " + name);
            }
        };
        AdminSetup setup = new AdminSetup(this::authenticate,
                List.of(Route.get(WHO, Role.READER, call -> Result.ok(new Name(call.principal().name()))),
                        new Route(Verb.POST, WHO, Optional.of(Role.EDITOR), Route.Body.NONE, 0, _ -> Result.done())),
                List.of(), new RateRule(100, 1), new RateRule(200, 1), new RateRule(3, 1), HttpLimits.DEFAULT,
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), () -> {}, nanos::get, new Random(5),
                Optional.of(new ConsoleSetup(proxy, noting)));
        listener = AdminListener.start(new HostPort("127.0.0.1", Ports.free()), Optional.empty(), setup);
    }

    private Optional<Principal> authenticate(Digest token) {
        return valid.stream()
                .filter(each -> token.equals(Digest.of(each.getBytes(UTF_8))))
                .findFirst()
                .map(each -> new Principal(each, each.equals("editor") ? Role.EDITOR : Role.READER));
    }

    @AfterEach
    void stop() {
        listener.close();
    }

    private Received ask(String method, String path, String... headers) throws IOException {
        return RawClient.ask(listener.uri(), method, path, headers);
    }

    private static void assertProblem(Received received, int status, String code) {
        assertThat(received.status()).as(received.text()).isEqualTo(status);
        assertThat(received.text()).contains("\"code\":\"" + code + "\"");
    }

    private Secrets signIn(String token, String... more) throws IOException {
        List<String> headers = new ArrayList<>(List.of("Authorization: Bearer " + token, OWN));
        headers.addAll(Arrays.asList(more));
        Received begun = ask("POST", ConsoleRoutes.SESSION, headers.toArray(String[]::new));
        assertThat(begun.status()).as(begun.text()).isEqualTo(200);
        String cookie = begun.header("Set-Cookie").orElseThrow();
        return new Secrets(cookie.substring(0, cookie.indexOf(';')),
                JsonMapper.builder().build().readTree(begun.text()).get("key").asText());
    }

    private int me(Secrets secrets, String... more) throws IOException {
        List<String> headers = new ArrayList<>(List.of(OWN));
        headers.addAll(Arrays.asList(more));
        return ask("GET", WHO, secrets.headers(headers.toArray(String[]::new))).status();
    }

    @Test
    void aSessionTakesThePlaceOfItsToken() throws IOException {
        Received begun = ask("POST", ConsoleRoutes.SESSION, "Authorization: Bearer editor", OWN);
        assertThat(begun.header("Set-Cookie").orElse("")).matches(
                "bloomward-console-" + listener.uri().getPort() + "=[0-9a-f]{64}; Path=/; HttpOnly; SameSite=Strict");
        assertThat(begun.text()).contains("\"signedIn\":true", "\"name\":\"editor\"", "\"role\":\"editor\"",
                "\"idleSeconds\":1800", "\"endsInSeconds\":43200");
        assertThat(begun.headers()).containsEntry("Cache-Control", "no-store");
        Secrets secrets = signIn("editor");
        assertThat(ask("GET", WHO, secrets.headers(OWN)).text()).isEqualTo("{\"name\":\"editor\"}");
        assertThat(ask("POST", WHO, secrets.headers(OWN)).status()).isEqualTo(204);
        assertThat(log).containsExactly("in editor", "in editor");
    }

    @Test
    void itHasTheRoleOfItsToken() throws IOException {
        assertProblem(ask("POST", WHO, signIn("reader").headers(OWN)), 403, "forbidden");
    }

    /// The thief on another port: a browser sends the cookie to every port of a host, so a server of another user on this
    /// machine has it. It lacks the key.
    @Test
    void theCookieAloneOpensNothing() throws IOException {
        Secrets stolen = signIn("editor");
        assertProblem(ask("GET", WHO, "Cookie: " + stolen.cookie(), OWN), 401, "unauthorized");
        assertProblem(ask("POST", WHO, "Cookie: " + stolen.cookie(), OWN), 401, "unauthorized");
        assertProblem(ask("POST", WHO, "Cookie: " + stolen.cookie(), OWN, "X-Bloomward-Key: " + "0".repeat(64)), 401,
                "session-ended");
        assertThat(ask("DELETE", ConsoleRoutes.SESSION, "Cookie: " + stolen.cookie(), OWN).status()).isEqualTo(204);
        assertThat(me(stolen)).as("the thief has not ended it").isEqualTo(200);
    }

    /// Another port of the host can set a cookie of the same name for a longer path; browsers send that one first.
    @Test
    void aCookieThatAnotherPortPutBeforeItLocksNobodyOut() throws IOException {
        Secrets secrets = signIn("editor");
        String planted = secrets.cookie().replaceFirst("=.*", "=" + "0".repeat(64));
        Secrets both = new Secrets(planted + "; " + secrets.cookie() + "; " + planted, secrets.key());
        assertThat(me(both)).isEqualTo(200);
        assertThat(ask("DELETE", ConsoleRoutes.SESSION, both.headers(OWN)).status()).isEqualTo(204);
        assertThat(me(secrets)).as("signed out").isEqualTo(401);
    }

    @Test
    void theKeyAloneOpensNothing() throws IOException {
        Secrets secrets = signIn("editor");
        assertProblem(ask("GET", WHO, "X-Bloomward-Key: " + secrets.key(), OWN), 401, "session-ended");
        Secrets other = signIn("editor");
        assertThat(me(new Secrets(secrets.cookie(), other.key()))).isEqualTo(401);
    }

    @Test
    void aRequestWithoutAProofOfItsOriginHasNoSession() throws IOException {
        Secrets secrets = signIn("editor");
        assertProblem(ask("POST", WHO, secrets.headers()), 401, "unauthorized");
        assertProblem(ask("GET", WHO, secrets.headers("Sec-Fetch-Site: none")), 401, "unauthorized");
        assertThat(ask("POST", WHO, secrets.headers("Origin: " + listener.uri())).status()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Sec-Fetch-Site: same-site", "Sec-Fetch-Site: cross-site", "Origin: http://evil.example",
        "Origin: null"})
    void pagesOfOtherOriginsHaveNoneEither(String header) throws IOException {
        Secrets secrets = signIn("editor");
        assertProblem(ask("POST", WHO, secrets.headers(header)), 403, "cross-site");
        assertProblem(ask("POST", ConsoleRoutes.SESSION, "Authorization: Bearer editor", header), 403, "cross-site");
    }

    /// Another port of this machine: to a browser it is another origin of the same site.
    @Test
    void anotherPortIsAnotherOrigin() throws IOException {
        Secrets secrets = signIn("editor");
        int port = listener.uri().getPort();
        assertProblem(ask("POST", WHO, secrets.headers("Origin: http://127.0.0.1:" + (port ^ 1))), 403, "cross-site");
    }

    @Test
    void signingInNeedsAValidTokenAndAPageOfOurs() throws IOException {
        assertProblem(ask("POST", ConsoleRoutes.SESSION, "Authorization: Bearer wrong", OWN), 401, "unauthorized");
        assertProblem(ask("POST", ConsoleRoutes.SESSION, "Authorization: Bearer editor"), 403, "cross-site");
        assertProblem(ask("POST", ConsoleRoutes.SESSION, signIn("editor").headers(OWN)), 400, "bad-request");
        assertProblem(ask("POST", ConsoleRoutes.SESSION, OWN), 401, "unauthorized");
    }

    @Test
    void guessingTokensHereIsThrottledWithTheRest() throws IOException {
        for (int i = 0; i < 3; i++) {
            assertProblem(ask("POST", ConsoleRoutes.SESSION, "Authorization: Bearer wrong" + i, OWN), 401,
                    "unauthorized");
        }
        Received stopped = ask("POST", ConsoleRoutes.SESSION, "Authorization: Bearer wrong", OWN);
        assertProblem(stopped, 429, "too-many-requests");
        assertThat(stopped.header("Retry-After")).contains("2");
        assertThat(signIn("editor").key()).as("a valid token is not locked out").hasSize(64);
    }

    @Test
    void aRevokedTokenEndsItsSessionsAtOnce() throws IOException {
        Secrets secrets = signIn("editor");
        valid.remove("editor");
        assertProblem(ask("GET", WHO, secrets.headers(OWN)), 401, "session-ended");
        valid.add("editor");
        assertThat(me(secrets)).as("it stays ended").isEqualTo(401);
    }

    @Test
    void itEndsAfterHalfAnHourWithoutUse() throws IOException {
        Secrets secrets = signIn("editor");
        nanos.addAndGet(Duration.ofMinutes(29).toNanos());
        assertThat(me(secrets)).isEqualTo(200);
        nanos.addAndGet(Duration.ofMinutes(29).toNanos());
        assertThat(me(secrets)).isEqualTo(200);
        nanos.addAndGet(Duration.ofMinutes(30).toNanos());
        assertProblem(ask("GET", WHO, secrets.headers(OWN)), 401, "session-ended");
    }

    @Test
    void requestsThatNoPersonCausedDoNotProlongIt() throws IOException {
        Secrets secrets = signIn("editor");
        for (int i = 0; i < 2; i++) {
            nanos.addAndGet(Duration.ofMinutes(14).toNanos());
            assertThat(me(secrets, "X-Bloomward-Background: true")).isEqualTo(200);
            assertThat(ask("GET", ConsoleRoutes.SESSION, secrets.headers(OWN)).text()).contains("\"signedIn\":true");
        }
        nanos.addAndGet(Duration.ofMinutes(2).toNanos());
        assertThat(me(secrets)).isEqualTo(401);
    }

    @Test
    void itEndsAfterTwelveHoursWhateverHappens() throws IOException {
        Secrets secrets = signIn("editor");
        for (int i = 0; i < 47; i++) {
            nanos.addAndGet(Duration.ofMinutes(15).toNanos());
            assertThat(me(secrets)).isEqualTo(200);
        }
        assertThat(ask("GET", ConsoleRoutes.SESSION, secrets.headers(OWN)).text()).contains("\"endsInSeconds\":900");
        nanos.addAndGet(Duration.ofMinutes(15).toNanos());
        assertThat(me(secrets)).isEqualTo(401);
    }

    @Test
    void signingOutEndsItEverywhere() throws IOException {
        Secrets secrets = signIn("editor");
        Received out = ask("DELETE", ConsoleRoutes.SESSION, secrets.headers(OWN));
        assertThat(out.status()).isEqualTo(204);
        assertThat(out.header("Set-Cookie").orElse("")).contains("Max-Age=0").doesNotContain(secrets.cookie());
        assertProblem(ask("GET", WHO, secrets.headers(OWN)), 401, "session-ended");
        assertThat(log).containsExactly("in editor", "out editor");
    }

    @Test
    void askingForItNeverFails() throws IOException {
        String none = "{\"signedIn\":false,\"key\":\"\",\"name\":\"\",\"role\":\"\",\"idleSeconds\":0,\"endsInSeconds\":0}";
        assertThat(ask("GET", ConsoleRoutes.SESSION).text()).isEqualTo(none);
        assertThat(ask("GET", ConsoleRoutes.SESSION, OWN, "X-Bloomward-Key: x").text()).isEqualTo(none);
        Received present = ask("GET", ConsoleRoutes.SESSION, signIn("reader").headers(OWN));
        assertThat(present.text()).contains("\"signedIn\":true", "\"key\":\"\"", "\"role\":\"reader\"");
    }

    @Test
    void theirNumberIsBoundedByEndingTheOneNotUsedForLongest() throws IOException {
        Secrets first = signIn("editor");
        Secrets second = signIn("editor");
        Secrets reader = signIn("reader");
        nanos.incrementAndGet();
        assertThat(me(first)).isEqualTo(200);
        for (int i = 0; i < 15; i++) {
            nanos.addAndGet(Duration.ofSeconds(2).toNanos());
            signIn("editor");
        }
        assertThat(me(first)).isEqualTo(200);
        assertThat(me(second)).isEqualTo(401);
        assertThat(me(reader)).as("that of another token").isEqualTo(200);
    }

    @Test
    void signingInAgainEndsTheSessionThatTheBrowserHad() throws IOException {
        Secrets first = signIn("editor");
        Secrets second = signIn("reader", first.headers());
        assertThat(me(first)).isEqualTo(401);
        assertThat(me(second)).isEqualTo(200);
    }

    /// The thief on another port has a token of their own, perhaps: signing in with the stolen cookie ends nothing.
    @Test
    void signingInWithTheCookieOfAnotherPersonEndsNothing() throws IOException {
        Secrets stolen = signIn("editor");
        signIn("reader", "Cookie: " + stolen.cookie());
        signIn("reader", "Cookie: " + stolen.cookie(), "X-Bloomward-Key: " + "0".repeat(64));
        assertThat(me(stolen)).isEqualTo(200);
    }

    @Test
    void aTokenBesideASessionDecides() throws IOException {
        Secrets secrets = signIn("editor");
        assertThat(ask("GET", WHO, secrets.headers(OWN, "Authorization: Bearer reader")).text()).contains("reader");
        assertProblem(ask("GET", WHO, secrets.headers(OWN, "Authorization: Bearer wrong")), 401, "unauthorized");
    }

    @Test
    void behindAProxyItsOriginCounts() throws IOException {
        listener.close();
        start(Optional.of(URI.create(PROXY)));
        Received begun = ask("POST", ConsoleRoutes.SESSION, "Authorization: Bearer editor", "Origin: " + PROXY);
        assertThat(begun.header("Set-Cookie").orElse("")).startsWith("__Host-bloomward-console-").contains("; Secure");
        try (RawClient client = RawClient.to(listener.uri())) {
            client.send("GET / HTTP/1.1\r\nHost: lists.example\r\nConnection: close\r\n\r\n");
            assertThat(client.receive().status()).isEqualTo(303);
        }
        assertProblem(
                ask("POST", ConsoleRoutes.SESSION, "Authorization: Bearer editor", "Origin: https://evil.example"), 403,
                "cross-site");
        Secrets over = signIn("editor", "Origin: " + PROXY);
        assertThat(ask("GET", WHO, over.headers(OWN)).status()).as("a GET has no Origin").isEqualTo(200);
    }

    /// As through `ssh -L 9999:127.0.0.1:8481`: the browser knows another port than the server.
    @Test
    void throughATunnelItsPortCounts() throws IOException {
        String own = "Host: 127.0.0.1:9999\r\nOrigin: http://127.0.0.1:9999\r\n";
        Received begun = tunnelled("POST", ConsoleRoutes.SESSION, own + "Authorization: Bearer editor\r\n");
        String cookie = begun.header("Set-Cookie").orElseThrow();
        String secrets = "Cookie: " + cookie.substring(0, cookie.indexOf(';')) + "\r\nX-Bloomward-Key: "
                + JsonMapper.builder().build().readTree(begun.text()).get("key").asText() + "\r\n";
        assertThat(tunnelled("POST", WHO, own + secrets).status()).isEqualTo(204);
        assertProblem(tunnelled("POST", WHO, own.replace("http://127.0.0.1:9999", "http://127.0.0.1:8481") + secrets),
                403, "cross-site");
    }

    private Received tunnelled(String method, String path, String headers) throws IOException {
        try (RawClient client = RawClient.to(listener.uri())) {
            client.send(method + " " + path + " HTTP/1.1\r\n" + headers + "\r\n");
            return client.receive();
        }
    }

    @Test
    void filesAreTheSameForEveryoneAndSaySo() throws IOException {
        Received page = ask("GET", "/console/sample/page.html");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).contains("<title>A sample</title>");
        assertThat(page.headers()).containsEntry("Content-Type", "text/html;charset=utf-8")
                .containsEntry("Cache-Control", "no-cache")
                .containsEntry("X-Content-Type-Options", "nosniff")
                .containsEntry("Referrer-Policy", "no-referrer")
                .containsEntry("Cross-Origin-Opener-Policy", "same-origin")
                .containsEntry("Cross-Origin-Resource-Policy", "same-origin")
                .containsKey("Permissions-Policy")
                .containsEntry("Content-Security-Policy",
                        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                                + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
                                + "require-trusted-types-for 'script'; trusted-types 'none'");
        String etag = page.header("ETag").orElseThrow();
        Received same = ask("GET", "/console/sample/page.html", "If-None-Match: " + etag);
        assertThat(same.status()).isEqualTo(304);
        assertThat(same.body()).isEmpty();
        Received packed = ask("GET", "/console/sample/script.js", "Accept-Encoding: gzip, deflate, br");
        assertThat(packed.headers()).containsEntry("Content-Encoding", "gzip").containsEntry("Vary", "Accept-Encoding");
        assertThat(packed.header("ETag")).isNotEqualTo(ask("GET", "/console/sample/script.js").header("ETag"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console/none.js", "/console/ConsoleFiles.class", "/console/sample/", "/console/.",
        "/console/sample/../../console.js", "/console/sample/page.html/", "/console/%2e%2e/page.html",
        "/console/sample%2fpage.html", "/console/sample//page.html"})
    void nothingElseIsAFile(String path) throws IOException {
        assertThat(ask("GET", path).status()).isIn(400, 404);
    }

    @Test
    void aLinkFromElsewhereReachesTheShellAndNothingElse() throws IOException {
        String[] link = {"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"};
        assertThat(ask("GET", "/console", link).status()).isEqualTo(303);
        assertThat(ask("GET", "/console/", link).status()).isNotEqualTo(403);
        assertProblem(ask("GET", "/console/sample/page.html", link), 403, "cross-site");
        assertProblem(ask("GET", WHO, link), 403, "cross-site");
        assertProblem(ask("GET", "/console/", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate",
                "Sec-Fetch-Dest: iframe"), 403, "cross-site");
        assertProblem(ask("GET", "/console/", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"), 403,
                "cross-site");
        assertProblem(ask("POST", "/console/", link), 403, "cross-site");
    }

    @Test
    void theRootLeadsToTheConsole() throws IOException {
        Received led = ask("GET", "/");
        assertThat(led.status()).isEqualTo(303);
        assertThat(led.header("Location")).contains("/console/");
    }

    @Test
    void switchedOffThereIsNothingOfIt() throws IOException {
        Secrets secrets = signIn("editor");
        int port = listener.uri().getPort();
        listener.close();
        listener = AdminListener.start(new HostPort("127.0.0.1", port), Optional.empty(),
                AdminSetup.of(this::authenticate,
                        List.of(Route.get(WHO, Role.READER, call -> Result.ok(new Name(call.principal().name())))),
                        List.of(), HttpLimits.DEFAULT, new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), () -> {},
                        new Random(5)));
        for (String path : List.of("/", "/console", "/console/", "/console/sample/page.html", "/console/session")) {
            assertThat(ask("GET", path).status()).as(path).isEqualTo(404);
        }
        assertThat(ask("POST", ConsoleRoutes.SESSION, "Authorization: Bearer editor", OWN).status()).isEqualTo(404);
        assertProblem(ask("GET", WHO, secrets.headers(OWN)), 401, "unauthorized");
        assertThat(ask("GET", WHO, "Authorization: Bearer editor").status()).isEqualTo(200);
    }
}
