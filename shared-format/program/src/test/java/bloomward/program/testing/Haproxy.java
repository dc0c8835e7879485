package bloomward.program.testing;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// HAProxy with the configuration of SCALING.md, as it stands there but for its certificate and its addresses.
public final class Haproxy implements AutoCloseable {

    private static final Pattern STATE = Pattern.compile("Server bloomward/(\\w+) is (UP|DOWN)");

    private static final Path PAGE = Path.of("../update-server/SCALING.md");
    private static final String STICK_TABLE = "stick-table type ipv6 size 1m expire 30m";
    private static final String STICK = "stick on src";

    private final Process process;
    private final int port;
    private final Path log;

    private Haproxy(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    public static void needsIt() {
        Needs.programs("haproxy");
    }

    /// Before two servers on one database.
    ///
    /// @param servers as host and port
    public static Haproxy beforeServers(Path folder, List<String> servers) throws IOException {
        return before(folder, servers, "balance leastconn");
    }

    /// Before two mirrors, with the lines that the page has for them.
    ///
    /// @param mirrors as host and port
    public static Haproxy beforeMirrors(Path folder, List<String> mirrors) throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page).contains("`" + STICK_TABLE + "`", "`" + STICK + "`");
        return before(folder, mirrors, "balance leastconn\n    " + STICK_TABLE + "\n    " + STICK);
    }

    private static Haproxy before(Path folder, List<String> servers, String balance) throws IOException {
        int port = Ports.free();
        String page = Files.readString(PAGE);
        int start = page.indexOf("```haproxy\n") + "```haproxy\n".length();
        String text = page.substring(start, page.indexOf("```", start));
        Map<String, String> changes = Map.of("maxconn 20000", "maxconn 2000", // a test may open fewer files
                "bind :443 ssl crt /etc/haproxy/lists.example.pem", "bind 127.0.0.1:" + port, "192.0.2.11:8480",
                servers.getFirst(), "192.0.2.12:8480", servers.getLast(), "balance leastconn", balance);
        for (Map.Entry<String, String> change : changes.entrySet()) {
            assertThat(text).contains(change.getKey());
            text = text.replace(change.getKey(), change.getValue());
        }
        Path configuration = Files.writeString(folder.resolve("haproxy.cfg"), text);
        Path log = folder.resolve("haproxy.log");
        Process process = new ProcessBuilder("haproxy", "-db", "-f", configuration.toString()).redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new Haproxy(process, port, log);
    }

    /// The base address at which agents ask; it answers a moment later.
    public URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /// Its own words.
    public String log() throws IOException {
        return Files.readString(log);
    }

    /// Whether it gives questions to all of its servers.
    public boolean hasAll() throws IOException {
        Map<String, String> states = new HashMap<>();
        Matcher said = STATE.matcher(log());
        while (said.find()) {
            states.put(said.group(1), said.group(2));
        }
        return !states.containsValue("DOWN");
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
