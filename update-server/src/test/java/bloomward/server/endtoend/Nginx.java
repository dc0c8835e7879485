package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import bloomward.program.testing.Ports;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// nginx before a server, with the example of a guide as it stands there but for its certificate and its addresses.
final class Nginx implements AutoCloseable {

    private final Path folder;
    private final URI address;

    private Nginx(Path folder, URI address) {
        this.folder = folder;
        this.address = address;
    }

    /// The example of a page, counted from 0.
    static String example(String page, int number) throws Exception {
        return Files.readString(Path.of(page)).split("```nginx\n")[number + 1].split("```")[0]
                .replaceAll("(?m)^ *ssl_.*$", "");
    }

    /// Goes on once nginx listens, and serves beside the test.
    ///
    /// @param folder for its files and caches
    static Nginx start(Path folder, URI server, String example) throws Exception {
        Needs.programs("nginx");
        String address = "127.0.0.1:" + Ports.free();
        Files.writeString(folder.resolve("nginx.conf"),
                "pid " + folder + "/pid;\n" + (System.getProperty("user.name").equals("root") ? "user root;\n" : "")
                        + "events {}\nhttp {\naccess_log off;\n"
                        + List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
                                .stream()
                                .map(name -> name + "_temp_path " + folder + "/" + name + ";\n")
                                .collect(Collectors.joining())
                        + example.replace("listen 443 ssl;", "listen " + address + ";")
                                .replace("127.0.0.1:8480", server.getAuthority())
                                .replace("/var/cache/nginx", folder.toString())
                        + "\n}\n");
        Nginx nginx = new Nginx(folder, URI.create("http://" + address));
        nginx.run();
        return nginx;
    }

    private void run(String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("nginx", "-q", "-e", folder.resolve("error.log").toString(),
                "-c", folder.resolve("nginx.conf").toString()));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.out").toFile())
                .start();
        assertThat(process.onExit().join().exitValue()).as(Files.readString(folder.resolve("nginx.out"))).isZero();
    }

    URI address() {
        return address;
    }

    @Override
    public void close() throws IOException {
        run("-s", "stop");
    }
}
