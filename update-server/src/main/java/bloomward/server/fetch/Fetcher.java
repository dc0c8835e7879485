package bloomward.server.fetch;

import bloomward.program.http.RetryAfter;
import bloomward.server.fetch.FetchOutcome.Failed;
import bloomward.server.fetch.FetchOutcome.Fetched;
import bloomward.server.fetch.FetchOutcome.NotModified;
import bloomward.server.fetch.FetchOutcome.Reason;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/// Fetches lists from their publishers. A body arrives whole or not at all; the last good one is not touched. Safe for
/// any number of threads with different feeds.
///
/// Redirects are followed to the publisher's own host and to those named in the definition, never from https to http,
/// and without the key.
public final class Fetcher implements AutoCloseable {

    private static final int MAX_REDIRECTS = 5;
    private static final Duration CONNECT_TIME = Duration.ofSeconds(20);

    private final HttpClient client;
    private final FeedFolder folder;
    private final Secrets secrets;
    private final String userAgent;
    private final Clock clock;

    /// @param secrets the folder with the key files
    /// @param userAgent the program's User-Agent, with a way to reach its operator
    public Fetcher(FeedFolder folder, Path secrets, String userAgent, ProxySelector proxy, Clock clock) {
        this.folder = folder;
        this.secrets = new Secrets(secrets);
        this.userAgent = userAgent;
        this.clock = clock;
        client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIME)
                .proxy(proxy)
                .build();
    }

    /// Fetches a feed, unless the last good body is still current. Waits for completion, within the feed's limits.
    ///
    /// @throws InterruptedException if the thread is interrupted; a partial body is discarded
    public FetchOutcome fetch(FeedDefinition feed) throws InterruptedException {
        FetchOutcome outcome = tryFetch(feed);
        if (!(outcome instanceof Fetched)) {
            forget(feed);
        }
        return outcome;
    }

    private FetchOutcome tryFetch(FeedDefinition feed) throws InterruptedException {
        try {
            String secret = feed.key().isPresent() ? secrets.read(feed.key().get()) : "";
            return follow(feed, feed.address(secret), secret);
        } catch (FetchException e) {
            return e.outcome();
        } catch (IOException e) {
            return Failed.of(Reason.STORAGE, e.toString());
        } catch (InterruptedException e) {
            forget(feed);
            throw e;
        }
    }

    private FetchOutcome follow(FeedDefinition feed, URI first, String secret)
            throws IOException, InterruptedException {
        Validators known = folder.validators(feed.name());
        Deadline deadline = Deadline.in(feed.limits().maxTime());
        URI at = first;
        for (int i = 0; i <= MAX_REDIRECTS; i++) {
            boolean isFirst = i == 0;
            HttpRequest request = request(feed, at, isFirst ? secret : "", known);
            var exchange = new FeedExchange(client, folder.arriving(feed.name()), feed.limits(), deadline);
            HttpResponse<Long> answer = exchange.send(request);
            int status = answer.statusCode();
            if (status != 301 && status != 302 && status != 303 && status != 307 && status != 308) {
                return outcome(feed, answer, known);
            }
            at = Redirects.next(feed, first, at, answer.headers().firstValue("location").orElse(""));
        }
        throw new FetchException(Reason.REDIRECT, "more than " + MAX_REDIRECTS + " redirects");
    }

    private HttpRequest request(FeedDefinition feed, URI at, String secret, Validators known) {
        HttpRequest.Builder request = HttpRequest.newBuilder(at)
                .GET()
                .header("User-Agent", feed.userAgent().orElse(userAgent))
                .header("Accept", "*/*")
                // A gzip file would otherwise be compressed twice.
                .header("Accept-Encoding", at.getPath().endsWith(".gz") ? "identity" : "gzip");
        if ("http".equals(at.getScheme())) {
            request.version(HttpClient.Version.HTTP_1_1);
        }
        if (!secret.isEmpty()) {
            feed.key().flatMap(FeedKey::header).ifPresent(header -> request.header(header, secret));
        }
        known.etag().ifPresent(etag -> request.header("If-None-Match", etag));
        known.lastModified().ifPresent(date -> request.header("If-Modified-Since", date));
        return request.build();
    }

    private FetchOutcome outcome(FeedDefinition feed, HttpResponse<Long> answer, Validators known) {
        int status = answer.statusCode();
        HttpHeaders headers = answer.headers();
        return switch (status) {
            case 200 -> answer.body() > 0
                    ? new Fetched(folder.arriving(feed.name()), validators(headers), answer.body())
                    : Failed.of(Reason.BODY, "an empty body");
            case 304 -> known.equals(Validators.NONE)
                    ? Failed.of(Reason.STATUS, "status 304 without a conditional request")
                    : new NotModified();
            case 401, 402, 403, 407 -> failed(Reason.DENIED, status, headers);
            case 404, 410 -> failed(Reason.GONE, status, headers);
            // PhishTank answers 509 to too many requests.
            case 420, 429, 503, 509 -> failed(Reason.BUSY, status, headers);
            default -> failed(Reason.STATUS, status, headers);
        };
    }

    private Failed failed(Reason reason, int status, HttpHeaders headers) {
        Instant now = clock.instant();
        return new Failed(reason, "status " + status,
                headers.firstValue("retry-after").flatMap(value -> RetryAfter.parse(value, now)));
    }

    private static Validators validators(HttpHeaders headers) {
        return new Validators(headers.firstValue("etag").filter(Fetcher::isPlain),
                headers.firstValue("last-modified").filter(Fetcher::isPlain));
    }

    /// Validators are sent back and written to a file, so only printable ones are kept.
    private static boolean isPlain(String value) {
        return value.length() <= 200 && value.matches("[ -~]+");
    }

    private void forget(FeedDefinition feed) {
        try {
            Files.deleteIfExists(folder.arriving(feed.name()));
        } catch (IOException _) {
            // The next fetch overwrites it, and nothing else reads it.
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
