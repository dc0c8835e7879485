package bloomward.agent.fetch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bloomward.agent.fetch.FetchException.Reason;
import bloomward.format.Digest;
import bloomward.format.wire.PublicPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class DownloadTest {

    private static final String WHOLE = "0123456789".repeat(10_000);
    private static final PublicPath PACKED = new PublicPath.Content(PublicPath.ContentKind.PACKED,
            Digest.of(WHOLE.getBytes(US_ASCII)));
    private static final String OK = "HTTP/1.1 200 OK";

    private final ScriptedServer server;
    private final HttpTransport transport;
    private final Path file;

    DownloadTest(@TempDir Path folder) throws IOException {
        server = new ScriptedServer();
        transport = transport(FetchLimits.DEFAULT);
        file = folder.resolve("partial");
    }

    private static HttpTransport transport(FetchLimits limits) throws IOException {
        return HttpTransport.of(Map.of(), Optional.<Path>empty(), limits, "1", Clock.systemUTC());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private boolean download() throws FetchException {
        return transport.download(server.address(), PACKED, WHOLE.length(), file);
    }

    private FetchException failure(Reason reason) {
        FetchException failure = catchThrowableOfType(FetchException.class, this::download);
        assertThat(failure).isNotNull();
        assertThat(failure.reason()).as(failure.getMessage()).isEqualTo(reason);
        return failure;
    }

    private void have(String content) throws IOException {
        Files.writeString(file, content);
    }

    /// A server that knows ranges.
    private void serveRanges() {
        server.on(PACKED, talk -> {
            int from = talk.header("Range").map(range -> Integer.parseInt(range.replaceAll("[^0-9]", ""))).orElse(0);
            String rest = WHOLE.substring(from);
            talk.say((from == 0 ? OK : partial(from + "-99999/100000")) + "\nContent-Length: " + rest.length() + "\n\n"
                    + rest);
            return true;
        });
    }

    private static String partial(String range) {
        return "HTTP/1.1 206 Partial Content\nContent-Range: bytes " + range;
    }

    @Test
    void fetchesAll() throws Exception {
        serveRanges();
        assertThat(download()).isTrue();
        assertThat(file).hasContent(WHOLE);
        assertThat(server.questions().getFirst().header("Range")).isEmpty();
    }

    @Test
    void goesOnWhereAnEarlierOneWasCut() throws Exception {
        server.on(PACKED, talk -> {
            talk.say(OK + "\nContent-Length: 100000\n\n" + WHOLE.substring(0, 70_000));
            return false;
        });
        assertThat(failure(Reason.NOT_REACHED)).hasMessageContaining("cut after 70000 of 100000 bytes");
        assertThat(file).hasContent(WHOLE.substring(0, 70_000));
        serveRanges();
        assertThat(download()).isTrue();
        assertThat(file).hasContent(WHOLE);
        assertThat(server.questions().getLast().header("Range")).contains("bytes=70000-");
    }

    @Test
    void whatIsThereAlreadyIsNotAskedFor() throws Exception {
        have(WHOLE);
        assertThat(download()).isTrue();
        assertThat(server.questions()).isEmpty();
    }

    @Test
    void beginsAnewWhereTheServerDoes() throws Exception {
        have("something else");
        server.on(PACKED, OK, WHOLE);
        assertThat(download()).isTrue();
        assertThat(file).hasContent(WHOLE);
    }

    @Test
    void beginsAnewWhereTheServerKnowsNoSuchRange() throws Exception {
        have("something else");
        server.on(PACKED, talk -> {
            if (talk.header("Range").isPresent()) {
                talk.say("HTTP/1.1 416 Range Not Satisfiable\nContent-Length: 0\n\n");
            } else {
                talk.say(OK + "\nContent-Length: 100000\n\n" + WHOLE);
            }
            return true;
        });
        assertThat(download()).isTrue();
        assertThat(file).hasContent(WHOLE);
        server.on(PACKED, "HTTP/1.1 416 Range Not Satisfiable", "");
        have("something else");
        failure(Reason.NOT_SERVED);
    }

    @Test
    void beginsAnewWhereMoreIsThereThanThereCanBe() throws Exception {
        have(WHOLE + "x");
        serveRanges();
        assertThat(download()).isTrue();
        assertThat(file).hasContent(WHOLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8-99999/100000", "10-99998/100000", "9-99999/100001", "9-100000/100001", "9-99999",
        "a-99999/100000", "99999999999999999999-99999/100000", "9-99999/", "*/100000"})
    void anotherRangeIsRefused(String range) throws Exception {
        have("012345678");
        server.on(PACKED, partial(range), WHOLE.substring(9));
        if (!range.equals("9-99999/100000")) {
            assertThat(failure(Reason.NOT_SERVED)).hasMessageContaining("requested was 9-99999/100000");
        }
        assertThat(file).hasContent("012345678");
    }

    @Test
    void aRangeOfWhatHasNoKnownLengthIsTaken() throws Exception {
        have("012345678");
        server.on(PACKED, partial("9-99999/*"), WHOLE.substring(9));
        assertThat(download()).isTrue();
        assertThat(file).hasContent(WHOLE);
    }

    @Test
    void aRangeThatNobodyAskedForIsRefused() {
        server.on(PACKED, partial("0-99999/100000"), WHOLE);
        assertThat(failure(Reason.NOT_SERVED)).hasMessageContaining("status 206");
    }

    @ParameterizedTest
    @ValueSource(strings = {"404 Not Found", "410 Gone"})
    void whatIsNotThereIsNoError(String status) throws Exception {
        have("01234");
        server.on(PACKED, "HTTP/1.1 " + status, "");
        assertThat(download()).isFalse();
        assertThat(file).hasContent("01234");
    }

    @Test
    void tooMuchIsRefusedAtOnceAndTooLittleToo() throws Exception {
        have("01234");
        server.on(PACKED, OK, WHOLE + "x");
        failure(Reason.TOO_LARGE);
        server.on(PACKED, OK, WHOLE.substring(1));
        assertThat(failure(Reason.NOT_SERVED)).hasMessageContaining("99999 bytes from 0 on, but the file has 100000");
        server.on(PACKED, OK + "\nContent-Type: text/html", WHOLE);
        failure(Reason.NOT_SERVED);
        assertThat(file).hasContent("01234");
    }

    @Test
    void writesNoMoreThanThereCanBe() throws Exception {
        server.on(PACKED, talk -> {
            talk.say(OK + "\nTransfer-Encoding: chunked\n\n");
            return talk.forever("a\n0123456789\n");
        });
        failure(Reason.TOO_LARGE);
        assertThat(Files.size(file)).isBetween(1L, 0L + WHOLE.length());
    }

    @Test
    void keepsWhatArrivedBeforeItWasTooSlow() throws Exception {
        server.on(PACKED, talk -> {
            talk.say(OK + "\nContent-Length: 100000\n\n" + WHOLE.substring(0, 50_000));
            return talk.stall();
        });
        HttpTransport strict = transport(
                new FetchLimits(Duration.ofMinutes(1), Duration.ofSeconds(3), 1, Duration.ofMinutes(1)));
        FetchException failure = catchThrowableOfType(FetchException.class,
                () -> strict.download(server.address(), PACKED, WHOLE.length(), file));
        assertThat(failure.reason()).isEqualTo(Reason.TOO_SLOW);
        assertThat(file).hasContent(WHOLE.substring(0, 50_000));
    }

    @Test
    void aFileThatCannotBeWrittenIsNamed() throws Exception {
        Files.createDirectory(file);
        serveRanges();
        assertThat(failure(Reason.NOT_WRITTEN)).hasMessageContaining(file.toString());
    }
}
