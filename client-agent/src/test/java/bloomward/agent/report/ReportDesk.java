package bloomward.agent.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A server of a publisher that takes reports, as FORMAT.md 18.2 wants it.
final class ReportDesk implements AutoCloseable {

    private static final Pattern NUMBER = Pattern.compile("\"number\":\"([0-9a-f]{32})\"");

    /// Each request, as its method, path and body.
    final List<String> requests = new CopyOnWriteArrayList<>();
    final Map<String, String> states = new ConcurrentHashMap<>();
    final Map<String, String> contents = new ConcurrentHashMap<>();
    volatile Optional<Answer> instead = Optional.empty();
    volatile Runnable beforeAnswer = () -> {};
    private final HttpServer server;

    /// An answer in place of the regular one.
    record Answer(int status, String type, String body, Map<String, String> headers) {

        static Answer problem(int status) {
            return new Answer(status, "application/problem+json", "{\"status\":" + status + "}", Map.of());
        }
    }

    ReportDesk() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
            Answer answer = instead.orElseGet(() -> answer(exchange, body));
            beforeAnswer.run();
            exchange.getResponseHeaders().add("Content-Type", answer.type());
            answer.headers().forEach(exchange.getResponseHeaders()::add);
            byte[] bytes = answer.body().getBytes(UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private Answer answer(HttpExchange exchange, String body) {
        if (exchange.getRequestMethod().equals("GET")) {
            String number = exchange.getRequestURI().getPath().replaceFirst("/v1/report/", "");
            return states.containsKey(number) ? state(200, number) : Answer.problem(404);
        }
        Matcher number = NUMBER.matcher(body);
        if (!number.find() || !"application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
            return Answer.problem(400);
        }
        String before = contents.putIfAbsent(number.group(1), body);
        if (before != null && !before.equals(body)) {
            return Answer.problem(409);
        }
        boolean isNew = states.putIfAbsent(number.group(1), "received") == null;
        return state(isNew ? 201 : 200, number.group(1));
    }

    private Answer state(int status, String number) {
        return new Answer(status, "application/json", "{\"number\":\"" + number + "\",\"state\":\"" + states.get(number)
                + "\",\"at\":\"2026-11-19T12:00:00Z\"}", Map.of());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
