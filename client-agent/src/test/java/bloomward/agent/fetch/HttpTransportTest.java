package bloomward.agent.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bloomward.agent.fetch.FetchException.Reason;
import bloomward.format.wire.PublicPath;
import bloomward.program.testing.Ports;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class HttpTransportTest {

    private static final PublicPath LATEST = new PublicPath.Latest();
    private static final String OK = "HTTP/1.1 200 OK";
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-18T12:00:00Z"), ZoneOffset.UTC);
    /// So short that a test soon ends which runs into one, and so long that no other does.
    private static final FetchLimits STRICT = new FetchLimits(Duration.ofMinutes(1), Duration.ofSeconds(1), 1000,
            Duration.ofMinutes(1));

    private final ScriptedServer server;
    private final HttpTransport transport;

    HttpTransportTest() throws IOException {
        server = new ScriptedServer();
        transport = transport(FetchLimits.DEFAULT);
    }

    private static HttpTransport transport(FetchLimits limits) throws IOException {
        return HttpTransport.of(Map.of(), Optional.<Path>empty(), limits, "1.2", CLOCK);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private Reply get() throws FetchException {
        return transport.get(server.address(), LATEST, 10, Optional.empty());
    }

    private static String text(Reply reply) {
        assertThat(reply).isInstanceOf(Reply.Content.class);
        return new String(((Reply.Content) reply).bytes(), UTF_8);
    }

    private static FetchException failure(Reason reason, ThrowingCallable call) {
        FetchException failure = catchThrowableOfType(FetchException.class, call);
        assertThat(failure).isNotNull();
        assertThat(failure.reason()).as(failure.getMessage()).isEqualTo(reason);
        return failure;
    }

    private void assertSlow(String message) throws IOException {
        HttpTransport strict = transport(STRICT);
        FetchException failure = failure(Reason.TOO_SLOW,
                () -> strict.get(server.address(), LATEST, 1 << 20, Optional.empty()));
        assertThat(failure).hasMessageContaining(message);
        assertThat(server.questions()).hasSize(1);
    }

    @Test
    void asksAndThenOnlyForWhatIsNew() throws Exception {
        server.on(LATEST, OK + "\nETag: \"one\"", "a note\n");
        Reply.Content first = (Reply.Content) get();
        assertThat(text(first)).isEqualTo("a note\n");
        assertThat(first.etag()).contains("\"one\"");
        server.on(LATEST, talk -> {
            talk.say("HTTP/1.1 304 Not Modified\n\n");
            return true;
        });
        assertThat(transport.get(server.address(), LATEST, 10, first.etag())).isEqualTo(new Reply.NotModified());
        var asked = server.questions();
        assertThat(asked.getFirst().header("If-None-Match")).isEmpty();
        assertThat(asked.getLast().header("If-None-Match")).contains("\"one\"");
        assertThat(asked.getFirst().header("User-Agent")).contains("bloomward/1.2");
        assertThat(asked.getFirst().header("Accept-Encoding")).contains("identity");
        assertThat(asked.getFirst().head())
                .noneMatch(line -> line.matches("(?i)(cookie|pragma|cache-control|from):.*"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "\"o ne\"", "\"\u0001\"", "\"\u00e9\"", "W/", ""})
    void onlyWhatIsAnEtagIsKeptAndSent(String etag) throws Exception {
        server.on(LATEST, OK + "\nETag: " + etag, "note");
        assertThat(((Reply.Content) get()).etag()).isEmpty();
        transport.get(server.address(), LATEST, 10, Optional.of(etag));
        assertThat(server.questions().getLast().header("If-None-Match")).isEmpty();
    }

    @Test
    void asksBelowTheBaseAddress() throws Exception {
        server.on("/lists/v1/latest", OK, "note");
        URI base = URI.create(server.address() + "/lists");
        assertThat(text(transport.get(base, LATEST, 10, Optional.empty()))).isEqualTo("note");
    }

    @Test
    void keepsItsConnection() throws Exception {
        server.on(LATEST, OK, "note");
        get();
        transport.get(server.address(), new PublicPath.RootNote(2), 10, Optional.empty());
        get();
        assertThat(server.questions()).hasSize(3).allMatch(talk -> talk.connection() == 0);
    }

    @Test
    void asksAgainWhereAKeptConnectionWasClosed() throws Exception {
        server.on(LATEST, talk -> {
            talk.say(OK + "\nContent-Length: 4\n\nnote");
            return false;
        });
        assertThat(text(get())).isEqualTo("note");
        assertThat(text(get())).isEqualTo("note");
        assertThat(server.questions().getLast().connection()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"404 Not Found", "410 Gone"})
    void whatIsNotThereIsMissing(String status) throws Exception {
        server.on(LATEST, "HTTP/1.1 " + status + "\nContent-Type: text/html", "<html>");
        assertThat(get()).isEqualTo(new Reply.Missing());
    }

    @ParameterizedTest
    @ValueSource(strings = {"201 Created", "204 No Content", "206 Partial Content", "304 Not Modified",
        "400 Bad Request", "401 Unauthorized\nWWW-Authenticate: Basic realm=x", "403 Forbidden",
        "407 Proxy Authentication Required\nProxy-Authenticate: Basic realm=x", "416 Range", "500 Oops", "511 Log in",
        "999 What"})
    void anythingElseIsRefused(String status) {
        server.on(LATEST, "HTTP/1.1 " + status, "");
        assertThat(failure(Reason.NOT_SERVED, this::get))
                .hasMessageStartingWith(server.address() + "/v1/latest: status " + status.substring(0, 3));
        assertThat(server.questions()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aRedirectionIsNotFollowed(int status) {
        server.on("/other", OK, "bait");
        server.on(LATEST, "HTTP/1.1 " + status + " Moved\nLocation: /other\u009b2J", "");
        assertThat(failure(Reason.NOT_SERVED, this::get)).hasMessageContaining("status " + status + ", leads to /other")
                .hasMessageNotContaining("\u009b");
        assertThat(server.questions()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"429|120|120", "503|Wed, 18 Nov 2026 12:00:30 GMT|30", "503|9999999999|86400",
        "503|Wed, 18 Nov 2026 11:00:30 GMT|0", "503|soon|0", "500|120|0", "503|-5|0"})
    void saysHowLongTheServerWantsToBeLeftAlone(int status, String header, long seconds) {
        server.on(LATEST, "HTTP/1.1 " + status + " No\nRetry-After: " + header, "");
        assertThat(failure(Reason.NOT_SERVED, this::get).retryAfter().orElse(Duration.ZERO)).hasSeconds(seconds);
    }

    @Test
    void aLogInPageIsNoAnswer() {
        server.on(LATEST, OK + "\nContent-Type: Text/HTML; charset=utf-8", "<html>");
        assertThat(failure(Reason.NOT_SERVED, this::get)).hasMessageContaining("the answer is a web page");
    }

    @Test
    void aCodedBodyIsNoAnswer() {
        server.on(LATEST, OK + "\nContent-Encoding: gzip", "?");
        assertThat(failure(Reason.NOT_SERVED, this::get)).hasMessageContaining("content coding gzip");
    }

    @Test
    void takesTheMostThereCanBe() throws Exception {
        server.on(LATEST, OK, "0123456789");
        assertThat(text(get())).isEqualTo("0123456789");
        server.on(LATEST, OK, "");
        assertThat(text(get())).isEmpty();
    }

    @Test
    void anAnnouncementOfTooMuchIsRefusedAtOnce() {
        server.on(LATEST, talk -> {
            talk.say(OK + "\nContent-Length: 11\n\n");
            return talk.stall();
        });
        assertThat(failure(Reason.TOO_LARGE, this::get)).hasMessageContaining("11 bytes, at most 10 are allowed");
    }

    @Test
    void neverReadsMoreThanOneByteBeyond() {
        server.on(LATEST, talk -> {
            talk.say(OK + "\nTransfer-Encoding: chunked\n\n");
            return talk.forever("5\n01234\n");
        });
        failure(Reason.TOO_LARGE, this::get);
        server.on(LATEST, talk -> {
            talk.say(OK + "\nConnection: close\n\n");
            return talk.forever("01234");
        });
        failure(Reason.TOO_LARGE, this::get);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 9\n\nabc", "Connection: close\nContent-Length: 9\n\nabc",
        "Transfer-Encoding: chunked\n\n9\nabc", "Transfer-Encoding: chunked\n\n3\nabc\n",
        "Transfer-Encoding: chunked\n\nzz\nabc\n"})
    void aBodyThatIsCutIsNotReached(String rest) {
        server.on(LATEST, talk -> {
            talk.say(OK + "\n" + rest);
            return false;
        });
        assertThat(failure(Reason.NOT_REACHED, this::get)).hasMessageContaining("cut after");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SSH-2.0-OpenSSH\n", "HTTP/1.1\n\n", "HTTP/1.1 \n\n", "HTTP/1.1 two hundred\n\n",
        "\n\n\n\n\n\n", "HTTP/1.1 101 Switching Protocols\n\n"})
    void whatIsNoHttpFails(String said) {
        server.on(LATEST, talk -> {
            talk.say(said);
            return false;
        });
        assertThatThrownBy(this::get).isInstanceOf(FetchException.class);
    }

    @Test
    void interimAnswersWithoutEndFail() {
        server.on(LATEST, talk -> talk.forever("HTTP/1.1 103 Early Hints\n\n"));
        failure(Reason.NOT_SERVED, this::get);
    }

    @Test
    void aHeadWithoutEndFails() {
        server.on(LATEST, talk -> {
            talk.say(OK + "\n");
            return talk.forever("X: " + "y".repeat(1000) + "\n");
        });
        assertThatThrownBy(this::get).isInstanceOf(FetchException.class);
        server.on(LATEST, talk -> {
            talk.say(OK + "\nX: ");
            return talk.forever("y".repeat(1000));
        });
        assertThatThrownBy(this::get).isInstanceOf(FetchException.class);
    }

    @Test
    void aServerThatSaysNothingIsTooSlow() throws IOException {
        server.on(LATEST, ScriptedServer.Talk::stall);
        assertSlow("no answer within");
    }

    @Test
    void aHeadThatDripsIsTooSlow() throws IOException {
        server.on(LATEST, talk -> drip(talk, OK + "\nX: "));
        assertSlow("no answer within");
    }

    @Test
    void aBodyThatDripsIsTooSlow() throws IOException {
        server.on(LATEST, talk -> drip(talk, OK + "\nContent-Length: 1000000\n\n"));
        assertSlow("fewer than 1000 bytes within");
    }

    @Test
    void aBodyThatOnlyJustFlowsEndsAtTheLastLimit() throws IOException {
        server.on(LATEST, talk -> {
            talk.say(OK + "\nContent-Length: 1000000000\n\n");
            return talk.forever("much");
        });
        HttpTransport strict = transport(
                new FetchLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), 1, Duration.ofMillis(500)));
        assertThat(
                failure(Reason.TOO_SLOW, () -> strict.get(server.address(), LATEST, 1_000_000_000, Optional.empty())))
                .hasMessageContaining("not complete within PT0.5S");
    }

    /// A byte at a time, without end, at the pace of the listener.
    private static boolean drip(ScriptedServer.Talk talk, String begin) throws IOException, InterruptedException {
        talk.say(begin);
        while (!talk.end().await(10, TimeUnit.MILLISECONDS)) {
            talk.say(".");
        }
        return false;
    }

    @Test
    void anInterruptEndsARequest() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        server.on(LATEST, talk -> {
            asked.countDown();
            return talk.stall();
        });
        var said = new CompletableFuture<String>();
        Thread one = Thread.ofPlatform()
                .start(() -> said.complete(
                        failure(Reason.NOT_REACHED, this::get).getMessage() + Thread.currentThread().isInterrupted()));
        asked.await();
        one.interrupt();
        assertThat(said.get()).endsWith("interruptedtrue");
    }

    @Test
    void whoDoesNotListenIsNotReached() throws Exception {
        URI nobody = URI.create("http://127.0.0.1:" + Ports.free());
        assertThat(failure(Reason.NOT_REACHED, () -> transport.get(nobody, LATEST, 10, Optional.empty())))
                .hasMessageContaining("refused");
        URI nowhere = URI.create("http://nowhere.invalid");
        assertThat(failure(Reason.NOT_REACHED, () -> transport.get(nowhere, LATEST, 10, Optional.empty())))
                .hasMessageContaining("unknown host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "ftp://a.test", "http://me:secret@a.test", "a.test", "http:/x"})
    void onlyWebAddressesAreAsked(String address) {
        failure(Reason.NOT_SERVED, () -> transport.get(URI.create(address), LATEST, 10, Optional.empty()));
    }
}
