package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.Nginx;
import bloomward.server.http.RawClient;
import bloomward.server.http.RawClient.Received;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reports through the nginx of OPERATING.md, as it stands there but for its certificate and its addresses.
final class ProxiedReportsTest extends OfficeDay {

    private static final int FOR_EACH_ADDRESS = 10;

    @TempDir
    private Path folder;
    @AutoClose
    private Nginx nginx;

    @BeforeEach
    void proxy() throws Exception {
        createWith("phishing", "evil.example");
        publish();
        at.stop();
        Files.writeString(at.data().resolve("server.toml"), "trusted-proxies = [\"127.0.0.1\"]\n");
        at.start();
        nginx = Nginx.start(folder, at.publicUri(), Nginx.example("OPERATING.md", 0));
    }

    private Received ask(String method, String path, String body) throws Exception {
        try (RawClient client = RawClient.to(nginx.address())) {
            client.send(method + " " + path + " HTTP/1.1\r\nHost: lists.example\r\nContent-Type: application/json\r\n"
                    + "Connection: close\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length
                    + "\r\n\r\n" + body);
            return client.receive();
        }
    }

    private Received report(int number) throws Exception {
        return ask("POST", "/v1/report", """
                {"v":1,"number":"%032x","kind":"wrong","url":"evil.example","comment":"","verdict":"listed"}"""
                .formatted(number));
    }

    private int get(String path) throws Exception {
        return RawClient.ask(nginx.address(), "GET", path, "Connection: close").status();
    }

    @Test
    void passTheProxyWithinBounds() throws Exception {
        for (int i = 0; i < FOR_EACH_ADDRESS; i++) {
            assertThat(report(i).status()).as("report %d", i).isEqualTo(201);
        }
        assertThat(report(FOR_EACH_ADDRESS).status()).isEqualTo(429);
        assertThat(at.json("reports", "list").at("/reports/0/count").asInt()).isEqualTo(FOR_EACH_ADDRESS);
        for (int i = 0; i < FOR_EACH_ADDRESS; i++) {
            assertThat(get("/v1/report/%032x".formatted(i))).as("questions have no such bound").isEqualTo(200);
            assertThat(get("/v1/latest")).as("nor has reading").isEqualTo(200);
        }
    }

    @Test
    void anAnswerIsNotCached() throws Exception {
        report(1);
        String path = "/v1/report/%032x".formatted(1);
        assertThat(RawClient.ask(nginx.address(), "GET", path, "Connection: close").text()).contains("received");
        at.admin("reports", "reject", "1", "--reason", "a real one").done();
        assertThat(RawClient.ask(nginx.address(), "GET", path, "Connection: close").text()).contains("rejected");
    }

    @Test
    void nothingElseTakesABody() throws Exception {
        assertThat(ask("POST", "/v1/latest", "{}").status()).isEqualTo(403);
        assertThat(ask("PUT", "/v1/report", "{}").status()).isEqualTo(403);
        assertThat(ask("POST", "/v1/report", "x".repeat(4097)).status()).isEqualTo(413);
        assertThat(ask("POST", "/v1/report", "{}").status()).isEqualTo(400);
        assertThat(ask("POST", "/elsewhere", "{}").status()).isEqualTo(404);
    }
}
