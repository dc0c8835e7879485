package bloomward.server.notify;

import bloomward.server.config.Settings.Webhook;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/// Posts messages as signed JSON. Follows no redirect, and reads of the answer nothing but its status.
final class WebhookWay implements Way {

    static final int LEAST_SECRET = 32;

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final Webhook webhook;
    private final WebhookSignature signature;
    private final HttpClient http;
    private final Clock clock;

    /// @throws IOException if the secret cannot be read or is too short
    WebhookWay(Webhook webhook, SSLContext tls, ProxySelector proxy, Clock clock) throws IOException {
        this.webhook = webhook;
        this.signature = new WebhookSignature(Secret.read(webhook.secret(), LEAST_SECRET));
        this.clock = clock;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT)
                .sslContext(tls)
                .proxy(proxy)
                .build();
    }

    @Override
    public String name() {
        return "webhook";
    }

    @Override
    public Delivered deliver(Message message) throws IOException {
        byte[] body = MessageJson.of(message);
        HttpRequest request = HttpRequest.newBuilder(webhook.address())
                .timeout(ANSWER)
                .header("Content-Type", "application/json")
                .header("User-Agent", "bloomward-server")
                .header(WebhookSignature.HEADER, signature.of(clock.instant(), body))
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        int status = status(request);
        if (status >= 300 && status < 400) {
            throw new IOException("the webhook answers " + status + "; redirects are not followed");
        }
        if (status < 200 || status >= 300) {
            throw new IOException("the webhook answers " + status);
        }
        return new Delivered(Integer.toString(status), true);
    }

    /// The answer ends where its body begins, however long that is.
    private int status(HttpRequest request) throws IOException {
        try {
            HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
            response.body().close();
            return response.statusCode();
        } catch (ConnectException e) { // without words of its own
            throw new IOException("no connection to the webhook at " + request.uri().getAuthority(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
