package bloomward.server.http.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.RawClient;
import bloomward.server.http.RawClient.Received;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PublicListenerTest {

    private static final HostPort ANY = new HostPort("127.0.0.1", 0);

    private final SampleFiles files = new SampleFiles(300_000);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private PublicListener listener;

    @BeforeEach
    void start() throws IOException {
        listener = PublicListener.start(ANY, Optional.empty(), files, HttpLimits.DEFAULT, registry);
    }

    @AfterEach
    void stop() {
        listener.close();
    }

    private Received ask(String method, String path, String... headers) throws IOException {
        return RawClient.ask(listener.uri(), method, path, headers);
    }

    @Test
    void servesAFileWithAllThatACacheNeeds() throws IOException {
        Received whole = ask("GET", SampleFiles.PACKED);
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.body()).isEqualTo(files.large());
        assertThat(whole.headers()).containsEntry("Content-Length", "300000")
                .containsEntry("ETag", "\"" + SampleFiles.DIGEST + "\"")
                .containsEntry("Accept-Ranges", "bytes")
                .containsEntry("Cache-Control", "public, max-age=31536000, immutable")
                .containsEntry("Content-Type", "application/octet-stream")
                .containsEntry("X-Content-Type-Options", "nosniff")
                .doesNotContainKeys("Server", "X-Powered-By", "Set-Cookie", "Transfer-Encoding", "Vary");
    }

    @Test
    void latestIsCachedBrieflyAndAnsweredUnchanged() throws IOException {
        Received first = ask("GET", "/v1/latest");
        assertThat(first.body()).isEqualTo(SampleFiles.LATEST);
        assertThat(first.header("Cache-Control")).contains("public, max-age=30");
        Received second = ask("GET", "/v1/latest", "If-None-Match: " + first.header("ETag").orElseThrow());
        assertThat(second.status()).isEqualTo(304);
        assertThat(second.headers()).containsEntry("ETag", "\"l1\"")
                .containsEntry("Cache-Control", "public, max-age=30")
                .doesNotContainKey("Content-Type");
    }

    @Test
    void servesEachRangeOverThePartsOfAPayload() throws IOException {
        int[][] ranges = {{0, 0}, {149_999, 150_000}, {224_990, 225_010}, {100_000, 299_999}, {299_999, 299_999}};
        for (int[] range : ranges) {
            Received part = ask("GET", SampleFiles.PACKED, "Range: bytes=" + range[0] + "-" + range[1]);
            assertThat(part.status()).isEqualTo(206);
            assertThat(part.header("Content-Range")).contains("bytes " + range[0] + "-" + range[1] + "/300000");
            assertThat(part.body()).isEqualTo(Arrays.copyOfRange(files.large(), range[0], range[1] + 1));
        }
    }

    @Test
    void aRangeBehindTheEndSaysHowLongItIs() throws IOException {
        Received refused = ask("GET", SampleFiles.PACKED, "Range: bytes=300000-");
        assertThat(refused.status()).isEqualTo(416);
        assertThat(refused.header("Content-Range")).contains("bytes */300000");
        assertThat(refused.header("Cache-Control")).contains("no-store");
    }

    @Test
    void tellsABalancerWhetherItServesTheNewest() throws IOException {
        Received well = ask("GET", "/healthz");
        assertThat(well.status()).isEqualTo(200);
        assertThat(well.header("Cache-Control")).contains("no-store");
        assertThat(well.body()).asString().isEqualTo("ok\n");
        files.lag();
        assertThat(ask("GET", "/healthz").status()).isEqualTo(503);
        assertThat(ask("GET", "/v1/latest").status()).isEqualTo(200);
    }

    @Test
    void headSaysWhatGetWouldSend() throws IOException {
        try (RawClient client = RawClient.to(listener.uri())) {
            for (String path : new String[] {SampleFiles.PACKED, "/v1/latest", "/v1/root/9", "/elsewhere",
                "/healthz"}) {
                client.send("GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n");
                Received get = client.receive();
                client.send("HEAD " + path + " HTTP/1.1\r\nHost: h\r\n\r\n");
                Received head = client.receive(true);
                assertThat(head.status()).isEqualTo(get.status());
                assertThat(head.headers()).containsAllEntriesOf(without(get, "Date")).containsKey("Content-Length");
            }
            client.send("GET /v1/latest HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.receive().body()).isEqualTo(SampleFiles.LATEST);
        }
    }

    private static java.util.Map<String, String> without(Received received, String name) {
        java.util.Map<String, String> headers = new java.util.TreeMap<>(received.headers());
        headers.remove(name);
        return headers;
    }

    @Test
    void anEmptyFileIsAnAnswer() throws IOException {
        Received empty = ask("GET", "/v1/delta/list/1/2");
        assertThat(empty.status()).isEqualTo(200);
        assertThat(empty.headers()).containsEntry("Content-Length", "0");
    }

    @Test
    void absenceIsNeverCached() throws IOException {
        Received root = ask("GET", "/v1/root/7");
        assertThat(root.status()).isEqualTo(404);
        assertThat(root.headers()).containsEntry("Cache-Control", "no-store")
                .containsEntry("Content-Type", "application/problem+json")
                .doesNotContainKey("ETag");
        assertThat(root.text()).contains("\"status\":404").contains("urn:bloomward:problem:not-found");
        Received gone = ask("GET", "/v1/packed/" + SampleFiles.GONE);
        assertThat(gone.status()).isEqualTo(410);
        assertThat(gone.header("Cache-Control")).contains("no-store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "get", "BREW"})
    void onlyReads(String method) throws IOException {
        for (String path : new String[] {"/v1/latest", "/elsewhere"}) {
            Received refused = ask(method, path);
            assertThat(refused.status()).isEqualTo(405);
            assertThat(refused.header("Allow")).contains("GET, HEAD");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/latest?x=1", "/v1/%6Catest", "/v1/latest/", "/V1/latest", "/", "/v1/latest;a",
        "/healthz/", "/healthz/x", "/readyz", "/metrics", "/admin/v1/lists"})
    void oneSpellingForOneThing(String path) throws IOException {
        assertThat(ask("GET", path).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/../../etc/passwd", "/v1/%2e%2e/etc/passwd", "/v1/packed%2fabc", "//v1/latest",
        "/v1/latest%00", "/v1/lat\\est"})
    void leadsNowhereElse(String path) throws IOException {
        Received refused = ask("GET", path);
        assertThat(refused.status()).isIn(400, 404);
        assertThat(refused.header("Content-Type")).contains("application/problem+json");
    }

    @Test
    void aFailureInsideIsNotShown() throws IOException {
        Received failed = ask("GET", "/v1/bloom/list/flat");
        assertThat(failed.status()).isEqualTo(500);
        assertThat(failed.text()).doesNotContain("secret").doesNotContain("Exception").contains("\"status\":500");
        assertThat(ask("GET", "/v1/latest").status()).isEqualTo(200);
    }

    @Test
    void countsByRouteAndStatus() throws IOException {
        ask("GET", SampleFiles.CONFIRM);
        ask("GET", SampleFiles.PACKED);
        ask("GET", "/v1/root/3");
        ask("GET", "/elsewhere");
        listener.close();
        assertThat(count("/v1/confirm/{root}/{bucket}", "200")).isEqualTo(1);
        assertThat(count("/v1/root/{n}", "404")).isEqualTo(1);
        assertThat(count("other", "404")).isEqualTo(1);
        assertThat(registry.get("bloomward.http.sent").tag("route", "/v1/packed/{sha256}").counter().count())
                .isEqualTo(300_000);
        assertThat(registry.get("bloomward.http.in.flight").gauge().value()).isZero();
        assertThat(registry.get("bloomward.http.connections").gauge().value()).isZero();
    }

    private double count(String route, String status) {
        return registry.get("bloomward.http.requests").tag("route", route).tag("status", status).counter().count();
    }

    @Test
    void aTakenPortIsSaid() {
        HostPort taken = new HostPort("127.0.0.1", listener.uri().getPort());
        assertThatThrownBy(() -> PublicListener.start(taken, Optional.empty(), files, HttpLimits.DEFAULT, registry))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(taken.toString());
    }
}
