package bloomward.server.http.report;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.config.AddressRange;
import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.RateRule;
import bloomward.server.http.RawClient;
import bloomward.server.http.RawClient.Received;
import bloomward.server.http.files.PublicListener;
import bloomward.server.http.files.SampleFiles;
import bloomward.server.report.ReportIntake;
import bloomward.server.store.ReportKind;
import bloomward.server.store.ReportRow;
import bloomward.server.store.ReportState;
import bloomward.server.store.ReportTable;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/// Behaviour of the public side towards reports, by FORMAT.md 18.2.
final class ReportListenerTest {

    private static final String URL = "http://Evil.example:80/x/../";

    @TempDir
    private Path folder;
    private Optional<ReportOffice> opened = Optional.empty();

    private ReportOffice open(ReportOffice office) {
        opened = Optional.of(office);
        return office;
    }

    @AfterEach
    void close() throws IOException {
        if (opened.isPresent()) {
            opened.get().close();
        }
    }

    private static List<ReportRow> rows(ReportOffice office) throws IOException {
        return office.store.<List<ReportRow>, IOException>read(tables -> tables.reports()
                .all(new ReportTable.Choice(Optional.empty(), Optional.empty(), Optional.empty()), 100));
    }

    private static void assertReadable(ReportOffice office) throws IOException {
        assertThat(RawClient.ask(office.uri(), "GET", "/v1/latest").body()).isEqualTo(SampleFiles.LATEST);
        assertThat(RawClient.ask(office.uri(), "GET", SampleFiles.CONFIRM).status()).isEqualTo(200);
    }

