package bloomward.agent.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// HAProxy with the configuration of SCALING.md, as it stands there for mirrors but for its certificate and its addresses.
final class Haproxy implements AutoCloseable {

    private final Process process;
    private final int port;

    private Haproxy(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static void needsIt() {
        Needs.programs("haproxy");
    }

    /// @param mirrors the two that it stands before, as host and port
    static Haproxy beforeMirrors(Path folder, List<String> mirrors) throws IOException {
        int port = freePort();
        String page = Files.readString(Path.of("../update-server/SCALING.md"));
        int start = page.indexOf("```haproxy\n") + "```haproxy\n".length();
        String text = page.substring(start, page.indexOf("```", start));
        for (String changed : List.of("maxconn 20000", "bind :443 ssl crt /etc/haproxy/lists.example.pem", "192.0.2.11:8480",
                "192.0.2.12:8480", "balance leastconn")) {
            assertThat(text).contains(changed);
        }
        Path configuration = Files.writeString(folder.resolve("haproxy.cfg"),
                text.replace("maxconn 20000", "maxconn 2000") // a test may open fewer files
                        .replace("bind :443 ssl crt /etc/haproxy/lists.example.pem", "bind 127.0.0.1:" + port)
                        .replace("192.0.2.11:8480", mirrors.getFirst())
                        .replace("192.0.2.12:8480", mirrors.getLast())
                        .replace("balance leastconn", "balance source"));
        Process process = new ProcessBuilder("haproxy", "-db", "-f", configuration.toString()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("haproxy.log").toFile())
                .start();
        return new Haproxy(process, port);
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
