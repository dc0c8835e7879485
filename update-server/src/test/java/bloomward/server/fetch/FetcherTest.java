package bloomward.server.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.http.EnvironmentProxy;
import bloomward.server.fetch.FetchOutcome.Failed;
import bloomward.server.fetch.FetchOutcome.Fetched;
import bloomward.server.fetch.FetchOutcome.NotModified;
import bloomward.server.fetch.FetchOutcome.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
final class FetcherTest {

    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
    private static final String OK = "HTTP/1.1 200 OK\nContent-Length: ";

    private final Path temp;
    private final ScriptedServer server = new ScriptedServer();
    private final FeedFolder folder;
    private Fetcher fetcher;
    private String extra = "";
    private Optional<FeedLimits> limits = Optional.empty();

    FetcherTest(@TempDir Path temp) throws IOException {
        this.temp = temp;
        Files.createDirectory(temp.resolve("secrets"));
        folder = new FeedFolder(temp.resolve("feeds"));
        fetcher = fetcher(Map.of());
    }

    private Fetcher fetcher(Map<String, String> environment) {
        return new Fetcher(folder, temp.resolve("secrets"), "Bloomward/test (+mailto:a@b.test)",
                EnvironmentProxy.of(environment), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        fetcher.close();
    }

    private FetchOutcome fetch(String path) throws Exception {
        return fetchFrom(server.url(path));
    }

    private FetchOutcome fetchFrom(String url) throws Exception {
        String toml = """
                name = "f"
                title = "t"
                url = "%s"
                format = "auto"
                scope = "auto"
                category = "phishing"
                interval = "1h"
                licence = "CC0-1.0"
                attribution = "a"
                homepage = "https://a.test/"
                private-network = true
                """.formatted(url) + extra;
        FeedDefinition read = FeedDefinition.parse("f.toml", toml);
        return fetcher.fetch(limits.map(limit -> within(limit, read)).orElse(read));
    }

    private static FeedDefinition within(FeedLimits limits, FeedDefinition feed) {
        return new FeedDefinition(feed.name(), feed.title(), feed.url(), feed.format(), feed.scope(), feed.category(),
                feed.interval(), feed.minimumInterval(), feed.licence(), feed.attribution(), feed.homepage(),
                feed.note(), feed.userAgent(), feed.redirectHosts(), feed.privateNetwork(), feed.key(), limits,
                feed.change());
    }

    private void assertFails(FetchOutcome outcome, Reason reason, String detail) throws IOException {
        assertThat(outcome).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.detail()).contains(detail);
            assertThat(failed.reason()).isEqualTo(reason);
        });
        try (var files = Files.list(temp.resolve("feeds"))) {
            assertThat(files.map(file -> file.getFileName().toString())).doesNotContain("f.body.new");
        }
    }

    private Fetched fetched(FetchOutcome outcome) {
        if (outcome instanceof Fetched fetched) {
            return fetched;
        }
        throw new AssertionError("not fetched: " + outcome);
    }

    @Test
    void fetchesWholeAndThenOnlyWhatIsNew() throws Exception {
        server.on("/l", OK + "7\nETag: \"one\"\nLast-Modified: Tue, 17 Nov 2026 00:00:00 GMT", "a.test\n");
        Fetched first = fetched(fetch("/l"));
        assertThat(first.length()).isEqualTo(7);
        assertThat(first.validators())
                .isEqualTo(new Validators(Optional.of("\"one\""), Optional.of("Tue, 17 Nov 2026 00:00:00 GMT")));
        assertThat(first.body()).hasContent("a.test\n");
        assertThat(folder.lastGood("f")).isEmpty();
        folder.accept("f", first);
        assertThat(folder.lastGood("f")).hasValueSatisfying(body -> assertThat(body).hasContent("a.test\n"));

        server.on("/l", "HTTP/1.1 304 Not Modified", "");
        assertThat(fetch("/l")).isEqualTo(new NotModified());
        var asked = server.questions();
        assertThat(asked.getFirst().hasHeader("If-None-Match")).isFalse();
        assertThat(asked.getFirst().has("User-Agent: Bloomward/test (+mailto:a@b.test)")).isTrue();
        assertThat(asked.getFirst().has("Accept-Encoding: gzip")).isTrue();
        assertThat(asked.getLast().has("If-None-Match: \"one\"")).isTrue();
        assertThat(asked.getLast().has("If-Modified-Since: Tue, 17 Nov 2026 00:00:00 GMT")).isTrue();
    }

    @Test
    void aBodyThatIsNoListLeavesTheLastGoodOne() throws Exception {
        server.on("/l", OK + "7\nETag: \"one\"", "a.test\n");
        folder.accept("f", fetched(fetch("/l")));
        server.on("/l", OK + "13\nETag: \"two\"", "<html></html>");
        Fetched bad = fetched(fetch("/l"));
        folder.reject(bad);
        assertThat(bad.body()).doesNotExist();
        assertThat(folder.lastGood("f")).hasValueSatisfying(body -> assertThat(body).hasContent("a.test\n"));
        assertThat(folder.validators("f").etag()).contains("\"one\"");
    }

    @Test
    void withoutTheLastGoodBodyEverythingIsAskedFor() throws Exception {
        server.on("/l", OK + "7\nETag: \"one\"", "a.test\n");
        folder.accept("f", fetched(fetch("/l")));
        Files.delete(folder.lastGood("f").orElseThrow());
        server.on("/l", "HTTP/1.1 304 Not Modified", "");
        assertFails(fetch("/l"), Reason.STATUS, "status 304 without a conditional request");
        assertThat(server.questions().getLast().hasHeader("If-None-Match")).isFalse();
    }

    @Test
    void keepsAGzipBodyAsItIs() throws Exception {
        byte[] gzip = {0x1f, (byte) 0x8b, 8, 0, 1};
        server.on("/l.gz", out -> {
            out.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(gzip);
        });
        assertThat(Files.readAllBytes(fetched(fetch("/l.gz")).body())).isEqualTo(gzip);
        assertThat(server.questions().getLast().has("Accept-Encoding: identity")).isTrue();
    }

    @Test
    void takesAChunkedBody() throws Exception {
        server.on("/l", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked", "7\r\na.test\n\r\n0\r\n\r\n");
        assertThat(fetched(fetch("/l")).body()).hasContent("a.test\n");
    }

    @Test
    void refusesWhatIsCut() throws Exception {
        server.on("/length", OK + "100", "a.test\n");
        assertFails(fetch("/length"), Reason.CUT, "");
        server.on("/chunked", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked", "7\r\na.test\n\r\n7\r\nb.");
        assertFails(fetch("/chunked"), Reason.CUT, "");
        server.on("/nothing", out -> {});
        assertFails(fetch("/nothing"), Reason.CONNECTION, "");
    }

    @Test
    void refusesMoreThanIsAllowed() throws Exception {
        extra = "[limits]\nmax-bytes = 20\n";
        server.on("/announced", OK + "21", "x".repeat(21));
        assertFails(fetch("/announced"), Reason.TOO_LARGE, "21 bytes announced, but only 20 are allowed");
        server.on("/endless", out -> {
            out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                out.write(new byte[1024]);
            }
        });
        assertFails(fetch("/endless"), Reason.TOO_LARGE, "more than 20 bytes");
        server.on("/just", OK + "20", "x".repeat(20));
        assertThat(fetched(fetch("/just")).length()).isEqualTo(20);
    }

    @Test
    void givesUpWhenNothingArrives() throws Exception {
        limits = Optional.of(new FeedLimits(1000, Duration.ofMinutes(1), Duration.ofMillis(600), 1));
        server.stall("/silent", "");
        assertFails(fetch("/silent"), Reason.STALLED, "nothing arrived for PT0.6S, after 0 bytes");
        limits = Optional.of(new FeedLimits(1000, Duration.ofMinutes(1), Duration.ofSeconds(3), 1));
        server.stall("/halfway", "HTTP/1.1 200 OK\nContent-Length: 100\n\nabcdefg");
        assertFails(fetch("/halfway"), Reason.STALLED, "nothing arrived for PT3S, after 7 bytes");
    }

    @Test
    void givesUpWhenItTakesTooLong() throws Exception {
        limits = Optional.of(new FeedLimits(1L << 40, Duration.ofSeconds(2), Duration.ofMinutes(1), 1));
        server.drip("/endless", "HTTP/1.1 200 OK\n\n");
        assertFails(fetch("/endless"), Reason.TOO_SLOW, "incomplete after PT2S");
    }

    /// The slow feed: a few bytes now and again, so that it never stalls, and takes a place for as long as it likes.
    @Test
    void givesUpWhenItDrips() throws Exception {
        limits = Optional.of(new FeedLimits(1L << 40, Duration.ofMinutes(1), Duration.ofSeconds(3), 100_000));
        server.drip("/l", "HTTP/1.1 200 OK\n\n");
        assertFails(fetch("/l"), Reason.TOO_SLOW, "slower than 100000 bytes a second");
    }

    @Test
    void refusesWhatIsNoHttp() throws Exception {
        server.on("/older", "HTTP/0.9 200 OK", "x");
        assertFails(fetch("/older"), Reason.STATUS, "not HTTP/1.1");
        server.on("/folded", "HTTP/1.1 200 OK\nA: b\n c: d", "x");
        assertFails(fetch("/folded"), Reason.STATUS, "not HTTP/1.1");
        server.on("/endless", out -> {
            out.write("HTTP/1.1 200 OK\r\nX: ".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                out.write(new byte[1024]);
            }
        });
        assertFails(fetch("/endless"), Reason.STATUS, "a head of more than 65536 bytes");
        server.on("/lengths", OK + "1\nContent-Length: 2", "xx");
        assertFails(fetch("/lengths"), Reason.BODY, "Content-Length is not a number");
        server.on("/te", "HTTP/1.1 200 OK\nTransfer-Encoding: gzip", "xx");
        assertFails(fetch("/te"), Reason.BODY, "unexpected transfer coding [gzip]");
        server.on("/chunks", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked", "7\r\na.test\nx\r\n0\r\n\r\n");
        assertFails(fetch("/chunks"), Reason.BODY, "malformed chunks");
    }

    @Test
    void readsWhatHttpAllows() throws Exception {
        server.on("/l", "HTTP/1.1 103 Early Hints\nLink: x\n\nHTTP/1.1 200\ntransfer-encoding:Chunked\netag:\"e\"",
                "7;a=b\r\na.test\n\r\n007\r\nb.test\n\r\n0\r\nTrailer: t\r\n\r\n");
        Fetched fetched = fetched(fetch("/l"));
        assertThat(fetched.body()).hasContent("a.test\nb.test\n");
        assertThat(fetched.validators().etag()).contains("\"e\"");
        server.on("/old", "HTTP/1.0 200 OK", "a.test\n");
        assertThat(fetched(fetch("/old")).body()).hasContent("a.test\n");
    }

    @Test
    void closingEndsWhatIsUnderWay() throws Exception {
        server.stall("/l", "HTTP/1.1 200 OK\nContent-Length: 100\n\nabcdefg");
        Thread closing = Thread.ofVirtual().start(() -> {
            while (server.questions().isEmpty()) {
                Thread.onSpinWait();
            }
            fetcher.close();
        });
        assertThat(fetch("/l")).isInstanceOf(Failed.class);
        closing.join();
        assertFails(fetch("/l"), Reason.CONNECTION, "the server stops");
    }

    @Test
    void doesNotReadTheBodyOfAnError() throws Exception {
        server.stall("/l", "HTTP/1.1 404 Not Found\nContent-Length: 100000000000\n\nso sorry");
        assertFails(fetch("/l"), Reason.GONE, "status 404");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            401 No      | -                                           | DENIED | -
            404 No      | -                                           | GONE   | -
            500 No      | Retry-After: 30                             | STATUS | PT30S
            503 Busy    | Retry-After: 120                            | BUSY   | PT2M
            429 Busy    | Retry-After: Wed, 18 Nov 2026 12:05:00 GMT  | BUSY   | PT5M
            509 Busy    | Retry-After: Wed, 18 Nov 2026 11:05:00 GMT  | BUSY   | -
            429 Busy    | Retry-After: soon                           | BUSY   | -
            206 Part    | Content-Range: bytes 0-1/9                  | STATUS | -
            """)
    void saysWhyThereIsNoList(String status, String header, Reason reason, String wait) throws Exception {
        server.on("/l", "HTTP/1.1 " + status + "\nContent-Length: 0" + (header.equals("-") ? "" : "\n" + header), "");
        FetchOutcome outcome = fetch("/l");
        assertFails(outcome, reason, "status " + status.substring(0, 3));
        assertThat(((Failed) outcome).retryAfter().map(Duration::toString).orElse("-")).isEqualTo(wait);
    }

    @Test
    void refusesABodyThatIsNone() throws Exception {
        server.on("/empty", OK + "0", "");
        assertFails(fetch("/empty"), Reason.BODY, "an empty body");
        server.on("/br", OK + "1\nContent-Encoding: br", "x");
        assertFails(fetch("/br"), Reason.BODY, "unexpected content coding br");
    }

    @Test
    void followsToStatedHostsOnlyAndLeavesTheKeyBehind() throws Exception {
        Files.writeString(temp.resolve("secrets/k"), "s3cret\n");
        extra = "[key]\nheader = \"Auth-Key\"\nfile = \"k\"\n";
        server.on("/moved", "HTTP/1.1 302 Found\nLocation: /l", "");
        server.on("/l", OK + "7", "a.test\n");
        assertThat(fetched(fetch("/moved")).length()).isEqualTo(7);
        assertThat(server.questions().getFirst().has("Auth-Key: s3cret")).isTrue();
        assertThat(server.questions().getLast().hasHeader("Auth-Key")).isFalse();

        String other = "http://localhost:" + server.port() + "/l";
        server.on("/away", "HTTP/1.1 302 Found\nLocation: " + other, "");
        assertFails(fetch("/away"), Reason.REDIRECT, "to localhost, which is not in redirect-hosts");
        extra = "redirect-hosts = [\"localhost\"]\n";
        assertThat(fetched(fetch("/away")).length()).isEqualTo(7);
        server.on("/round", "HTTP/1.1 302 Found\nLocation: /round", "");
        assertFails(fetch("/round"), Reason.REDIRECT, "more than 5 redirects");
        server.on("/file", "HTTP/1.1 302 Found\nLocation: file:///etc/passwd", "");
        assertFails(fetch("/file"), Reason.REDIRECT, "to a URL without http or https and a host");
        server.on("/user", "HTTP/1.1 302 Found\nLocation: http://a:b@127.0.0.1/", "");
        assertFails(fetch("/user"), Reason.REDIRECT, "to a URL without http or https and a host");
        server.on("/none", "HTTP/1.1 302 Found\nContent-Length: 0", "");
        assertFails(fetch("/none"), Reason.REDIRECT, "to a URL without http or https and a host");
    }

    @Test
    void putsTheKeyIntoTheUrlAndNowhereElse() throws Exception {
        Files.writeString(temp.resolve("secrets/k"), "s3cret\n");
        extra = "[key]\nfile = \"k\"\n";
        server.on("/s3cret/l", "HTTP/1.1 403 No\nContent-Length: 0", "");
        FetchOutcome outcome = fetch("/{key}/l");
        assertFails(outcome, Reason.DENIED, "status 403");
        assertThat(outcome.toString()).doesNotContain("s3cret");
    }

    @Test
    void saysWhatIsWrongWithAKey() throws Exception {
        extra = "[key]\nheader = \"Auth-Key\"\nfile = \"k\"\n";
        assertFails(fetch("/l"), Reason.KEY, "no key in ");
        Files.writeString(temp.resolve("secrets/k"), "two words\n");
        assertFails(fetch("/l"), Reason.KEY, "contains no valid key");
        Files.writeString(temp.resolve("secrets/k"), "x".repeat(2000));
        assertFails(fetch("/l"), Reason.KEY, "too long for a key");
        extra = "[key]\nfile = \"k\"\n";
        Files.writeString(temp.resolve("secrets/k"), "a/../b");
        assertFails(fetch("/{key}"), Reason.KEY, "contains no valid key");
        assertThat(server.questions()).isEmpty();
    }

    @Test
    void saysThatNobodyAnswers() throws Exception {
        // Not the closed server's port: a thread that waits there may still take one more connection.
        assertFails(fetchFrom("http://127.0.0.1:1/l"), Reason.CONNECTION, "ConnectException");
    }

    @Test
    void asksByTheNameThatThePublisherWants() throws Exception {
        extra = "user-agent = \"phishtank/example\"\n";
        server.on("/l", OK + "7", "a.test\n");
        assertThat(fetch("/l")).isInstanceOf(Fetched.class);
        assertThat(server.questions().getLast().has("User-Agent: phishtank/example")).isTrue();
    }

    @Test
    void goesThroughTheProxy() throws Exception {
        fetcher.close();
        fetcher = fetcher(Map.of("http_proxy", server.url("")));
        server.on("http://lists.test/l", OK + "7", "a.test\n");
        assertThat(fetched(fetchFrom("http://lists.test/l")).length()).isEqualTo(7);
    }
}
