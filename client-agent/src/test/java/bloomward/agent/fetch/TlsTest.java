package bloomward.agent.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bloomward.agent.fetch.FetchException.Reason;
import bloomward.format.wire.PublicPath;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class TlsTest {

    private static final PublicPath LATEST = new PublicPath.Latest();

    @TempDir
    static Path folder;
    private static TestKeys right;
    private static TestKeys other;

    @BeforeAll
    static void makeKeys() throws Exception {
        right = TestKeys.make(folder, "right", "ip:127.0.0.1");
        other = TestKeys.make(folder, "other", "dns:elsewhere.test");
    }

    private static ScriptedServer server(TestKeys keys) throws Exception {
        ScriptedServer server = new ScriptedServer("https", keys.sockets());
        server.on(LATEST, "HTTP/1.1 200 OK", "note");
        return server;
    }

    private static HttpTransport transport(Optional<Path> caFile) throws IOException {
        return HttpTransport.of(Map.of(), caFile, FetchLimits.DEFAULT, "1", Clock.systemUTC());
    }

    private static void assertFails(Reason reason, Optional<Path> caFile, URI address) {
        FetchException failure = catchThrowableOfType(FetchException.class,
                () -> transport(caFile).get(address, LATEST, 10, Optional.empty()));
        assertThat(failure).isNotNull();
        assertThat(failure.reason()).as(failure.getMessage()).isEqualTo(reason);
        assertThat(failure).hasMessageStartingWith(address + "/v1/latest: ");
    }

    @Test
    void trustsTheCertificatesOfAFileAndKeepsTheConnection() throws Exception {
        try (ScriptedServer server = server(right)) {
            HttpTransport transport = transport(Optional.of(right.certificate()));
            for (int i = 0; i < 2; i++) {
                Reply reply = transport.get(server.address(), LATEST, 10, Optional.empty());
                assertThat(((Reply.Content) reply).bytes()).asString(UTF_8).isEqualTo("note");
            }
            assertThat(server.questions()).hasSize(2).allMatch(talk -> talk.connection() == 0);
        }
    }

    @Test
    void trustsNobodyElse() throws Exception {
        try (ScriptedServer server = server(right)) {
            assertFails(Reason.NOT_TRUSTED, Optional.of(other.certificate()), server.address());
            assertFails(Reason.NOT_TRUSTED, Optional.empty(), server.address());
            assertThat(server.questions()).isEmpty();
        }
    }

    @Test
    void aCertificateForAnotherHostIsNotTrusted() throws Exception {
        try (ScriptedServer server = server(other)) {
            assertFails(Reason.NOT_TRUSTED, Optional.of(other.certificate()), server.address());
        }
    }

    @Test
    void aServerThatEndsTheHandshakeIsNotReached() throws Exception {
        try (ServerSocket closing = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread server = Thread.startVirtualThread(() -> closeNext(closing));
            assertFails(Reason.NOT_REACHED, Optional.empty(),
                    URI.create("https://127.0.0.1:" + closing.getLocalPort()));
            server.join();
        }
    }

    private static void closeNext(ServerSocket socket) {
        try (Socket next = socket.accept()) {
            next.shutdownOutput();
            next.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException _) {
            // The client was faster.
        }
    }

    @Test
    void aHandshakeThatIsNotAnsweredIsTooSlow() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            URI address = URI.create("https://127.0.0.1:" + silent.getLocalPort());
            HttpTransport strict = HttpTransport.of(Map.of(), Optional.<Path>empty(),
                    new FetchLimits(Duration.ofMinutes(1), Duration.ofMillis(300), 1, Duration.ofMinutes(1)), "1",
                    Clock.systemUTC());
            FetchException failure = catchThrowableOfType(FetchException.class,
                    () -> strict.get(address, LATEST, 10, Optional.empty()));
            assertThat(failure.reason()).isEqualTo(Reason.TOO_SLOW);
        }
    }

    @Test
    void aFileThatCannotBeUsedIsNamed() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing\n");
        Path damaged = Files.writeString(folder.resolve("damaged.pem"),
                "-----BEGIN CERTIFICATE-----\nAQI=\n-----END CERTIFICATE-----\n");
        assertUnusable(folder.resolve("missing.pem"), "missing.pem: no such file");
        assertUnusable(empty, "empty.pem: ");
        assertUnusable(damaged, "damaged.pem: a certificate in it cannot be read");
    }

    private static void assertUnusable(Path caFile, String message) {
        assertThatThrownBy(() -> transport(Optional.of(caFile))).isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }
}
