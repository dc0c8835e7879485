package bloomward.agent.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.live.Browser;
import bloomward.agent.browser.live.Until;
import bloomward.format.testing.Needs;
import bloomward.server.config.ServerSetting;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The console through nginx, which speaks TLS to the browser and keeps nothing back.
final class ProxiedConsoleIT extends AtTheOffice {

    ProxiedConsoleIT() {
        super(Browser.Kind.CHROMIUM);
    }

    @Test
    void signsInAndHearsNewsThroughNginx() throws Exception {
        Needs.programs("nginx", "openssl");
        int port = freePort();
        Path folder = office.folder();
        office.publisher.list("scam").stop();
        office.publisher.with(ServerSetting.ADMIN_ORIGIN, "https://127.0.0.1:" + port).start();
        run(List.of("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", folder + "/key.pem", "-out", folder + "/cert.pem", "-days", "2", "-subj", "/CN=127.0.0.1"));
        Files.writeString(folder.resolve("nginx.conf"), configuration(port));
        nginx();
        try {
            Person ada = office.personAt("https://127.0.0.1:" + port + "/console/", "ada", "admin");
            ada.open("overview").sees("scam");
            assertThat(ada.tab.evaluate("document.cookie").asText()).isEmpty();
            office.publisher.add("scam", "evil.example");
            ada.sees("scam: 1 change is not published"); // by an event: nothing else asks
            ada.open("lists/scam").click("Publish").click("Publish").sees("Published: scam 1");
            nginx("-s", "stop");
            ada.sees("The server does not answer at the moment.");
            Until.is("the end of nginx", () -> !Files.exists(folder.resolve("pid")));
            nginx();
            ada.seesNot("The server does not answer at the moment.");
        } finally {
            if (Files.exists(folder.resolve("pid"))) {
                nginx("-s", "stop");
            }
        }
    }

    private String configuration(int port) {
        Path folder = office.folder();
        return "pid " + folder + "/pid;\n" + (System.getProperty("user.name").equals("root") ? "user root;\n" : "")
                + "events {}\nhttp {\naccess_log off;\n"
                + List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
                        .stream()
                        .map(name -> name + "_temp_path " + folder + "/" + name + ";\n")
                        .collect(Collectors.joining())
                + """
                        server {
                            listen 127.0.0.1:%d ssl;
                            ssl_certificate %s/cert.pem;
                            ssl_certificate_key %s/key.pem;
                            location / {
                                proxy_pass %s;
                                proxy_http_version 1.1;
                                proxy_set_header Host $http_host;
                                proxy_set_header Connection "";
                                client_max_body_size 2g;
                            }
                        }
                        }
                        """.formatted(port, folder, folder, office.publisher.adminAddress());
    }

    /// One below those that the system gives to whoever asks for any.
    private static int freePort() throws IOException {
        for (int port = 20_000 + (int) (ProcessHandle.current().pid() % 10_000);; port++) {
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException _) {
                // taken: the next one
            }
        }
    }

    private void nginx(String... more) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("nginx", "-q", "-e", office.folder().resolve("error.log").toString(), "-c",
                        office.folder().resolve("nginx.conf").toString()));
        command.addAll(List.of(more));
        run(command);
    }

    private void run(List<String> command) throws Exception {
        Path said = office.folder().resolve(command.getFirst() + ".out");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        assertThat(process.waitFor()).as(Files.readString(said)).isZero();
    }
}
