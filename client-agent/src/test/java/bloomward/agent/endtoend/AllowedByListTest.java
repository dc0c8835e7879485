package bloomward.agent.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Allowed;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.service.Agent;
import bloomward.agent.service.Agents;
import bloomward.agent.socket.SocketClient;
import bloomward.format.testing.SetClock;
import bloomward.format.url.Expression;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Allow entries for one list, and with an end: a real server with its command line, and a real agent that polls it.
@Timeout(120)
final class AllowedByListTest {

    private static final Allowed ALLOWED = new Allowed(new Expression("shop.example/"));

    @TempDir
    private Path folder;
    private final SetClock clock = new SetClock();
    private Publisher publisher;
    private Agents agents;

    @BeforeEach
    void setUp() throws Exception {
        publisher = Publisher.start(folder.resolve("server"), clock);
        publisher.list("phishing").list("scam");
        agents = new Agents(folder.resolve("agent"), clock).at(publisher);
    }

    @AfterEach
    void stop() {
        publisher.close();
    }

    private static Verdict verdict(Agent agent, String url) throws Exception {
        return Agents.check(agent, url).verdict();
    }

    private static void assertListed(Agent agent, String list) throws Exception {
        assertThat(Agents.check(agent, "http://www.shop.example/a").verdict()).isInstanceOfSatisfying(Listed.class,
                listed -> {
                    assertThat(listed.match().list()).isEqualTo(list);
                    assertThat(listed.others()).isEmpty();
                });
    }

    @Test
    void whatIsAllowedForOneListIsStillListedByTheOther() throws Exception {
        publisher.admin("allow", "add", "shop.example", "--list", "phishing", "--name", "partners");
        publisher.add("phishing", "shop.example").add("scam", "shop.example").publish();
        try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
            client.update();
            assertListed(agent, "scam");
            assertThat(publisher.admin("explain", "shop.example")).contains("agents say now: listed",
                    "allowed for list phishing, group partners");
            assertThat(publisher.admin("allow", "check", "shop.example")).contains(
                    "allowed by shop.example/ (host) for list phishing", "overrides shop.example/ (host) in phishing",
                    "does not override shop.example/ (host) in scam", "agents say now: listed");

            publisher.admin("remove", "scam", "shop.example");
            publisher.publish();
            client.update();
            assertThat(verdict(agent, "http://www.shop.example/a")).isEqualTo(ALLOWED);
            assertThat(publisher.admin("explain", "shop.example")).contains("agents say now: allowed");

            publisher.admin("allow", "remove", "--name", "partners");
            publisher.publish();
            client.update();
            assertListed(agent, "phishing");
        }
    }

    /// The agent keeps to the end by itself; the server publishes without the entry when it is there again.
    @Test
    void whatIsAllowedUntilATimeIsListedFromThenOn() throws Exception {
        publisher.admin("allow", "add", "shop.example", "--until", "2h");
        publisher.admin("allow", "add", "www.good.example");
        publisher.add("phishing", "shop.example").publish();
        try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
            client.update();
            assertThat(verdict(agent, "shop.example")).isEqualTo(ALLOWED);
            assertThat(publisher.admin("explain", "shop.example"))
                    .contains("agents say now: allowed; after the next publication: allowed", "until 2026-11-01");

            publisher.stop();
            clock.advance(Duration.ofHours(2));
            assertThat(verdict(agent, "shop.example")).as("nobody is there to confirm it")
                    .isInstanceOfSatisfying(Listed.class, listed -> assertThat(listed.match().confirmed()).isFalse());

            publisher.start();
            assertThat(publisher.admin("explain", "shop.example")).contains("agents say now: listed");
            while (!publisher.admin("history").contains("allow entries expired")) {
                Thread.onSpinWait();
            }
            assertThat(publisher.admin("allow", "list")).contains("www.good.example/").doesNotContain("shop.example/");
            client.update();
            assertListed(agent, "phishing");
            assertThat(publisher.admin("explain", "shop.example")).doesNotContain("allowed");
        }
    }
}
