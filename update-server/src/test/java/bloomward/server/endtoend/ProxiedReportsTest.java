package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import bloomward.server.http.RawClient;
import bloomward.server.http.RawClient.Received;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Reports through the nginx of OPERATING.md, as it stands there but for its certificate and its addresses.
final class ProxiedReportsTest extends OfficeDay {

    private static final int FOR_EACH_ADDRESS = 10;

    private URI proxy;

    @BeforeEach
    void proxy() throws Exception {
        Needs.programs("nginx");
        createWith("phishing", "evil.example");
        publish();
        at.stop();
        Files.writeString(at.data().resolve("server.toml"), "trusted-proxies = [\"127.0.0.1\"]\n");
        at.start();
        int port = freePort();
        proxy = URI.create("http://127.0.0.1:" + port);
        Files.writeString(folder.resolve("nginx.conf"),
                "pid " + folder + "/pid;\n" + (System.getProperty("user.name").equals("root") ? "user root;\n" : "")
                        + "events {}\nhttp {\naccess_log off;\n"
                        + List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
                                .stream()
                                .map(name -> name + "_temp_path " + folder + "/" + name + ";\n")
                                .collect(Collectors.joining())
                        + example().replace("listen 443 ssl;", "listen 127.0.0.1:" + port + ";")
                                .replace("127.0.0.1:8480", at.publicUri().getAuthority())
                                .replace("/var/cache/nginx", folder.toString())
                        + "\n}\n");
        nginx();
    }

    @AfterEach
    void stopProxy() throws Exception {
        if (Files.exists(folder.resolve("pid"))) {
            nginx("-s", "stop");
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String example() throws Exception {
        String page = Files.readString(Path.of("OPERATING.md"));
        int start = page.indexOf("```nginx\n") + "```nginx\n".length();
        return page.substring(start, page.indexOf("```", start)).replaceAll("(?m)^ *ssl_.*$", "");
    }

    /// Goes on once nginx listens, and serves beside the test.
    private void nginx(String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of("nginx", "-q", "-e", folder.resolve("error.log").toString(),
                "-c", folder.resolve("nginx.conf").toString()));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.out").toFile())
                .start();
        assertThat(process.waitFor()).as(Files.readString(folder.resolve("nginx.out"))).isZero();
    }

    private Received ask(String method, String path, String body) throws Exception {
        try (RawClient client = RawClient.to(proxy)) {
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
        return RawClient.ask(proxy, "GET", path, "Connection: close").status();
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
        assertThat(RawClient.ask(proxy, "GET", path, "Connection: close").text()).contains("received");
        at.admin("reports", "reject", "1", "--reason", "a real one").done();
        assertThat(RawClient.ask(proxy, "GET", path, "Connection: close").text()).contains("rejected");
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
