package bloomward.agent.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Allowed;
import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.check.Verdict.Match;
import bloomward.agent.cli.Cli;
import bloomward.agent.config.AgentSetting;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.service.Agent;
import bloomward.agent.service.Agents;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.AgentStatus.Counters;
import bloomward.agent.socket.message.AgentStatus.InstalledSet;
import bloomward.agent.socket.message.AgentStatus.ListInUse;
import bloomward.agent.socket.message.AgentStatus.PastPoll;
import bloomward.format.confirm.Category;
import bloomward.format.release.Freshness;
import bloomward.format.testing.SetClock;
import bloomward.format.url.Expression;
import bloomward.program.testing.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The way from a list line to a verdict, in the steps of ARCHITECTURE.md: a real server on a port of loopback, its real
/// command line, a real agent that polls it.
@Timeout(120)
final class PublishToVerdictTest {

    /// Enough that one entry more is worth a delta.
    private static final int HOSTS = 400;
    private static final Expression HOST = new Expression("evil.example/");
    private static final Expression PAGE = new Expression(" www.pages.example/login?id=7");
    private static final Category PHISHING = new Category("phishing");

    @TempDir
    private Path folder;
    private final SetClock clock = new SetClock();
    private Publisher publisher;
    private Agents agents;

    @BeforeEach
    void setUp() throws Exception {
        publisher = Publisher.start(folder.resolve("server"), clock);
        publisher.list("phishing");
        publisher.admin("guards", "update", "--popular", file("popular.txt", "portal.example\n").toString());
        agents = new Agents(folder.resolve("agent"), clock).at(publisher);
    }

    @AfterEach
    void stop() {
        publisher.close();
    }

