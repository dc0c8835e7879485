package bloomward.agent.report;

import static bloomward.agent.report.ReportsOfTests.NOW;
import static bloomward.agent.report.ReportsOfTests.ORIGIN;
import static bloomward.agent.report.ReportsOfTests.filed;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.report.ReportDesk.Answer;
import bloomward.format.testing.SetClock;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against a real HTTP server, and a clock that is moved by hand.
@Timeout(60)
final class ReportSenderTest {

    @TempDir
    private Path folder;

    private final SetClock clock = new SetClock();
    private final List<URI> addresses = new ArrayList<>();
    private ReportDesk desk;
    private ReportQueue queue;
    private ReportSender sender;
    private String origin = ORIGIN;
    private long nanos = -1;

    @BeforeEach
    void start() throws Exception {
        clock.advance(Duration.between(clock.instant(), NOW));
        desk = new ReportDesk();
        addresses.add(desk.address());
        restart();
    }

    /// As a new process does.
    private void restart() throws Exception {
        queue = ReportQueue.open(folder.resolve("reports"));
        HttpTransport transport = HttpTransport.of(Map.of(), Optional.empty(), FetchLimits.QUESTION, "1", clock);
        sender = new ReportSender(queue, transport, () -> Optional.of(new Publication(origin, addresses)), clock,
                () -> nanos, new SplittableRandom(3));
    }

    @AfterEach
    void stop() {
        desk.close();
    }

    private void after(Duration time) {
        nanos += time.toNanos();
        clock.advance(time);
    }

