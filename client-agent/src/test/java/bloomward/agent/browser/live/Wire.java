package bloomward.agent.browser.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Commands to a browser, and their answers: JSON over one WebSocket. Both protocols number their commands; of Chromium's, each
/// tab is a session.
final class Wire implements AutoCloseable {

    static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final Map<Long, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final Consumer<JsonNode> events;
    private long lastId; // guarded by this

    /// @param events takes what comes without being asked for, one after the other
    Wire(URI address, Consumer<JsonNode> events) throws IOException, InterruptedException {
        this.events = events;
        try {
            socket = client.newWebSocketBuilder()
                    .buildAsync(address, new Reading())
                    .get(Until.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no connection to " + address, e);
        }
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    JsonNode call(String method, ObjectNode parameters) throws IOException, InterruptedException {
        return call(method, parameters, "");
    }

    /// @param session of a tab; empty for the browser itself
    JsonNode call(String method, ObjectNode parameters, String session) throws IOException, InterruptedException {
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        try {
            send(method, parameters, session, answer);
            return result(method, answer.get(Until.PATIENCE.toSeconds(), TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(method + ": no answer", e);
        }
    }

    // The socket takes one message at a time.
    private synchronized void send(String method, ObjectNode parameters, String session,
            CompletableFuture<JsonNode> answer)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        ObjectNode message = object().put("id", ++lastId).put("method", method);
        message.set("params", parameters);
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        waiting.put(lastId, answer);
        socket.sendText(JSON.writeValueAsString(message), true).get(Until.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static JsonNode result(String method, JsonNode answer) throws IOException {
        if (!answer.has("result")) {
            throw new IOException(method + ": " + answer);
        }
        return answer.get("result");
    }

    private void take(String text) {
        JsonNode message;
        try {
            message = JSON.readTree(text);
        } catch (IOException e) {
            throw new IllegalStateException(text, e);
        }
        CompletableFuture<JsonNode> answer = message.has("id") ? waiting.remove(message.get("id").asLong()) : null;
        if (answer != null) {
            answer.complete(message);
        } else {
            events.accept(message);
        }
    }

    @Override
    public void close() {
        socket.abort();
        client.shutdownNow();
    }

    private final class Reading implements WebSocket.Listener {

        private final StringBuilder begun = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
            begun.append(part);
            if (isLast) {
                String text = begun.toString();
                begun.setLength(0);
                take(text);
            }
            from.request(1);
            return CompletableFuture.completedStage(null);
        }
    }
}