    private Path file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void takesAListLineToAVerdict() throws Exception {
        importsParsesAndMakesCanonical();
        guardsHoldWhatAPersonReleases();
        publishesAndSigns();
        try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
            updatesAndSwitches(client);
            checksAndGivesVerdicts(agent);
            oneEntryMoreComesAsADelta(client, agent);
        }
        assertThat(agents.log()).as("a log names no URL").doesNotContain("evil.example", "pages.example");
    }

    /// A deleted list leaves with the next publication: its files go, and nothing else changes.
    @Test
    void aDeletedListLeavesTheAgent() throws Exception {
        publisher.list("spam").add("spam", "spam.example").add("phishing", "evil.example").publish();
        try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
            assertThat(client.update().isGood()).isTrue();
            assertThat(Agents.check(agent, "http://spam.example/").verdict()).isInstanceOf(Listed.class);
            publisher.admin("list", "delete", "spam", "--yes");
            assertThat(client.update().isGood()).isTrue();
            assertThat(Agents.check(agent, "http://spam.example/").verdict()).as("until the next publication")
                    .isInstanceOf(Listed.class);
            publisher.publish();
            PastPoll poll = client.update();
            assertThat(poll.outcome()).isEqualTo(PastPoll.UPDATED);
            assertThat(poll.message()).endsWith(": spam is no longer published");
            AgentStatus status = client.status();
            assertThat(status.state()).isEqualTo(AgentStatus.State.PROTECTED);
            assertThat(status.installed().orElseThrow().lists()).extracting(ListInUse::name)
                    .containsExactly("phishing");
            assertThat(Agents.check(agent, "http://spam.example/").verdict()).isEqualTo(new Clean());
            assertThat(Agents.check(agent, "http://evil.example/").verdict()).isEqualTo(confirmed(1, HOST));
            client.update(); // a poll tidies up after the one before
        }
        try (Stream<Path> files = Files.list(folder.resolve("agent/store/files"))) {
            assertThat(files).as("packed and flat of one list, and the allow file").hasSize(3);
        }
    }

    /// An agent that uses only lists that were deleted protects nobody, and never says clean.
    @Test
    void anAgentWithoutAnyListSaysThatItDoesNotProtect() throws Exception {
        publisher.list("spam").add("spam", "spam.example").publish();
        agents.with(AgentSetting.LISTS, "spam");
        try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
            assertThat(client.update().isGood()).isTrue();
            assertThat(client.status().state()).isEqualTo(AgentStatus.State.PROTECTED);
            publisher.admin("list", "delete", "spam", "--yes");
            publisher.publish();
            assertThat(client.update().outcome()).isEqualTo(PastPoll.UPDATED);
            AgentStatus status = client.status();
            assertThat(status.state()).isEqualTo(AgentStatus.State.NOT_PROTECTED);
            assertThat(status.damages()).containsExactly("list spam: the publication does not have it");
            assertThat(Agents.check(agent, "http://spam.example/").verdict())
                    .isEqualTo(new Verdict.Unknown(Verdict.Reason.NO_DATA, "no lists are installed"));
        }
        publisher.admin("list", "delete", "phishing", "--yes");
        publisher.publish();
        Agents others = new Agents(folder.resolve("other"), clock).at(publisher);
        try (Agent agent = others.start(); SocketClient client = Agents.connect(agent)) {
            client.update();
            AgentStatus status = client.status();
            assertThat(status.state()).isEqualTo(AgentStatus.State.NOT_PROTECTED);
            assertThat(status.damages()).containsExactly("the publication has no list");
        }
        Run enrolled = new Run.Setting().with("HOME", folder.toString())
                .at(clock)
                .run(Cli::run, "agent", "enroll", publisher.address().toString(), "--root",
                        publisher.rootFile().toString(), "--data-dir", folder.resolve("third").toString());
        assertThat(enrolled.out()).endsWith("\nnot protected: the publication has no list that is used here\n");
    }

    /// Steps 1 to 4: import, edge, parse, canonical. Each line is accounted for, and two spellings are one entry.
    private void importsParsesAndMakesCanonical() throws Exception {
        String hosts = IntStream.range(0, HOSTS).mapToObj(i -> "host" + i + ".example\n").collect(Collectors.joining());
        Path list = file("list.txt", "# of hosts\nEVIL.example\nevil.example.\nportal.example\nno host\n" + hosts);
        assertThat(publisher.admin("import", "phishing", list.toString(), "-o", "json")).contains("\"lines\":404",
                "\"accepted\":401", "\"duplicates\":1", "\"rejected\":{\"", "\"held\":{\"popular-host\":1}",
                "\"added\":401");
        Path pages = file("pages.txt", "http://www.pages.example:80/a/../login?id=7#top\n");
        assertThat(publisher.admin("import", "phishing", pages.toString(), "--scope", "exact", "-o", "json"))
                .contains("\"accepted\":1");
    }

    /// Steps 5 and 6: guard, draft. A popular host waits for a person; its release puts it into the draft.
    private void guardsHoldWhatAPersonReleases() throws Exception {
        assertThat(publisher.admin("holds", "list")).contains("portal.example", "popular-host");
        publisher.admin("holds", "release", "1", "--reason", "a test of our own");
        assertThat(publisher.admin("holds", "list")).contains("no holds");
        publisher.admin("allow", "add", "shop.evil.example");
    }

    /// Steps 7 to 9: publish, sign, serve. The publication is numbered and signed, and `latest` names it.
    private void publishesAndSigns() throws Exception {
        publisher.publish();
        assertThat(publisher.data().resolve("public/v1/latest")).content().startsWith("bloomward latest v1\n");
    }

    /// Steps 10 and 11: update, switch. The agent enrols by its settings, installs the set, and answers from it.
    private static void updatesAndSwitches(SocketClient client) throws Exception {
        assertThat(client.update().isGood()).isTrue();
        AgentStatus status = client.status();
        assertThat(status.state()).isEqualTo(AgentStatus.State.PROTECTED);
        InstalledSet installed = status.installed().orElseThrow();
        assertThat(installed.freshness()).isEqualTo(Freshness.FRESH);
        // The hosts, evil.example, the page, portal.example; the test entry is not counted, as on the server.
        assertThat(installed.lists()).containsExactly(new ListInUse("phishing", 1, HOSTS + 3));
    }

    /// Steps 12 and 13: check, verdict.
    private static void checksAndGivesVerdicts(Agent agent) throws Exception {
        assertThat(Agents.check(agent, "http://www.evil.example/any?thing").verdict()).as("listed and confirmed")
                .isEqualTo(confirmed(1, HOST));
        assertThat(Agents.check(agent, "https://pages.example/login?id=7").verdict()).as("a page of another host")
                .isEqualTo(new Clean());
        assertThat(Agents.check(agent, "https://www.pages.example/login?id=7").verdict()).as("the page itself")
                .isEqualTo(confirmed(1, PAGE));
        assertThat(Agents.check(agent, "https://www.pages.example/login?id=8").verdict()).as("another page")
                .isEqualTo(new Clean());
        assertThat(Agents.check(agent, "http://portal.example/").verdict()).as("released by a person")
                .isInstanceOf(Listed.class);
        assertThat(Agents.check(agent, "http://shop.evil.example/").verdict()).as("allowed")
                .isEqualTo(new Allowed(new Expression("shop.evil.example/")));
        assertThat(Agents.check(agent, "good.example").verdict()).as("not listed").isEqualTo(new Clean());
        assertThat(agent.status().counters()).as("only what hit was asked about")
                .isEqualTo(new Counters(7, 3, 3, 0, 0));
    }

    private static Verdict confirmed(long version, Expression expression) {
        return new Listed(new Match("phishing", version, expression, Optional.of(PHISHING), true), List.of());
    }

    /// The way again, for one entry: a new version, a delta, another verdict.
    private void oneEntryMoreComesAsADelta(SocketClient client, Agent agent) throws Exception {
        assertThat(Agents.check(agent, "new.example").verdict()).isEqualTo(new Clean());
        publisher.add("phishing", "new.example").publish();
        PastPoll poll = client.update();
        assertThat(poll.outcome()).isEqualTo(PastPoll.UPDATED);
        assertThat(poll.message()).contains("phishing 1 -> 2, 1 delta");
        assertThat(Agents.check(agent, "new.example").verdict())
                .isEqualTo(confirmed(2, new Expression("new.example/")));
        assertThat(Agents.check(agent, "evil.example").verdict()).isEqualTo(confirmed(2, HOST));
    }
}
