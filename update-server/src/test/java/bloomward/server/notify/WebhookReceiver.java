package bloomward.server.notify;

import bloomward.program.testing.Ports;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A receiver of webhooks for tests, which believes only what is signed. It verifies as OPERATING.md tells receivers to.
public final class WebhookReceiver implements AutoCloseable {

    public static final String SECRET = "0123456789abcdef0123456789abcdef";

    private static final Pattern SIGNATURE = Pattern.compile("t=(\\d+),v1=([0-9a-f]{64})");

    private final List<Taken> taken = new CopyOnWriteArrayList<>();
    private final CountDownLatch hasOne = new CountDownLatch(1);
    private final InetSocketAddress address;
    private HttpServer server;
    private volatile int status = 204;

    /// A message whose signature is right.
    ///
    /// @param at the time of the signature
    public record Taken(long at, String body, JsonNode json, Map<String, List<String>> headers) {

        /// The values of a header, by its name with one capital.
        public List<String> header(String name) {
            return headers.getOrDefault(name, List.of());
        }
    }

    public WebhookReceiver() throws IOException {
        address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free());
        server = HttpServer.create(address, 0);
        begin();
    }

    private void begin() {
        server.createContext("/hook", this::take);
        server.createContext("/elsewhere", exchange -> {
            throw new AssertionError("a redirect was followed");
        });
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String header = exchange.getRequestHeaders().getFirst("Bloomward-Signature");
        Matcher parts = SIGNATURE.matcher(header == null ? "" : header);
        if (!parts.matches() || !isSigned(parts.group(1), parts.group(2), body)) {
            exchange.sendResponseHeaders(401, -1);
            return;
        }
        if (status < 300) {
            String text = new String(body, StandardCharsets.UTF_8);
            taken.add(new Taken(Long.parseLong(parts.group(1)), text, new JsonMapper().readTree(text),
                    Map.copyOf(exchange.getRequestHeaders())));
            hasOne.countDown();
        }
        if (status >= 300 && status < 400) {
            exchange.getResponseHeaders().set("Location", "/elsewhere");
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private static boolean isSigned(String seconds, String signature, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((seconds + ".").getBytes(StandardCharsets.UTF_8));
            return MessageDigest.isEqual(mac.doFinal(body), HexFormat.of().parseHex(signature));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /// All that was taken.
    public List<Taken> taken() {
        return List.copyOf(taken);
    }

    /// Waits until something was taken.
    public void awaitOne() throws InterruptedException {
        hasOne.await();
    }

    /// Sets the status of the next answers.
    public void answer(int next) {
        status = next;
    }

    /// Nobody listens from now on.
    public void goDown() {
        server.stop(0);
    }

    public void comeBack() throws IOException {
        server = HttpServer.create(address, 0);
        begin();
    }

    public String url() {
        return "http://127.0.0.1:" + address.getPort() + "/hook";
    }

    /// A file with the shared secret.
    public static Path secretFile(Path folder) throws IOException {
        return Files.writeString(folder.resolve("webhook.secret"), SECRET + "\n");
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
