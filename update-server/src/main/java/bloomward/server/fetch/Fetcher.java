package bloomward.server.fetch;

import bloomward.program.http.RetryAfter;
import bloomward.server.fetch.FeedExchange.Answer;
import bloomward.server.fetch.FetchOutcome.Failed;
import bloomward.server.fetch.FetchOutcome.Fetched;
import bloomward.server.fetch.FetchOutcome.NotModified;
import bloomward.server.fetch.FetchOutcome.Reason;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Fetches lists from their publishers. A body arrives whole or not at all; the last good one is not touched. Safe for
/// any number of threads with different feeds.
///
/// Redirects are followed to the publisher's own host and to those named in the definition, never from https to http nor to
/// another port, and without the key. Private networks are reached only for definitions that say so.
public final class Fetcher implements AutoCloseable {

    private static final int MAX_REDIRECTS = 5;

    private final Publishers publishers;
    private final Set<FeedExchange> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;
    private final FeedFolder folder;
    private final Secrets secrets;
    private final String userAgent;
    private final Clock clock;

    /// @param secrets the folder with the key files
    /// @param userAgent the program's User-Agent, with a way to reach its operator
    public Fetcher(FeedFolder folder, Path secrets, String userAgent, ProxySelector proxy, Clock clock) {
        this(folder, secrets, userAgent, Publishers.through(proxy), clock);
    }

    Fetcher(FeedFolder folder, Path secrets, String userAgent, Publishers publishers, Clock clock) {
        this.folder = folder;
        this.secrets = new Secrets(secrets);
        this.userAgent = userAgent;
        this.publishers = publishers;
        this.clock = clock;
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
            Answer answer = ask(feed, at, headers(feed, at, isFirst ? secret : "", known), deadline);
            int status = answer.status();
            if (status != 301 && status != 302 && status != 303 && status != 307 && status != 308) {
                return outcome(feed, answer, known);
            }
            at = Redirects.next(feed, first, at, answer.headers().firstValue("location").orElse(""));
        }
        throw new FetchException(Reason.REDIRECT, "more than " + MAX_REDIRECTS + " redirects");
    }

    private Answer ask(FeedDefinition feed, URI at, Map<String, String> headers, Deadline deadline)
            throws FetchException, InterruptedException {
        var exchange = new FeedExchange(publishers, feed.privateNetwork(), folder.arriving(feed.name()), feed.limits(),
                deadline);
        underWay.add(exchange);
        try {
            if (isClosed) {
                throw new FetchException(Reason.CONNECTION, "the server stops");
            }
            return exchange.get(at, headers);
        } finally {
            underWay.remove(exchange);
        }
    }

    private Map<String, String> headers(FeedDefinition feed, URI at, String secret, Validators known) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", feed.userAgent().orElse(userAgent));
        headers.put("Accept", "*/*");
        // What is a gzip file already would be one twice.
        headers.put("Accept-Encoding", at.getPath().endsWith(".gz") ? "identity" : "gzip");
        if (!secret.isEmpty()) {
            feed.key().flatMap(FeedKey::header).ifPresent(header -> headers.put(header, secret));
        }
        known.etag().ifPresent(etag -> headers.put("If-None-Match", etag));
        known.lastModified().ifPresent(date -> headers.put("If-Modified-Since", date));
        return headers;
    }

    private FetchOutcome outcome(FeedDefinition feed, Answer answer, Validators known) {
        int status = answer.status();
        HttpHeaders headers = answer.headers();
        return switch (status) {
            case 200 -> answer.length() > 0
                    ? new Fetched(folder.arriving(feed.name()), validators(headers), answer.length())
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
        isClosed = true;
        underWay.forEach(FeedExchange::close);
    }
}
