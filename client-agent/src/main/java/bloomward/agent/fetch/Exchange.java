package bloomward.agent.fetch;

import bloomward.agent.fetch.FetchException.Reason;
import bloomward.agent.fetch.Watch.Progress;
import bloomward.program.http.RetryAfter;
import bloomward.program.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A request that was sent, and the head of its answer. When closed, its connection is kept for the next request if the
/// answer has been read, or has arrived, to its end.
final class Exchange implements AutoCloseable {

    private static final int CHUNK = 16 << 10;

    private final String where;
    private final HttpURLConnection connection;
    private final Progress progress;
    private final int status;

    private Exchange(String where, HttpURLConnection connection, Progress progress, int status) {
        this.where = where;
        this.connection = connection;
        this.progress = progress;
        this.status = status;
    }

    /// Sends a request and waits for the head of the answer.
    static Exchange send(Connector connector, URI url, Map<String, String> headers, Progress progress)
            throws FetchException {
        return send(connector, url, headers, new byte[0], progress);
    }

    /// Sends a request with a body, if that is not empty, and waits for the head of the answer.
    static Exchange send(Connector connector, URI url, Map<String, String> headers, byte[] body, Progress progress)
            throws FetchException {
        Proxy proxy = connector.proxy(url);
        String where = url + (proxy.equals(Proxy.NO_PROXY) ? "" : " by proxy " + proxy.address());
        try {
            HttpURLConnection connection = connector.open(url);
            headers.forEach(connection::setRequestProperty);
            if (body.length > 0) {
                connection.setDoOutput(true); // which makes it a POST
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(body);
                }
            }
            int status = connection.getResponseCode();
            progress.head();
            return new Exchange(where, connection, progress, status);
        } catch (IOException e) {
            throw Problems.of(where, e);
        } catch (RuntimeException | StackOverflowError e) {
            // So the JDK's client ends on a status line without a number, and on interim answers without an end.
            throw new FetchException(Reason.NOT_SERVED,
                    where + ": the answer is not HTTP (" + e.getClass().getSimpleName() + ")");
        }
    }

    int status() {
        return status;
    }

    /// The URL and the proxy, for messages.
    String where() {
        return where;
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(connection.getHeaderField(name)).map(String::strip);
    }

    /// The announced length of the body in bytes, if any.
    OptionalLong announced() {
        long length = isChunked() ? -1 : connection.getContentLengthLong();
        return length < 0 ? OptionalLong.empty() : OptionalLong.of(length);
    }

    private boolean isChunked() {
        return header("Transfer-Encoding").isPresent();
    }

    /// Reads the body, which must not have a content coding.
    ///
    /// @param most the limit; longer bodies are refused after one byte more
    /// @return the length of the body in bytes
    long body(long most, Sink to) throws FetchException {
        requireBody(most);
        long count = 0;
        try (InputStream in = connection.getInputStream()) {
            byte[] chunk = new byte[(int) Math.min(CHUNK, most + 1)];
            while (true) {
                int read = in.read(chunk, 0, (int) Math.min(chunk.length, most + 1 - count));
                if (read < 0) {
                    break;
                }
                progress.body(read);
                if (read > most - count) {
                    throw new FetchException(Reason.TOO_LARGE, where + ": more than " + most + " bytes");
                }
                to.write(chunk, read);
                count += read;
            }
        } catch (IOException e) {
            throw cut(count, e); // also where fewer bytes came than were announced
        }
        return count;
    }

    private FetchException cut(long count, IOException why) {
        String all = announced().isPresent() ? " of " + announced().getAsLong() : "";
        return new FetchException(Reason.NOT_REACHED, where + ": cut after " + count + all + " bytes: "
                + Printable.beginningOf(String.valueOf(why.getMessage())));
    }

    private void requireBody(long most) throws FetchException {
        String type = header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (type.startsWith("text/html")) {
            throw new FetchException(Reason.NOT_SERVED,
                    where + ": the answer is a web page, perhaps the log-in page of a network " + "or a proxy");
        }
        String coding = header("Content-Encoding").orElse("identity");
        if (!coding.equalsIgnoreCase("identity")) {
            throw new FetchException(Reason.NOT_SERVED,
                    where + ": content coding " + Printable.beginningOf(coding) + ", which was not requested");
        }
        if (announced().orElse(0) > most) {
            throw new FetchException(Reason.TOO_LARGE,
                    where + ": " + announced().orElse(0) + " bytes, at most " + most + " are allowed");
        }
    }

    /// The exception for a status other than the expected one.
    FetchException notServed(Clock clock) {
        String text = where + ": status " + status + switch (status) {
            case 301, 302, 303, 307, 308 -> ", leads to " + Printable.beginningOf(header("Location").orElse("nowhere"))
                    + "; redirections are not followed: the address of the publication is in its root";
            case 407 -> ", the proxy requires a valid user name and password";
            case 511 -> ", the network requires its users to log in";
            default -> "";
        };
        return new FetchException(Reason.NOT_SERVED, text,
                header("Retry-After").filter(_ -> status == 429 || status == 503)
                        .flatMap(after -> RetryAfter.parse(after, clock.instant())));
    }

    @Override
    public void close() {
        try (InputStream _ = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            // Closing is enough; it does not wait.
        } catch (IOException _) {
            // Ignored: the answer is known or has failed.
        }
    }
}
