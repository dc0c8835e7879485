package bloomward.server.fetch;

import bloomward.server.fetch.FetchOutcome.Reason;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/// One request and its answer, within the limits. The body is taken only from an answer that should have one.
final class FeedExchange {

    private final HttpClient client;
    private final Path path;
    private final FeedLimits limits;
    private final Deadline deadline;
    /// Set by a thread of the client, read by the waiting thread; not set any more once that one has left.
    private final AtomicReference<Optional<BodyFile>> body = new AtomicReference<>(Optional.empty());
    private boolean over;

    FeedExchange(HttpClient client, Path path, FeedLimits limits, Deadline deadline) {
        this.client = client;
        this.path = path;
        this.limits = limits;
        this.deadline = deadline;
    }

    /// @return the answer; its body is the number of bytes in the file
    HttpResponse<Long> send(HttpRequest request) throws FetchException, InterruptedException {
        CompletableFuture<HttpResponse<Long>> answer = client.sendAsync(request, this::take);
        try {
            return await(answer);
        } finally {
            answer.cancel(true);
            closeBody();
        }
    }

    private HttpResponse<Long> await(CompletableFuture<HttpResponse<Long>> answer)
            throws FetchException, InterruptedException {
        long before = 0;
        while (true) {
            long left = deadline.nanosLeft();
            if (left <= 0) {
                throw new FetchException(Reason.TOO_SLOW,
                        "incomplete after " + limits.maxTime() + ", " + received() + " bytes");
            }
            long stall = limits.stall().toNanos();
            try {
                return answer.get(Math.min(left, stall), TimeUnit.NANOSECONDS);
            } catch (TimeoutException _) {
                long now = received();
                if (now == before && left > stall) {
                    throw new FetchException(Reason.STALLED,
                            "nothing arrived for " + limits.stall() + ", after " + now + " bytes");
                }
                before = now;
            } catch (ExecutionException e) {
                throw problem(Optional.ofNullable(e.getCause()).orElse(e));
            }
        }
    }

    private FetchException problem(Throwable cause) {
        for (Throwable at = cause; at != null; at = at.getCause()) {
            if (at instanceof FetchException own) {
                return own;
            }
        }
        boolean started = body.get().isPresent();
        String detail = cause.getClass().getSimpleName()
                + Optional.ofNullable(cause.getMessage()).map(text -> ": " + text).orElse("");
        return new FetchException(started ? Reason.CUT : Reason.CONNECTION, detail);
    }

    private long received() {
        return body.get().map(BodyFile::received).orElse(0L);
    }

    private synchronized BodySubscriber<Long> take(ResponseInfo info) {
        if (over || info.statusCode() != 200) {
            return new NoBody();
        }
        try {
            long length = info.headers().firstValueAsLong("content-length").orElse(0);
            if (length > limits.maxBytes()) {
                throw new FetchException(Reason.TOO_LARGE,
                        length + " bytes announced, but only " + limits.maxBytes() + " are allowed");
            }
            String coding = info.headers().firstValue("content-encoding").orElse("").toLowerCase(Locale.ROOT);
            if (!coding.isEmpty() && !coding.equals("gzip") && !coding.equals("x-gzip") && !coding.equals("identity")) {
                throw new FetchException(Reason.BODY, "unexpected content coding " + coding);
            }
            var file = new BodyFile(path, limits.maxBytes());
            body.set(Optional.of(file));
            return file;
        } catch (FetchException e) {
            return new NoBody(e);
        } catch (NumberFormatException _) {
            return new NoBody(new FetchException(Reason.BODY, "Content-Length is not a number"));
        }
    }

    private synchronized void closeBody() {
        over = true;
        body.get().ifPresent(file -> {
            try {
                file.close();
            } catch (IOException _) {
                // A complete body is already on the disk; anything else is discarded.
            }
        });
    }
}