    private ReportState state(long number) {
        return queue.all()
                .stream()
                .filter(report -> report.number().low() == number)
                .map(FiledReport::state)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void sendsAReportAsItWasSeen() throws Exception {
        FiledReport report = filed(1, "ann");
        queue.add(report);
        sender.step();
        assertThat(desk.requests).containsExactly("POST /v1/report " + report.content().orElseThrow());
        assertThat(state(1)).isEqualTo(ReportState.RECEIVED);
        sender.step();
        restart();
        sender.step();
        assertThat(desk.requests).hasSize(1);
    }

    @Test
    void sendsAgainUntilTheServerIsBackAndEverLessOften() throws Exception {
        desk.instead = Optional.of(Answer.problem(500));
        queue.add(filed(1, "ann"));
        queue.add(filed(2, "bob"));
        List<Duration> waits = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Duration wait = sender.step();
            waits.add(wait);
            assertThat(desk.requests).as("one report tries for all").hasSize(i + 1);
            assertThat(sender.step()).isEqualTo(wait);
            after(wait);
        }
        for (int i = 0; i < waits.size(); i++) {
            Duration most = Duration.ofMinutes(Math.min(60, 1L << i));
            assertThat(waits.get(i)).isBetween(most.dividedBy(2), most);
        }
        desk.instead = Optional.empty();
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.RECEIVED);
        assertThat(state(2)).isEqualTo(ReportState.RECEIVED);
    }

    @Test
    void waitsForAsLongAsTheServerWants() throws Exception {
        desk.instead = Optional.of(new Answer(429, "application/problem+json", "{}", Map.of("Retry-After", "7200")));
        queue.add(filed(1, "ann"));
        assertThat(sender.step()).isEqualTo(Duration.ofHours(1)); // nothing to do for as long as it looks ahead
        after(Duration.ofHours(2).minusSeconds(1));
        sender.step();
        assertThat(desk.requests).hasSize(1);
        after(Duration.ofMinutes(2));
        desk.instead = Optional.empty();
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.RECEIVED);
    }

    @Test
    void aServerCannotMakeItWaitForLongerThanADay() throws Exception {
        desk.instead = Optional.of(new Answer(503, "text/plain", "", Map.of("Retry-After", "99999999")));
        queue.add(filed(1, "ann"));
        sender.step();
        desk.instead = Optional.empty();
        after(Duration.ofDays(1).plusMinutes(1));
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.RECEIVED);
    }

    @Test
    void aLostAnswerMakesNoSecondReport() throws Exception {
        queue.add(filed(1, "ann"));
        desk.beforeAnswer = () -> {
            throw new IllegalStateException("the connection breaks");
        };
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.WAITING);
        assertThat(desk.contents).hasSize(1);
        desk.beforeAnswer = () -> {};
        after(Duration.ofHours(1));
        restart();
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.RECEIVED);
        assertThat(desk.contents).hasSize(1);
        assertThat(desk.requests.stream().distinct()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 405, 409, 410, 413, 415})
    void isLostIfTheServerRefusesItForGood(int status) throws Exception {
        desk.instead = Optional.of(Answer.problem(status));
        queue.add(filed(1, "ann"));
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.LOST);
        try (Stream<Path> files = Files.list(folder.resolve("reports"))) {
            assertThat(Files.readString(files.findFirst().orElseThrow())).doesNotContain("evil");
        }
        after(Duration.ofDays(2));
        sender.step();
        assertThat(desk.requests).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 302, 400, 403, 407, 408, 429, 500, 502, 503, 511})
    void isNotLostForAPageOfANetwork(int status) throws Exception {
        desk.instead = Optional.of(new Answer(status, "text/html", "<p>Log in", Map.of()));
        queue.add(filed(1, "ann"));
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.WAITING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"state\":\"waiting\"}", "{\"state\":\"lost\"}", "{\"state\":\"x\"}",
        "{\"state\":7}", "{\"x\":{\"state\":\"received\"}}"})
    void isNotDoneForAnAnswerThatIsNone(String body) throws Exception {
        desk.instead = Optional.of(new Answer(201, "application/json", body, Map.of()));
        queue.add(filed(1, "ann"));
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.WAITING);
        desk.instead = Optional.of(new Answer(201, "application/json", " ".repeat(2000), Map.of()));
        after(Duration.ofDays(1));
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.WAITING);
    }

    @Test
    void anAddressThatTakesNoReportsIsNotTheOnlyOne() throws Exception {
        try (ReportDesk mirror = new ReportDesk()) {
            mirror.instead = Optional.of(new Answer(404, "text/plain", "", Map.of()));
            addresses.addFirst(mirror.address());
            addresses.addFirst(URI.create("http://127.0.0.1:1"));
            queue.add(filed(1, "ann"));
            sender.step();
            assertThat(mirror.requests).hasSize(1);
            assertThat(state(1)).isEqualTo(ReportState.RECEIVED);
        }
    }

    @Test
    void anAddressThatCannotBeReachedMayTakeIt() throws Exception {
        desk.instead = Optional.of(Answer.problem(404));
        addresses.add(URI.create("http://127.0.0.1:1"));
        queue.add(filed(1, "ann"));
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.WAITING);
    }

    @Test
    void followsThePublicationToItsNewAddress() throws Exception {
        desk.close();
        queue.add(filed(1, "ann"));
        sender.step();
        try (ReportDesk moved = new ReportDesk()) {
            addresses.clear();
            addresses.add(moved.address());
            after(Duration.ofMinutes(1));
            sender.step();
            assertThat(state(1)).isEqualTo(ReportState.RECEIVED);
        }
    }

    @Test
    void isSentToNoOtherPublisher() throws Exception {
        queue.add(filed(1, "ann"));
        origin = "other.example";
        sender.step();
        assertThat(desk.requests).isEmpty();
        assertThat(state(1)).isEqualTo(ReportState.LOST);
    }

    @Test
    void asksForTheStateEverLessOftenUntilItIsFinal() throws Exception {
        FiledReport report = filed(1, "ann");
        queue.add(report);
        sender.step();
        List<Duration> times = new ArrayList<>();
        Duration since = Duration.ZERO;
        while (times.size() < 8) {
            int before = desk.requests.size();
            Duration wait = sender.step();
            if (desk.requests.size() > before) {
                assertThat(desk.requests.getLast()).isEqualTo("GET /v1/report/" + report.number() + " ");
                times.add(since);
                since = Duration.ZERO;
            }
            after(wait);
            since = since.plus(wait);
        }
        for (int i = 0; i < times.size(); i++) {
            double hours = Math.min(24, 1 << i);
            assertThat(times.get(i).toMinutes() / 60.0).isBetween(hours * 0.84, hours * 1.16);
        }
        desk.states.put(report.number().toString(), "accepted");
        after(Duration.ofDays(2));
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.ACCEPTED);
        desk.states.put(report.number().toString(), "published");
        after(Duration.ofDays(2));
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.PUBLISHED);
        int asked = desk.requests.size();
        after(Duration.ofDays(2));
        sender.step();
        assertThat(desk.requests).hasSize(asked);
    }

    @Test
    void isLostIfTheServerForgetsIt() throws Exception {
        queue.add(filed(1, "ann"));
        sender.step();
        desk.states.clear();
        after(Duration.ofHours(2));
        sender.step();
        assertThat(state(1)).isEqualTo(ReportState.LOST);
    }

    @Test
    void isForgottenAfterNinetyDays() throws Exception {
        desk.instead = Optional.of(Answer.problem(500));
        queue.add(filed(1, "ann"));
        sender.step();
        after(ReportSender.MAX_AGE.plusMinutes(1));
        sender.step();
        assertThat(queue.all()).isEmpty();
        try (Stream<Path> files = Files.list(folder.resolve("reports"))) {
            assertThat(files).isEmpty();
        }
    }
}