    @Test
    void aReportIsKeptAsItIsWithItsCanonicalForm() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder));
        Received answer = office.submit(ReportOffice.NUMBER, URL);
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text()).isEqualTo("{\"number\":\"" + ReportOffice.NUMBER + "\",\"state\":\"received\"}\n");
        assertThat(answer.header("Content-Type")).contains("application/json");
        assertThat(answer.header("Cache-Control")).contains("no-store");
        assertThat(rows(office)).singleElement().satisfies(row -> {
            assertThat(row.text().kind()).isEqualTo(ReportKind.WRONG);
            assertThat(row.text().url()).isEqualTo(URL);
            assertThat(row.text().canonical()).isEqualTo("evil.example/");
            assertThat(row.text().comment()).isEqualTo("our own");
            assertThat(row.text().list()).contains("phishing");
            assertThat(row.text().version()).hasValue(12);
            assertThat(row.at()).isEqualTo(office.clock.instant());
        });
        assertThat(office.counted("received")).isEqualTo(1);
    }

    @Test
    void itsSenderLearnsItsState() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder));
        office.submit(ReportOffice.NUMBER, URL);
        Received answer = office.status(ReportOffice.NUMBER);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("{\"number\":\"" + ReportOffice.NUMBER
                + "\",\"state\":\"received\",\"at\":\"" + office.clock.instant() + "\"}\n");
        assertThat(answer.header("Cache-Control")).contains("no-store");
        assertThat(office.status(ReportOffice.number(1)).status()).isEqualTo(404);
        assertThat(office.status(ReportOffice.number(1)).header("Cache-Control")).contains("no-store");
    }

    /// A lost answer, or somebody who recorded the request.
    @Test
    void theSameReportAgainChangesNothing() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder));
        office.submit(ReportOffice.NUMBER, URL);
        List<ReportRow> before = rows(office);
        Received again = office.submit(ReportOffice.NUMBER, URL);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text()).contains("\"state\":\"received\",\"at\":");
        assertThat(rows(office)).isEqualTo(before);
        assertThat(office.counted("repeated")).isEqualTo(1);
        assertThat(office.submit(ReportOffice.NUMBER, "http://other.example/").status()).isEqualTo(409);
        assertThat(rows(office)).isEqualTo(before);
    }

    @Test
    void thoseWhoTellTheSameAreCounted() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder));
        for (int i = 0; i < 5; i++) {
            assertThat(office.submit(ReportOffice.number(i), i % 2 == 0 ? URL : "evil.example").status())
                    .isEqualTo(201);
        }
        assertThat(rows(office)).singleElement().extracting(ReportRow::count).isEqualTo(5L);
        assertThat(office.status(ReportOffice.number(4)).status()).isEqualTo(200);
    }

    @Test
    void aSenderMayWaitToBeToldToGoOn() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder));
        String request = ReportOffice.post(ReportOffice.report(ReportOffice.NUMBER, URL), "Expect: 100-continue");
        int body = request.indexOf("\r\n\r\n") + 4;
        try (RawClient client = RawClient.to(office.uri())) {
            client.send(request.substring(0, body));
            assertThat(client.receive().status()).isEqualTo(100);
            client.send(request.substring(body));
            assertThat(client.receive().status()).isEqualTo(201);
            client.send("GET /v1/latest HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.receive().body()).isEqualTo(SampleFiles.LATEST);
        }
    }

    @Test
    void oneThatWillBeRefusedIsNotToldToGoOn() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder));
        try (RawClient client = RawClient.to(office.uri())) {
            client.send(ReportOffice.post("", "Expect: 100-continue").replace("Length: 0", "Length: 5000"));
            assertThat(client.receive().status()).isEqualTo(413);
            assertThat(client.readToEnd()).isEmpty();
        }
    }

    @Test
    void whereThereAreNoReportsBothPathsAreNotFound() throws IOException {
        try (PublicListener listener = PublicListener.start(new HostPort("127.0.0.1", 0), Optional.empty(),
                new SampleFiles(10), HttpLimits.DEFAULT, new SimpleMeterRegistry());
                RawClient client = RawClient.to(listener.uri())) {
            client.send(ReportOffice.post(ReportOffice.report(ReportOffice.NUMBER, URL)));
            assertThat(client.receive().status()).isEqualTo(404);
            assertThat(RawClient.ask(listener.uri(), "GET", "/v1/report/" + ReportOffice.NUMBER).status())
                    .isEqualTo(404);
        }
    }

    @Test
    void oneAddressReportsTenPagesAnHour() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder, ReportLimits.DEFAULT));
        for (int i = 0; i < 10; i++) {
            assertThat(office.submit(ReportOffice.number(i), "http://h" + i + ".example/").status()).isEqualTo(201);
        }
        Received refused = office.submit(ReportOffice.number(10), "http://h10.example/");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).contains("361");
        assertThat(office.counted("limited")).isEqualTo(1);
        assertReadable(office);
        assertThat(office.status(ReportOffice.number(3)).status()).isEqualTo(200);
        office.nanos.addAndGet(Duration.ofMinutes(6).toNanos());
        assertThat(office.submit(ReportOffice.number(10), "http://h10.example/").status()).isEqualTo(201);
    }

    @Test
    void anyRefusedReportCountsForItsAddress() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder, ReportLimits.DEFAULT));
        for (int i = 0; i < 10; i++) {
            assertThat(office.ask(ReportOffice.post("{}")).status()).isEqualTo(400);
        }
        assertThat(office.ask(ReportOffice.post("{}")).status()).isEqualTo(429);
    }

    @Test
    void theNetworkAroundAnAddressHasItsOwnBound() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder, new ReportLimits(ReportOffice.PLENTY,
                new RateRule(2, 0.001), ReportOffice.PLENTY, ReportOffice.PLENTY, 64, Duration.ofSeconds(10), 4)));
        assertThat(office.submit(ReportOffice.number(1), URL).status()).isEqualTo(201);
        assertThat(office.submit(ReportOffice.number(2), URL).status()).isEqualTo(201);
        assertThat(office.submit(ReportOffice.number(3), URL).status()).isEqualTo(429);
    }

    @Test
    void aProxyIsNoAddress() throws Exception {
        ReportOffice office = open(new ReportOffice(folder, ReportLimits.DEFAULT, ReportIntake.Room.DEFAULT,
                List.of(new AddressRange(InetAddress.ofLiteral("127.0.0.1"), 32))));
        for (int i = 0; i < 50; i++) {
            assertThat(office.submit(ReportOffice.number(i), URL).status()).isEqualTo(201);
        }
    }

    @Test
    void allTogetherSendSoMany() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder, new ReportLimits(ReportOffice.PLENTY, ReportOffice.PLENTY,
                new RateRule(3, 0.001), ReportOffice.PLENTY, 64, Duration.ofSeconds(10), 4)));
        for (int i = 0; i < 3; i++) {
            office.submit(ReportOffice.number(i), URL);
        }
        assertThat(office.submit(ReportOffice.number(3), URL).status()).isEqualTo(429);
        assertThat(office.submit(ReportOffice.number(0), URL).status()).as("known before").isEqualTo(200);
        assertReadable(office);
    }

    @Test
    void whatWaitsForPeopleHasABound() throws IOException {
        ReportOffice office = open(
                new ReportOffice(folder, ReportOffice.GENEROUS, new ReportIntake.Room(2, 5), List.of()));
        assertThat(office.submit(ReportOffice.number(1), "a.example").status()).isEqualTo(201);
        assertThat(office.submit(ReportOffice.number(2), "b.example").status()).isEqualTo(201);
        Received full = office.submit(ReportOffice.number(3), "c.example");
        assertThat(full.status()).isEqualTo(429);
        assertThat(full.header("Retry-After")).isPresent();
        assertThat(office.counted("full")).isEqualTo(1);
        assertThat(rows(office)).hasSize(2);
        for (int i = 4; i < 7; i++) {
            assertThat(office.submit(ReportOffice.number(i), "a.example").status()).as("counted").isEqualTo(201);
        }
        assertThat(office.submit(ReportOffice.number(7), "a.example").status()).as("receipts").isEqualTo(429);
        assertReadable(office);
    }

    @Test
    void decidingMakesRoomForNumbers() throws IOException {
        ReportOffice office = open(
                new ReportOffice(folder, ReportOffice.GENEROUS, new ReportIntake.Room(2, 3), List.of()));
        for (int i = 1; i <= 3; i++) {
            assertThat(office.submit(ReportOffice.number(i), "a.example").status()).isEqualTo(201);
        }
        assertThat(office.submit(ReportOffice.number(4), "b.example").status()).isEqualTo(429);
        long id = rows(office).getFirst().id();
        office.store.<Boolean, IOException>write(tables -> {
            tables.reports()
                    .decide(id, ReportState.REJECTED, new ReportRow.Decision("anna", Instant.EPOCH, "no"), List.of());
            return true;
        });
        assertThat(office.submit(ReportOffice.number(4), "b.example").status()).isEqualTo(201);
        assertThat(office.status(ReportOffice.number(1)).status()).as("gave its place").isEqualTo(404);
        assertThat(office.status(ReportOffice.number(4)).status()).isEqualTo(200);
    }

    @Test
    void questionsAboutReportsHaveABoundOfTheirOwn() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder, ReportLimits.DEFAULT));
        for (int i = 0; i < 60; i++) {
            assertThat(office.status(ReportOffice.NUMBER).status()).isEqualTo(404);
        }
        assertThat(office.status(ReportOffice.NUMBER).status()).isEqualTo(429);
        assertThat(office.submit(ReportOffice.NUMBER, URL).status()).isEqualTo(201);
        assertReadable(office);
    }

    /// All places for bodies taken, the store's writer kept, and the rates spent: reading goes on.
    @Test
    void readingGoesOnWhileReportsFlood() throws Exception {
        ReportOffice office = open(ReportOffice.open(folder, new ReportLimits(ReportOffice.PLENTY, ReportOffice.PLENTY,
                ReportOffice.PLENTY, ReportOffice.PLENTY, 8, Duration.ofSeconds(10), 4)));
        CountDownLatch isKept = new CountDownLatch(1);
        CountDownLatch isDone = new CountDownLatch(1);
        Thread writer = Thread.ofVirtual().start(() -> keepWriter(office, isKept, isDone));
        RawClient[] flood = new RawClient[8];
        try {
            isKept.await();
            for (int i = 0; i < flood.length; i++) {
                String request = ReportOffice.post(ReportOffice.report(ReportOffice.number(i), URL),
                        "Expect: 100-continue");
                flood[i] = RawClient.to(office.uri());
                flood[i].send(request.substring(0, request.indexOf("\r\n\r\n") + 4));
                assertThat(flood[i].receive().status()).as("has a place").isEqualTo(100);
                flood[i].send(i % 2 == 0 ? request.substring(request.indexOf("\r\n\r\n") + 4) : "{");
            }
            Received refused = office.submit(ReportOffice.number(99), URL);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isPresent();
            for (int i = 0; i < 200; i++) {
                assertReadable(office);
            }
            assertThat(office.status(ReportOffice.NUMBER).status()).isEqualTo(404);
        } finally {
            isDone.countDown();
            writer.join();
            for (int i = 0; i < flood.length; i++) {
                if (i % 2 == 0) {
                    assertThat(flood[i].receive().status()).isEqualTo(201);
                }
                flood[i].close();
            }
        }
    }

    private static void keepWriter(ReportOffice office, CountDownLatch isKept, CountDownLatch isDone) {
        try {
            office.store.<Boolean, InterruptedException>write(_ -> {
                isKept.countDown();
                isDone.await();
                return true;
            });
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aBodyThatDripsIsGivenUp() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder));
        String request = ReportOffice.post(ReportOffice.report(ReportOffice.NUMBER, URL), "Expect: 100-continue");
        int body = request.indexOf("\r\n\r\n") + 4;
        try (RawClient client = RawClient.to(office.uri())) {
            client.send(request.substring(0, body));
            assertThat(client.receive().status()).isEqualTo(100);
            office.nanos.addAndGet(Duration.ofSeconds(11).toNanos());
            client.send(request.substring(body, body + 1));
            assertThat(client.receive().status()).isEqualTo(408);
            assertThat(client.readToEnd()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Origin: https://lists.example", "Origin: null", "Sec-Fetch-Site: same-origin",
        "Sec-Fetch-Site: cross-site"})
    void aWebPageCannotReport(String header) throws IOException {
        ReportOffice office = open(ReportOffice.open(folder));
        String report = ReportOffice.report(ReportOffice.NUMBER, URL);
        Received refused = office.ask(ReportOffice.post(report, header));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.headers().keySet())
                .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"));
        assertThat(office.status(ReportOffice.NUMBER).status()).isEqualTo(404);
    }

    /// A form can send these without asking the server first.
    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
        "text/plain; application/json", "application/jsonx"})
    void aFormCannotReport(String type) throws IOException {
        ReportOffice office = open(ReportOffice.open(folder));
        String request = ReportOffice.post(ReportOffice.report(ReportOffice.NUMBER, URL));
        assertThat(office.ask(request.replace("Type: application/json", "Type: " + type)).status()).isEqualTo(415);
        assertThat(
                office.ask(request.replace("Type: application/json", "Type: APPLICATION/json; charset=utf-8")).status())
                .isEqualTo(201);
    }

    @Test
    void anAnswerRepeatsNothingOfAReport() throws IOException {
        ReportOffice office = open(ReportOffice.open(folder));
        Received refused = office.ask(ReportOffice.post("{\"<script>\":1}"));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).doesNotContain("script");
        assertThat(refused.header("Content-Type")).contains("application/problem+json");
    }

    @Test
    void noLogHasAnAddressOrANumber() throws IOException {
        Logger logger = (Logger) LoggerFactory.getLogger("bloomward");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        try {
            ReportOffice office = open(ReportOffice.open(folder, ReportLimits.DEFAULT));
            office.submit(ReportOffice.NUMBER, URL);
            office.status(ReportOffice.NUMBER);
            for (int i = 0; i < 11; i++) {
                office.ask(ReportOffice.post("{}"));
            }
            office.close();
            opened = Optional.empty();
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(null);
        }
        assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage)
                .anyMatch(line -> line.startsWith("POST /v1/report 201 "))
                .anyMatch(line -> line.startsWith("POST /v1/report 429 "))
                .anyMatch(line -> line.startsWith("GET /v1/report/{number} 200 "))
                .anyMatch(line -> line.equals("a report came: wrong"))
                .noneMatch(line -> line.contains("127.0.0.1 ") || line.endsWith("127.0.0.1"))
                .noneMatch(line -> line.contains(ReportOffice.NUMBER) || line.contains("evil"));
    }
}
