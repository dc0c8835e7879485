package bloomward.agent.browser.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Stands between a stock browser and the gateway: keeps what is asked, and brings faults on the way.
final class GatewayTap implements AutoCloseable {

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Supplier<URI> gateway;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    /// Changes the answers to requests for lists.
    volatile UnaryOperator<byte[]> spoiling = bytes -> bytes;
    /// Questions about pages are refused.
    volatile boolean isMute;

    private GatewayTap(Supplier<URI> gateway) throws IOException {
        this.gateway = gateway;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::pass);
        server.start();
    }

    /// @param gateway its address, looked up for each request
    static GatewayTap before(Supplier<URI> gateway) throws IOException {
        return new GatewayTap(gateway);
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// Requests for lists so far.
    List<String> updates() {
        return asked.stream().filter(each -> !isQuestion(each)).toList();
    }

    /// Questions about pages so far.
    List<String> questions() {
        return asked.stream().filter(GatewayTap::isQuestion).toList();
    }

    private static boolean isQuestion(String path) {
        return path.contains("hashes:search") || path.contains("fullHashes:find");
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            asked.add(path);
            if (isMute && isQuestion(path)) {
                exchange.sendResponseHeaders(503, -1);
                return;
            }
            HttpRequest request = HttpRequest.newBuilder(gateway.get().resolve(path))
                    .method(exchange.getRequestMethod(),
                            BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()))
                    .build();
            HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
            byte[] body = isQuestion(path) ? answer.body() : spoiling.apply(answer.body());
            answer.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        client.close();
    }
}
