package bloomward.server.fetch;

import bloomward.server.fetch.FetchOutcome.Reason;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One request and its answer, within the limits. A body is read only from an answer with status 200.
///
/// A virtual thread of its own talks to the server, and may block wherever the server makes it; the caller watches how much
/// arrives, and ends the exchange by closing its socket.
final class FeedExchange implements AutoCloseable {

    /// An answer; its body is in the file.
    ///
    /// @param length of the body in bytes; 0 unless the status is 200
    record Answer(int status, HttpHeaders headers, long length) {}

    private final Publishers publishers;
    private final boolean mayBePrivate;
    private final Path path;
    private final FeedLimits limits;
    private final Deadline deadline;
    private final List<Socket> sockets = new ArrayList<>();
    private volatile Optional<BodyFile> body = Optional.empty();
    private boolean isOver;

    FeedExchange(Publishers publishers, boolean mayBePrivate, Path path, FeedLimits limits, Deadline deadline) {
        this.publishers = publishers;
        this.mayBePrivate = mayBePrivate;
        this.path = path;
        this.limits = limits;
        this.deadline = deadline;
    }

    /// @param headers beside `Host` and `Connection`
    Answer get(URI at, Map<String, String> headers) throws FetchException, InterruptedException {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Thread.ofVirtual().name("fetch").start(() -> {
            try {
                answer.complete(talk(at, headers));
            } catch (IOException | RuntimeException e) {
                answer.completeExceptionally(e);
            } finally {
                answer.completeExceptionally(new IOException("ended")); // unless complete
            }
        });
        try {
            return await(answer);
        } finally {
            close();
        }
    }

    private Answer await(CompletableFuture<Answer> answer) throws FetchException, InterruptedException {
        long stall = limits.stall().toNanos();
        long before = 0;
        while (true) {
            long left = deadline.nanosLeft();
            if (left <= 0) {
                throw new FetchException(Reason.TOO_SLOW,
                        "incomplete after " + limits.maxTime() + ", " + received() + " bytes");
            }
            try {
                return answer.get(Math.min(left, stall), TimeUnit.NANOSECONDS);
            } catch (TimeoutException _) {
                long now = received();
                if (left > stall) {
                    requireProgress(before, now);
                }
                before = now;
            } catch (ExecutionException e) {
                throw problem(Optional.ofNullable(e.getCause()).orElse(e));
            }
        }
    }

    /// Called after each stretch of the stall limit. The stretch in which a body begins is not held to the least speed.
    private void requireProgress(long before, long now) throws FetchException {
        if (now == before) {
            throw new FetchException(Reason.STALLED,
                    "nothing arrived for " + limits.stall() + ", after " + now + " bytes");
        }
        if (before > 0 && now - before < limits.leastBytes()) {
            throw new FetchException(Reason.TOO_SLOW, now - before + " bytes within " + limits.stall()
                    + ", slower than " + limits.leastSpeed() + " bytes a second");
        }
    }

    private FetchException problem(Throwable cause) {
        if (cause instanceof FetchException own) {
            return own;
        }
        String detail = (cause instanceof UnknownHostException ? "no such host" : cause.getClass().getSimpleName())
                + Optional.ofNullable(cause.getMessage()).map(text -> ": " + text).orElse("");
        return new FetchException(body.isPresent() ? Reason.CUT : Reason.CONNECTION, detail);
    }

    private long received() {
        return body.map(BodyFile::received).orElse(0L);
    }

    private Answer talk(URI at, Map<String, String> headers) throws IOException {
        try (Socket socket = publishers.connect(at, mayBePrivate, this::opened)) {
            socket.getOutputStream().write(head(at, headers));
            socket.getOutputStream().flush();
            InputStream in = new BufferedInputStream(socket.getInputStream());
            AnswerHead head = AnswerHead.read(in);
            if (head.status() != 200) {
                return new Answer(head.status(), head.headers(), 0);
            }
            AnswerBody coming = AnswerBody.of(head.headers(), in);
            BodyFile file = take(head.headers(), coming);
            coming.copyTo(file);
            file.sync();
            return new Answer(200, head.headers(), file.received());
        }
    }

    private byte[] head(URI address, Map<String, String> headers) {
        URI at = URI.create(address.toASCIIString());
        String target = at.getRawPath().isEmpty() ? "/" : at.getRawPath();
        if (at.getRawQuery() != null) {
            target += "?" + at.getRawQuery();
        }
        String host = at.getHost() + (at.getPort() < 0 ? "" : ":" + at.getPort());
        if (publishers.needsWholeAddress(at)) {
            target = at.getScheme() + "://" + host + target;
        }
        StringBuilder head = new StringBuilder("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n");
        headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("Connection: close\r\n\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    private synchronized void opened(Socket socket) throws IOException {
        sockets.add(socket);
        if (isOver) {
            socket.close();
        }
    }

    private synchronized BodyFile take(HttpHeaders headers, AnswerBody coming) throws IOException {
        if (isOver) {
            throw new IOException("given up");
        }
        long length = coming.length().orElse(0);
        if (length > limits.maxBytes()) {
            throw new FetchException(Reason.TOO_LARGE,
                    length + " bytes announced, but only " + limits.maxBytes() + " are allowed");
        }
        String coding = headers.firstValue("content-encoding").orElse("").toLowerCase(Locale.ROOT);
        if (!coding.isEmpty() && !coding.equals("gzip") && !coding.equals("x-gzip") && !coding.equals("identity")) {
            throw new FetchException(Reason.BODY, "unexpected content coding " + coding);
        }
        BodyFile file = new BodyFile(path, limits.maxBytes());
        body = Optional.of(file);
        return file;
    }

    /// Ends it, from any thread: nothing more is written then.
    @Override
    public synchronized void close() {
        isOver = true;
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException _) {
                // It is of no more use, closed or not.
            }
        }
        body.ifPresent(file -> {
            try {
                file.close();
            } catch (IOException _) {
                // A complete body is on the disk already; anything else is discarded.
            }
        });
    }
}
