package bloomward.agent.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.report.ReportKind;
import bloomward.agent.report.ReportState;
import bloomward.agent.service.Agent;
import bloomward.agent.service.Agents;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.ReportAnswer;
import bloomward.agent.socket.message.ReportLine;
import bloomward.format.testing.SetClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The way from a page that is blocked by mistake back to a clean verdict: a real agent that blocks it and sends a report to the
/// real server, the publisher's decision, the next publication; and the agent learns of each.
@Timeout(120)
final class ReportToVerdictTest {

    private static final String PAGE = "http://www.shop.example/cart?item=1";

    @TempDir
    private Path folder;
    private final SetClock clock = new SetClock();
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void aWrongBlockIsReportedAcceptedPublishedAndGone() throws Exception {
        try (Publisher publisher = Publisher.start(folder.resolve("server"), clock)) {
            publisher.list("phishing");
            publisher.add("phishing", "shop.example", "evil.example").publish();
            Agents agents = new Agents(folder.resolve("agent"), clock).at(publisher).with(nanos::get);
            try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
                assertThat(client.update().isGood()).isTrue();
                assertThat(Agents.check(agent, PAGE).verdict()).isInstanceOf(Listed.class);
                ReportAnswer answer = client.report(ReportKind.WRONG, PAGE, "our shop", false);
                assertThat(answer.filed().orElseThrow().state()).isEqualTo(ReportState.WAITING);
                awaitState(client, ReportState.RECEIVED);

                assertThat(publisher.admin("reports", "list")).contains("wrong", "www.shop.example/cart");
                assertThat(publisher.admin("reports", "accept", "1", "--yes"))
                        .contains("remove host shop.example/ from phishing");
                askAgain(client);
                awaitState(client, ReportState.ACCEPTED);
                assertThat(Agents.check(agent, PAGE).verdict()).as("not published yet").isInstanceOf(Listed.class);

                publisher.publish();
                askAgain(client);
                awaitState(client, ReportState.PUBLISHED);
                assertThat(client.update().isGood()).isTrue();
                assertThat(Agents.check(agent, PAGE).verdict()).isEqualTo(new Clean());
                assertThat(Agents.check(agent, "http://evil.example/").verdict()).isInstanceOf(Listed.class);
            }
            assertThat(agents.log()).doesNotContain("shop");
        }
    }

    /// A day later. Another report wakes the thread that asks.
    private void askAgain(SocketClient client) throws Exception {
        nanos.addAndGet(Duration.ofDays(2).toNanos());
        client.report(ReportKind.MISSED, "http://other.example/", "", false);
    }

    /// Waits for the first report to come into a state; the test's time limit ends it.
    private static void awaitState(SocketClient client, ReportState state) throws Exception {
        List<ReportLine> reports = client.reports();
        while (reports.getFirst().state() != state) {
            Thread.onSpinWait();
            reports = client.reports();
        }
    }
}
