package bloomward.server.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.wire.PublicPath;
import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.publish.Office;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A whole mirror: its listeners, and the thread that polls.
@Timeout(300)
final class MirrorTest {

    private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);

    @TempDir
    private Path temporary;
    private final HttpClient client = HttpClient.newHttpClient();
    private Office office;
    private TestOrigin origin;
    private Mirror mirror;

    @BeforeEach
    void open() throws Exception {
        office = Office.published(temporary.resolve("data"));
        origin = new TestOrigin(office);
        mirror = Mirror.start(
                new MirrorSettings(origin.address(), Copy.root(office), temporary.resolve("mirror"), ANY_PORT, ANY_PORT,
                        Optional.empty(), HttpLimits.DEFAULT, Duration.ofMillis(50), ProxySelector.of(null), "test"),
                office.clock());
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        mirror.close();
        origin.close();
        office.close();
    }

    @Test
    void servesWhatItFollows() throws Exception {
        until(() -> status("/healthz") == 200);
        byte[] latest = ask(mirror.publicUri(), new PublicPath.Latest().toString()).body();
        assertThat(latest).isEqualTo(origin.bytes(new PublicPath.Latest()));
        assertThat(readiness()).isEqualTo("{\"ready\":true}");
        assertThat((long) metric("bloomward_mirror_sequence"))
                .isEqualTo(office.commits().current().newest().orElseThrow().manifest().sequence());
    }

    @Test
    void leavesTheBalancerWhileItKnowsOfSomethingThatItCannotServe() throws Exception {
        until(() -> status("/healthz") == 200);
        origin.lies(PublicPath.Latest.class, _ -> "bloomward latest v9\n".getBytes(StandardCharsets.UTF_8));
        until(() -> status("/healthz") == 503);
        assertThat(ask(mirror.publicUri(), "/v1/latest").statusCode()).as("and still serves").isEqualTo(200);
        until(() -> metric("bloomward_mirror_lags") == 1);
        origin.tellsTheTruth();
        until(() -> status("/healthz") == 200);
    }

    @Test
    void staysInTheBalancerWhileItsOriginIsAway() throws Exception {
        until(() -> status("/healthz") == 200);
        origin.asked();
        origin.answersOnly(503);
        until(() -> origin.asked().size() > 0);
        assertThat(status("/healthz")).isEqualTo(200);
        office.clock().advance(Duration.ofDays(2));
        assertThat(status("/healthz")).as("until latest has expired").isEqualTo(503);
        until(() -> readiness().contains("latest: expired") && readiness().contains("origin: not followed since"));
    }

    @Test
    void hasNoAdministrators() throws Exception {
        assertThat(ask(mirror.adminUri(), "/admin/v1/lists").statusCode()).isIn(401, 404);
    }

    private int status(String path) {
        return ask(mirror.publicUri(), path).statusCode();
    }

    private String readiness() {
        return new String(ask(mirror.adminUri(), "/readyz").body(), StandardCharsets.UTF_8);
    }

    private double metric(String name) {
        return new String(ask(mirror.adminUri(), "/metrics").body(), StandardCharsets.UTF_8).lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    private HttpResponse<byte[]> ask(URI address, String path) {
        try {
            return client.send(HttpRequest.newBuilder(URI.create(address + path)).build(), BodyHandlers.ofByteArray());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /// Up to the time-out of the test.
    private static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }
}
