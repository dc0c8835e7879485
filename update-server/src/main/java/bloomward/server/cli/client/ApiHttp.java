package bloomward.server.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// Sends requests to one server, one at a time, and interprets the answers.
final class ApiHttp implements AutoCloseable {

    private static final Duration QUICK = Duration.ofMinutes(1);
    /// Enough for ten million lines over a slow line, or their compilation on a small machine.
    private static final Duration LONG = Duration.ofHours(2);
    private static final int MAX_ANSWER_IN_BYTES = 256 << 20;
    private static final int MAX_PROBLEM_IN_BYTES = 4 << 20;

    private final HttpClient http;
    private final ServerAddress server;
    private final String token;
    private final JsonMapper json = Json.mapper();

    ApiHttp(HttpClient http, ServerAddress server, String token) {
        this.http = http;
        this.server = server;
        this.token = token;
    }

    <T> T get(ApiPath path, Class<T> type) throws IOException, ServerProblemException, InterruptedException {
        return answer(request(path, QUICK).GET().build(), type);
    }

    /// For requests that keep the server busy.
    <T> T getSlowly(ApiPath path, Class<T> type) throws IOException, ServerProblemException, InterruptedException {
        return answer(request(path, LONG).GET().build(), type);
    }

    /// @param takesLong whether the request keeps the server busy
    <T> T post(ApiPath path, Object body, boolean takesLong, Class<T> type)
            throws IOException, ServerProblemException, InterruptedException {
        HttpRequest.Builder request = request(path, takesLong ? LONG : QUICK).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(json.writeValueAsBytes(body)));
        return answer(request.build(), type);
    }

    /// Streams a body. The server is asked first whether it accepts the body: a token without permission is refused
    /// before a gigabyte is sent, instead of by a connection that breaks midway.
    <T> T upload(ApiPath path, BodyPublisher body, Class<T> type)
            throws IOException, ServerProblemException, InterruptedException {
        HttpRequest.Builder request = request(path, LONG).header("Content-Type", "application/octet-stream")
                .expectContinue(body.contentLength() != 0)
                .POST(body);
        return answer(request.build(), type);
    }

    String server() {
        return server.toString();
    }

    /// Reads `text/event-stream` until the receiver has enough or the stream ends.
    void events(ApiPath path, Optional<String> last, EventReceiver receiver)
            throws IOException, ServerProblemException, InterruptedException {
        HttpRequest.Builder request = request(path, QUICK).setHeader("Accept", "text/event-stream").GET();
        last.ifPresent(id -> request.header("Last-Event-ID", id));
        HttpResponse<InputStream> response = send(request.build());
        try (InputStream body = response.body()) {
            if (response.statusCode() != 200) {
                throw new ServerProblemException(problem(response, read(body, MAX_PROBLEM_IN_BYTES)));
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
            String name = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("event: ")) {
                    name = line.substring("event: ".length());
                } else if (line.startsWith("data: ") && !receiver.take(name, line.substring("data: ".length()))) {
                    return;
                }
            }
        }
    }

    private HttpRequest.Builder request(ApiPath path, Duration patience) {
        return HttpRequest.newBuilder(server.at(path))
                .timeout(patience)
                .header("Authorization", "Bearer " + token)
                .header("Accept", "application/json, application/problem+json");
    }

    private <T> T answer(HttpRequest request, Class<T> type)
            throws IOException, ServerProblemException, InterruptedException {
        HttpResponse<InputStream> response = send(request);
        try (InputStream body = response.body()) {
            int status = response.statusCode();
            if (status == 204 && type == Answers.Nothing.class) {
                return type.cast(new Answers.Nothing());
            }
            boolean isProblem = status >= 400;
            byte[] bytes = read(body, isProblem ? MAX_PROBLEM_IN_BYTES : MAX_ANSWER_IN_BYTES);
            if (status >= 300 && !isProblem) {
                throw new UnreachableException(server + ": redirects to "
                        + response.headers().firstValue("Location").orElse("an unknown address")
                        + "; use the address of the API itself");
            }
            if (isProblem) {
                throw new ServerProblemException(problem(response, bytes));
            }
            requireJson(response, "json");
            return json.readValue(bytes, type);
        } catch (JsonProcessingException e) {
            throw new UnreachableException(
                    server + ": the answer is not from a Bloomward server: " + e.getOriginalMessage(), e);
        }
    }

    private ServerProblem problem(HttpResponse<?> response, byte[] bytes) throws IOException {
        if (isOf(response, "problem+json")) {
            return json.readValue(bytes, ServerProblem.class);
        }
        throw new UnreachableException(
                server + ": not a Bloomward server; it answers " + response.statusCode() + " without a reason");
    }

    private void requireJson(HttpResponse<?> response, String kind) throws UnreachableException {
        if (!isOf(response, kind)) {
            throw new UnreachableException(server + ": not a Bloomward server; it answers with "
                    + response.headers().firstValue("Content-Type").orElse("an unknown type"));
        }
    }

    private static boolean isOf(HttpResponse<?> response, String kind) {
        return response.headers()
                .firstValue("Content-Type")
                .filter(type -> type.matches("(?i)application/\\Q" + kind + "\\E\\s*(;.*)?"))
                .isPresent();
    }

    private byte[] read(InputStream body, int max) throws IOException {
        byte[] bytes;
        try {
            bytes = body.readNBytes(max + 1);
        } catch (IOException e) {
            throw new UnreachableException(server + ": the answer broke off: " + words(e), e);
        }
        if (bytes.length > max) {
            throw new UnreachableException(server + ": the answer has more than " + max + " bytes");
        }
        return bytes;
    }

    private HttpResponse<InputStream> send(HttpRequest request) throws IOException, InterruptedException {
        try {
            return http.send(request, BodyHandlers.ofInputStream());
        } catch (HttpConnectTimeoutException e) {
            throw new UnreachableException(server + ": the connection timed out", e);
        } catch (HttpTimeoutException e) {
            throw new UnreachableException(server + ": the answer timed out; the request may still be carried out", e);
        } catch (ConnectException e) {
            throw new UnreachableException(server + ": " + whyNoConnection(e), e);
        } catch (SSLException e) {
            throw new UnreachableException(server + ": connection not trusted: " + words(e)
                    + "; use --ca-file for a certificate authority of your own", e);
        } catch (UncheckedIOException e) {
            throw e.getCause(); // thrown by the source of the body
        } catch (IOException e) {
            throw new UnreachableException(server + ": " + words(e), e);
        }
    }

    private static String whyNoConnection(ConnectException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
                return "unknown host";
            }
        }
        return "connection refused; is the server running?";
    }

    private static String words(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
