package bloomward.server.mirror;

import bloomward.format.wire.PublicPath;
import bloomward.program.http.RetryAfter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The public files of an origin, over HTTP. Nothing that comes from it is believed here; only its length and the time that it
/// takes are limited. Safe for all threads.
final class Origin implements AutoCloseable {

    private static final Duration CONNECT_TIME = Duration.ofSeconds(10);
    /// For an answer's head, and for a short body.
    private static final Duration ANSWER_TIME = Duration.ofSeconds(30);
    /// A tenth of a slow line. A file may take as long as this rate allows, and no longer.
    private static final long LEAST_BYTES_PER_SECOND = 64 << 10;

    private final URI address;
    private final HttpClient client;
    private final String userAgent;
    private final Clock clock;
    private final ExecutorService exchanges = Executors.newVirtualThreadPerTaskExecutor();

    /// @param address without a slash at its end
    Origin(URI address, ProxySelector proxies, String userAgent, Clock clock) {
        this.address = address;
        this.userAgent = userAgent;
        this.clock = clock;
        this.client = HttpClient.newBuilder()
                .connectTimeout(CONNECT_TIME)
                .followRedirects(Redirect.NEVER)
                .proxy(proxies)
                .build();
    }

    /// The answer to a request.
    sealed interface Reply {

        /// A body, and the tag by which it is asked for again.
        final class Content implements Reply {

            private final byte[] bytes;
            private final Optional<String> etag;

            /// @param bytes not copied
            Content(byte[] bytes, Optional<String> etag) {
                this.bytes = bytes;
                this.etag = etag;
            }

            /// Belongs to this object; must not be modified.
            byte[] bytes() {
                return bytes;
            }

            Optional<String> etag() {
                return etag;
            }
        }

        /// The origin still has what has this entity tag.
        record NotModified() implements Reply {}

        /// The origin has no such file, or no longer.
        record Missing() implements Reply {}
    }

    /// The name of a file in messages.
    String name(PublicPath path) {
        return address.toString() + path;
    }

    /// @param maxLength a longer answer is refused
    /// @param etag of what is here already
    Reply get(PublicPath path, int maxLength, Optional<String> etag) throws OriginException, InterruptedException {
        return within(path, ANSWER_TIME, () -> {
            HttpResponse<InputStream> response = send(path, etag);
            try (InputStream body = response.body()) {
                if (response.statusCode() == 304 && etag.isPresent()) {
                    return new Reply.NotModified();
                }
                if (isMissing(path, response)) {
                    return new Reply.Missing();
                }
                byte[] bytes = body.readNBytes(maxLength + 1);
                if (bytes.length > maxLength) {
                    throw OriginException.refused(name(path), "longer than " + maxLength + " bytes");
                }
                return new Reply.Content(bytes, response.headers().firstValue("etag").filter(Origin::isPlain));
            }
        });
    }

    /// Writes a file of known length.
    ///
    /// @param to replaced
    /// @return whether the origin has it
    boolean download(PublicPath path, long length, Path to) throws OriginException, InterruptedException {
        Duration limit = ANSWER_TIME.plusSeconds(length / LEAST_BYTES_PER_SECOND);
        return within(path, limit, () -> {
            HttpResponse<InputStream> response = send(path, Optional.empty());
            try (InputStream body = response.body()) {
                if (isMissing(path, response)) {
                    return false;
                }
                try (OutputStream out = Files.newOutputStream(to)) {
                    copy(path, body, length, out);
                }
                return true;
            }
        });
    }

    private void copy(PublicPath path, InputStream body, long length, OutputStream out)
            throws IOException, OriginException {
        byte[] buffer = new byte[1 << 16];
        long left = length;
        for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
            left -= read;
            if (left < 0) {
                throw OriginException.refused(name(path), "longer than " + length + " bytes");
            }
            out.write(buffer, 0, read);
        }
        if (left > 0) {
            throw OriginException.unreachable(name(path), "ended " + left + " bytes early");
        }
    }

    private HttpResponse<InputStream> send(PublicPath path, Optional<String> etag)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(name(path)))
                .header("User-Agent", userAgent)
                .header("Accept-Encoding", "identity");
        etag.ifPresent(known -> request.header("If-None-Match", known));
        return client.send(request.build(), BodyHandlers.ofInputStream());
    }

    private boolean isMissing(PublicPath path, HttpResponse<?> response) throws OriginException {
        int status = response.statusCode();
        if (status == 404 || status == 410) {
            return true;
        }
        if (status != 200) {
            throw OriginException.busy(name(path), "status " + status,
                    response.headers()
                            .firstValue("retry-after")
                            .flatMap(value -> RetryAfter.parse(value, clock.instant())));
        }
        if (response.headers().firstValue("content-encoding").filter(code -> !code.equals("identity")).isPresent()) {
            throw OriginException.refused(name(path), "has a content coding, although none was asked for");
        }
        return false;
    }

    /// Ends an exchange at its limit: the client's own time-out ends with the head of the answer.
    private <T> T within(PublicPath path, Duration limit, Callable<T> exchange)
            throws OriginException, InterruptedException {
        Future<T> answer = exchanges.submit(exchange);
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw OriginException.unreachable(name(path), "no complete answer within " + limit.toSeconds() + " s");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof OriginException failure) {
                throw failure;
            }
            throw OriginException.unreachable(name(path), String.valueOf(e.getCause()));
        } finally {
            answer.cancel(true);
        }
    }

    /// Only a short, printable tag is sent back.
    private static boolean isPlain(String etag) {
        return etag.matches("(W/)?\"[!#-~]{0,200}\"");
    }

    @Override
    public void close() {
        exchanges.shutdownNow();
        client.shutdownNow();
    }
}
