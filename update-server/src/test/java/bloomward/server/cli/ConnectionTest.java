package bloomward.server.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.Run;
import bloomward.server.cli.admin.AdminProgram;
import bloomward.server.http.tls.SelfSigned;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Behaviour of the connection to the server: early refusals, authorities, tokens in the clear.
@Timeout(300)
final class ConnectionTest {

    @TempDir
    private Path folder;
    private final Run.Setting setting = new Run.Setting();

    @BeforeEach
    void writeToken() throws IOException {
        setting.with("BLOOMWARD_TOKEN_FILE", Files.writeString(folder.resolve("token"), "t").toString());
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    /// Not one byte of a list goes to a server that refuses it, and its reason arrives.
    @Test
    void isRefusedBeforeTheBodyIsSent() throws Exception {
        Path list = Files.write(folder.resolve("list"), new byte[1 << 20]);
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Integer> bodyBytes = CompletableFuture.supplyAsync(() -> refuse(listener));
            Run run = setting.with("BLOOMWARD_ADMIN_URL", "http://127.0.0.1:" + listener.getLocalPort())
                    .run(AdminProgram::run, "import", "x", list.toString());
            assertThat(run.err()).contains("requires the role editor");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(bodyBytes.get()).isZero();
        }
    }

    /// @return how many bytes of the body came
    private static int refuse(ServerSocket listener) {
        try (Socket socket = listener.accept()) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            while (!lines.readLine().isEmpty()) {
                // the head
            }
            String body = "{\"type\":\"t\",\"title\":\"Forbidden\",\"status\":403,\"code\":\"forbidden\","
                    + "\"detail\":\"requires the role editor\"}";
            socket.getOutputStream()
                    .write(("HTTP/1.1 403 Forbidden\r\nContent-Type: application/problem+json\r\n" + "Content-Length: "
                            + body.length() + "\r\nConnection: close\r\n\r\n" + body).getBytes(US_ASCII));
            int count = 0;
            while (lines.read() >= 0) {
                count++;
            }
            return count;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void trustsAnAuthorityThatItIsTold() throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try {
            SelfSigned signed = SelfSigned.of("ip:127.0.0.1");
            Files.writeString(folder.resolve("ca.pem"), signed.certificate());
            server.setHttpsConfigurator(new HttpsConfigurator(signed.context()));
            server.createContext("/", exchange -> {
                try (exchange) {
                    byte[] body = "{\"lists\":[]}".getBytes(US_ASCII);
                    exchange.getResponseHeaders().set("Content-Type", "application/json");
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                }
            });
            server.start();
            setting.with("BLOOMWARD_ADMIN_URL", "https://127.0.0.1:" + server.getAddress().getPort());
            Run without = setting.run(AdminProgram::run, "list", "show");
            assertThat(without.exitCode()).isEqualTo(2);
            assertThat(without.err()).contains("connection not trusted", "--ca-file");
            Run with = setting.run(AdminProgram::run, "list", "show", "--ca-file", at("ca.pem"));
            assertThat(with.err()).doesNotContain("trusted");
            assertThat(with.exitCode()).isZero();
            Files.writeString(folder.resolve("none.pem"), "nothing");
            assertThat(setting.run(AdminProgram::run, "list", "show", "--ca-file", at("none.pem")).err())
                    .contains("none.pem: ", "certificate")
                    .doesNotContain("internal");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void warnsWhereTheTokenTravelsInTheClear() {
        // A name that can never be found (RFC 6761).
        Run run = setting.run(AdminProgram::run, "list", "show", "--server", "http://host.invalid:1");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("warning: http://host.invalid:1: connection without TLS", "unknown host");
        assertThat(setting.run(AdminProgram::run, "list", "show", "--server", "https://host.invalid:1").err())
                .doesNotContain("no TLS");
    }
}
