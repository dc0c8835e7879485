package bloomward.program.testing;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/// nginx before a server, with the example of a guide as it stands there but for its certificate and its addresses. It keeps its
/// port over a restart.
public final class Nginx implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);
    private static final String LISTEN = "listen 443 ssl;";

    private final Path folder;
    private final URI address;

    private Nginx(Path folder, URI address) {
        this.folder = folder;
        this.address = address;
    }

    /// The example of a page, counted from 0.
    public static String example(String page, int number) throws IOException {
        return Files.readString(Path.of(page)).split("```nginx\n")[number + 1].split("```")[0]
                .replaceAll("(?m)^ *ssl_.*$", "");
    }

    /// Goes on once nginx listens, and serves beside the test, without TLS.
    ///
    /// @param folder for its files and caches
    /// @param server that it asks, in place of the example's
    public static Nginx start(Path folder, URI server, String example) throws IOException {
        return start(folder, server, example, "http", ";");
    }

    /// The same with TLS, and a certificate of its own.
    public static Nginx startTls(Path folder, URI server, String example) throws IOException {
        Needs.programs("openssl");
        Path key = folder.resolve("key.pem");
        Path certificate = folder.resolve("cert.pem");
        run(folder, "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", key.toString(), "-out", certificate.toString(), "-days", "2", "-subj", "/CN=127.0.0.1");
        return start(folder, server, example, "https",
                " ssl;\nssl_certificate " + certificate + ";\nssl_certificate_key " + key + ";");
    }

    private static Nginx start(Path folder, URI server, String example, String scheme, String listening)
            throws IOException {
        Needs.programs("nginx");
        String address = "127.0.0.1:" + Ports.free();
        assertThat(example).contains(LISTEN).containsPattern("127\\.0\\.0\\.1:848[01]");
        Files.writeString(folder.resolve("nginx.conf"),
                "pid " + folder + "/pid;\n" + (System.getProperty("user.name").equals("root") ? "user root;\n" : "")
                        + "events {}\nhttp {\naccess_log off;\n"
                        + List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
                                .stream()
                                .map(name -> name + "_temp_path " + folder + "/" + name + ";\n")
                                .collect(Collectors.joining())
                        + example.replace(LISTEN, "listen " + address + listening)
                                .replaceAll("127\\.0\\.0\\.1:848[01]", server.getAuthority())
                                .replace("/var/cache/nginx", folder.toString())
                        + "\n}\n");
        Nginx nginx = new Nginx(folder, URI.create(scheme + "://" + address));
        nginx.start();
        return nginx;
    }

    /// Starts it again after [#stop].
    public void start() throws IOException {
        nginx();
        await(true);
    }

    /// Goes on once it has ended.
    public void stop() throws IOException {
        nginx("-s", "stop");
        await(false);
    }

    private void await(boolean running) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (isRunning() != running) {
            assertThat(System.nanoTime() - end).as("waits for nginx").isNegative();
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    private boolean isRunning() {
        return Files.exists(folder.resolve("pid"));
    }

    private void nginx(String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("nginx", "-q", "-e", folder.resolve("error.log").toString(),
                "-c", folder.resolve("nginx.conf").toString()));
        command.addAll(List.of(more));
        run(folder, command.toArray(String[]::new));
    }

    private static void run(Path folder, String... command) throws IOException {
        Path said = folder.resolve(command[0] + ".out");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        int code = process.onExit().join().exitValue();
        assertThat(code).as(Files.readString(said)).isZero();
    }

    public URI address() {
        return address;
    }

    @Override
    public void close() throws IOException {
        if (isRunning()) {
            stop();
        }
    }
}
