package bloomward.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// A real HTTP server on the loopback that gives each route the answer that a test has put there, and remembers the
/// requests.
public final class FakeServer implements AutoCloseable {

    /// A request to the server.
    ///
    /// @param target method, path and query
    public record Asked(String target, String body, Map<String, String> headers) {}

    private record Answer(int status, String type, String body) {}

    private final HttpServer http;
    private final Map<String, Answer> answers = new HashMap<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    public FakeServer() {
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.createContext("/", this::handle);
        http.start();
    }

    public String address() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /// @param route method and path, such as `GET /admin/v1/lists`
    public FakeServer answers(String route, String json) {
        return answers(route, 200, "application/json", json);
    }

    public FakeServer refuses(String route, int status, String code, String detail) {
        return answers(route, status, "application/problem+json", """
                {"type":"about:blank","title":"No","status":%d,"detail":"%s","code":"%s",\
                "instance":"urn:request:7","errors":[{"line":3,"detail":"odd"},{"detail":"\\u001b[2J"}]}"""
                .formatted(status, detail, code));
    }

    public FakeServer answers(String route, int status, String type, String body) {
        answers.put(route, new Answer(status, type, body));
        return this;
    }

    public List<Asked> asked() {
        return asked;
    }

    /// The only question.
    public Asked question() {
        if (asked.size() != 1) {
            throw new AssertionError("asked " + asked);
        }
        return asked.getFirst();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            Map<String, String> headers = new HashMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
            asked.add(new Asked(exchange.getRequestMethod() + " " + exchange.getRequestURI(), body, headers));
            Answer answer = answers.getOrDefault(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath(),
                    new Answer(404, "text/html", "<h1>no such page</h1>"));
            exchange.getResponseHeaders().set("Content-Type", answer.type);
            exchange.getResponseHeaders().set("Location", "https://elsewhere.example/");
            byte[] bytes = answer.body.getBytes(UTF_8);
            exchange.sendResponseHeaders(answer.status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
