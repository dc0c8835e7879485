package bloomward.server.mirror;

import bloomward.format.wire.PublicPath;
import bloomward.server.http.files.Answer;
import bloomward.server.publish.Office;
import bloomward.server.serve.PublishedContent;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/// An origin over HTTP with the content of an office, which can lie and be switched off.
final class TestOrigin implements AutoCloseable {

    private final HttpServer server;
    private volatile PublishedContent content;
    private final List<PublicPath> asked = new CopyOnWriteArrayList<>();
    private volatile Lie lie = (_, body) -> body;
    private volatile Optional<Integer> status = Optional.empty();

    /// Changes an answer.
    @FunctionalInterface
    interface Lie {
        byte[] about(PublicPath path, byte[] body);
    }

    TestOrigin(Office office) throws IOException {
        content = contentOf(office);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private static PublishedContent contentOf(Office office) {
        return PublishedContent.of(office.folder(), office.commits(), _ -> false, office.clock());
    }

    /// After a restart of the office.
    void serves(Office office) {
        content = contentOf(office);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// From now on.
    void lies(Lie next) {
        lie = next;
    }

    /// Lies about one kind of path.
    <P extends PublicPath> void lies(Class<P> kind, UnaryOperator<byte[]> change) {
        lie = (path, body) -> kind.isInstance(path) ? change.apply(body) : body;
    }

    void tellsTheTruth() {
        lie = (_, body) -> body;
        status = Optional.empty();
    }

    void answersOnly(int code) {
        status = Optional.of(code);
    }

    /// The paths that were asked for since the last call.
    List<PublicPath> asked() {
        List<PublicPath> all = List.copyOf(asked);
        asked.clear();
        return all;
    }

    byte[] bytes(PublicPath path) throws IOException {
        return body(content.find(path)).orElseThrow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            PublicPath path = PublicPath.parse(exchange.getRequestURI().getPath()).orElseThrow();
            asked.add(path);
            if (status.isPresent()) {
                exchange.sendResponseHeaders(status.get(), -1);
                return;
            }
            Optional<byte[]> body = body(content.find(path)).map(bytes -> lie.about(path, bytes));
            if (body.isEmpty()) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            exchange.sendResponseHeaders(200, body.get().length == 0 ? -1 : body.get().length);
            exchange.getResponseBody().write(body.get());
        }
    }

    static Optional<byte[]> body(Answer answer) throws IOException {
        if (!(answer instanceof Answer.Found found)) {
            return Optional.empty();
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (MemorySegment part : found.payload().parts()) {
            all.write(part.toArray(ValueLayout.JAVA_BYTE));
        }
        return Optional.of(all.toByteArray());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
