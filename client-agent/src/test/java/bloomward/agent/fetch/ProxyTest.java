package bloomward.agent.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bloomward.agent.fetch.FetchException.Reason;
import bloomward.agent.fetch.ScriptedServer.Talk;
import bloomward.format.wire.PublicPath;
import bloomward.program.http.EnvironmentProxy;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ProxyTest {

    private static final PublicPath LATEST = new PublicPath.Latest();
    /// Whom only the proxy can reach.
    private static final URI LISTS = URI.create("https://lists.test");
    /// `me:secret`
    private static final String RIGHT = "Basic bWU6c2VjcmV0";

    @TempDir
    private static Path folder;
    private static TestKeys keys;

    private final ScriptedServer proxy;

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = TestKeys.make(folder, "right", "dns:lists.test");
    }

    ProxyTest() throws IOException {
        proxy = new ScriptedServer();
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
    }

    private static String get(String proxy, Optional<Path> caFile, URI address) throws Exception {
        HttpTransport transport = HttpTransport.of(Map.of("all_proxy", proxy), caFile, FetchLimits.DEFAULT, "1",
                Clock.systemUTC());
        Reply reply = transport.get(address, LATEST, 10, Optional.empty());
        return new String(((Reply.Content) reply).bytes(), UTF_8);
    }

    private String by(String user) {
        return "http://" + user + "127.0.0.1:" + proxy.port();
    }

    private static boolean wantsPassword(Talk talk, String realm) throws IOException {
        talk.say("HTTP/1.1 407 Who are you\nProxy-Authenticate: " + realm + "\nContent-Length: 0\n\n");
        return true;
    }

    /// Opens a tunnel and carries bytes both ways until one side ends.
    private static boolean tunnel(Talk talk, ScriptedServer target) throws IOException, InterruptedException {
        try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target.port())) {
            talk.say("HTTP/1.1 200 Connected\n\n");
            Thread back = Thread.startVirtualThread(() -> {
                try {
                    server.getInputStream().transferTo(talk.out());
                } catch (IOException _) {
                    // One side has gone, so the tunnel ends.
                }
            });
            talk.in().transferTo(server.getOutputStream());
            server.shutdownOutput();
            back.join();
        }
        return false;
    }

    @Test
    void asksByAProxy() throws Exception {
        proxy.on("http://a.test/v1/latest", "HTTP/1.1 200 OK", "note");
        assertThat(get(by(""), Optional.empty(), URI.create("http://a.test"))).isEqualTo("note");
    }

    @Test
    void tellsAProxyItsPassword() throws Exception {
        proxy.on("http://a.test/v1/latest", talk -> {
            if (!talk.header("Proxy-Authorization").equals(Optional.of(RIGHT))) {
                return wantsPassword(talk, "Basic realm=\"x\"");
            }
            talk.say("HTTP/1.1 200 OK\nContent-Length: 4\n\nnote");
            return true;
        });
        assertThat(get(by("me:secret@"), Optional.empty(), URI.create("http://a.test"))).isEqualTo("note");
    }

    @Test
    void triesAWrongPasswordOnce() {
        proxy.on("http://a.test/v1/latest", talk -> wantsPassword(talk, "Basic realm=\"x\""));
        FetchException failure = catchThrowableOfType(FetchException.class,
                () -> get(by("me:wrong@"), Optional.empty(), URI.create("http://a.test")));
        assertThat(failure.reason()).isEqualTo(Reason.NOT_SERVED);
        assertThat(failure).hasMessageContaining("by proxy")
                .hasMessageContaining("status 407")
                .hasMessageNotContaining("wrong");
        assertThat(proxy.questions()).hasSize(2);
    }

    @Test
    void noServerIsToldAPassword() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            server.on(LATEST, "HTTP/1.1 401 Who\nWWW-Authenticate: Basic realm=\"x\"", "");
            HttpTransport transport = HttpTransport.of(
                    Map.of("all_proxy", "http://me:secret@127.0.0.1:" + server.port()), Optional.<Path>empty(),
                    FetchLimits.DEFAULT, "1", Clock.systemUTC());
            assertThatThrownBy(() -> transport.get(server.address(), LATEST, 10, Optional.empty()))
                    .hasMessageContaining("status 401");
            assertThat(server.questions()).hasSize(1)
                    .allMatch(talk -> talk.header("Authorization").isEmpty()
                            && talk.header("Proxy-Authorization").isEmpty());
        }
    }

    @Test
    void reachesATlsServerThroughATunnel() throws Exception {
        try (ScriptedServer server = new ScriptedServer("https", keys.sockets())) {
            server.on(LATEST, "HTTP/1.1 200 OK", "note");
            proxy.on("lists.test:443", talk -> tunnel(talk, server));
            assertThat(get(by(""), Optional.of(keys.certificate()), LISTS)).isEqualTo("note");
            proxy.on("lists.test:443", "HTTP/1.1 403 No", "");
            HttpTransport another = HttpTransport.of(Map.of("https_proxy", by("")), Optional.of(keys.certificate()),
                    FetchLimits.DEFAULT, "1", Clock.systemUTC());
            FetchException failure = catchThrowableOfType(FetchException.class,
                    () -> another.get(LISTS, LATEST, 10, Optional.empty()));
            assertThat(failure.reason()).isEqualTo(Reason.NOT_SERVED);
            assertThat(failure).hasMessageContaining("HTTP/1.1 403 No");
        }
    }

    /// In a JVM of its own, because the JDK reads once, from a system property, whether Basic is used for tunnels.
    @Test
    void tellsAProxyItsPasswordBeforeItOpensATunnel() throws Exception {
        try (ScriptedServer server = new ScriptedServer("https", keys.sockets())) {
            server.on(LATEST, "HTTP/1.1 200 OK", "note");
            proxy.on("lists.test:443",
                    talk -> talk.header("Proxy-Authorization").equals(Optional.of(RIGHT))
                            ? tunnel(talk, server)
                            : wantsPassword(talk, "Basic realm=\"x\""));
            String[] args = {by("me:secret@"), keys.certificate().toString(), LISTS.toString()};
            assertThat(inAnotherJvm("-Djdk.http.auth.tunneling.disabledSchemes=", args)).isEqualTo("note");
            assertThat(inAnotherJvm("-Dother=", args)).contains("NOT_SERVED", "407");
            assertThat(server.questions()).hasSize(1).allMatch(talk -> talk.header("Proxy-Authorization").isEmpty());
        }
    }

    private static String inAnotherJvm(String option, String... args) throws Exception {
        String classPath = Stream
                .of(HttpTransport.class, ProxyTest.class, PublicPath.class, EnvironmentProxy.class,
                        AbstractAssert.class, TempDir.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                        option, "-cp", classPath, OneRequest.class.getName()));
        command.addAll(List.of(args));
        Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(java.getInputStream().readAllBytes(), UTF_8);
    }

    /// Arguments: proxy, file of certificates, address. Prints the answer.
    static final class OneRequest {

        private OneRequest() {}

        public static void main(String[] args) throws Exception {
            try {
                System.out.print(get(args[0], Optional.of(Path.of(args[1])), URI.create(args[2])));
            } catch (FetchException e) {
                System.out.print(e.reason() + " " + e.getMessage());
            }
        }
    }
}
