package bloomward.server.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Somebody who publishes one list, at every address of a web server of theirs.
final class ListHost implements AutoCloseable {

    private final HttpServer server;
    private final List<Integer> answered = new CopyOnWriteArrayList<>();
    private volatile byte[] body;
    private volatile boolean isWell = true;

    private ListHost(byte[] body) throws IOException {
        this.body = body;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    static ListHost of(byte[] body) throws IOException {
        return new ListHost(body);
    }

    static ListHost of(String body) throws IOException {
        return of(body.getBytes(UTF_8));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] bytes = body;
            String etag = "\"" + Arrays.hashCode(bytes) + "\"";
            int status = !isWell
                    ? 503
                    : etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match")) ? 304 : 200;
            answered.add(status);
            exchange.getResponseHeaders().set("ETag", etag);
            exchange.sendResponseHeaders(status, status == 200 ? bytes.length : -1);
            if (status == 200) {
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    void publish(String text) {
        body = text.getBytes(UTF_8);
    }

    /// Answers with 503 while it is not well.
    void isWell(boolean now) {
        isWell = now;
    }

    /// The status of each answer so far.
    List<Integer> answered() {
        return answered;
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /// The definition of a feed, as a file of a person.
    Path feed(Installation at, String name) throws IOException {
        return feed(at, name, "domains", url("/list"));
    }

    static Path feed(Installation at, String name, String format, String url) throws IOException {
        return at.file(name + ".toml", "name = \"" + name + "\"", "title = \"A sample\"", "url = \"" + url + "\"",
                "format = \"" + format + "\"", "scope = \"host\"", "category = \"phishing\"", "interval = \"1h\"",
                "minimum-interval = \"5m\"", "licence = \"CC0-1.0\"", "attribution = \"nobody\"",
                "homepage = \"https://lists.example/\"", "private-network = true");
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
