package bloomward.server.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// `bloomward-server serve` in a process of its own, to be killed and stopped.
final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final URI publicUri;
    private final URI adminUri;

    private ServerProcess(Process process, URI publicUri, URI adminUri) {
        this.process = process;
        this.publicUri = publicUri;
        this.adminUri = adminUri;
    }

    /// Starts it, and waits until it listens.
    static ServerProcess start(Path data, String name) throws IOException {
        Process process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), "bloomward.server.Main", "serve", "--data-dir", data.toString(),
                "--server-name", name, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--ready-json"))
                .redirectError(data.resolveSibling(data.getFileName() + ".log").toFile())
                .start();
        BufferedReader out = process.inputReader(UTF_8);
        String line = out.readLine();
        if (line == null) {
            throw new IOException("it does not start, see " + data + ".log");
        }
        JsonNode addresses = JsonMapper.builder().build().readTree(line);
        return new ServerProcess(process, URI.create(addresses.get("public").asText()),
                URI.create(addresses.get("admin").asText()));
    }

    URI publicUri() {
        return publicUri;
    }

    URI adminUri() {
        return adminUri;
    }

    /// As the kernel does when there is no memory left.
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /// Stops it where it is; it does not notice.
    void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    /// Lets it go on.
    void thaw() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        try {
            signal("CONT");
            process.destroy();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
