package bloomward.agent.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.check.Verdict.Unknown;
import bloomward.agent.config.AgentSetting;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.publisher.SharedPublisher;
import bloomward.agent.socket.AlreadyRunningException;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.AgentStatus.ListInUse;
import bloomward.agent.socket.message.AgentStatus.PastPoll;
import bloomward.agent.socket.message.AgentStatus.State;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.update.Machine;
import bloomward.agent.update.RootPin;
import bloomward.format.release.Freshness;
import bloomward.format.testing.SetClock;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The whole agent, and the real server where there is one.
@ExtendWith(SharedPublisher.class)
@Timeout(120)
final class AgentTest {

    @TempDir
    private Path folder;

    private final SetClock clock = new SetClock();
    private final Publisher publisher;

    AgentTest(Publisher publisher) {
        this.publisher = publisher;
    }

    private Agents agents() {
        return new Agents(folder, clock);
    }

    @Test
    void saysThatNothingIsKnownWhereNobodyEnrolled() throws Exception {
        try (Agent agent = agents().start(); SocketClient client = Agents.connect(agent)) {
            assertThat(Agents.check(agent, "evil.example").verdict())
                    .isEqualTo(new Unknown(Verdict.Reason.NO_DATA, "no lists are installed"));
            assertThat(client.update().outcome()).isEqualTo("local");
            assertThat(agent.status().state()).isEqualTo(State.NOT_ENROLLED);
            assertThat(agent.status().polls().failures()).isPositive();
        }
    }

    @Test
    void enrolsPollsAndListsByItself() throws Exception {
        Agents agents = agents();
        try (Publisher own = Publisher.start(folder.resolve("server"), clock)
                .list("phishing")
                .add("phishing", "evil.example")
                .publish(); Agent agent = agents.at(own).start(); SocketClient news = Agents.connect(agent)) {
            AgentStatus status = news.subscribe();
            while (status.state() != State.PROTECTED) {
                status = news.nextNews(Duration.ofMinutes(1));
            }
            // Each list has a test entry, too.
            assertThat(status.installed().orElseThrow().lists()).containsExactly(new ListInUse("phishing", 1, 1));
            assertThat(status.installed().orElseThrow().freshness()).isEqualTo(Freshness.FRESH);
            assertThat(status.publication().orElseThrow().server()).isEqualTo(own.address());
            assertThat(Agents.check(agent, "http://www.evil.example/x").verdict()).isInstanceOfSatisfying(Listed.class,
                    listed -> assertThat(listed.match().confirmed()).isTrue());
            assertThat(Agents.check(agent, "good.example").verdict()).isInstanceOf(Clean.class);
            assertThat(agent.status().counters()).isEqualTo(new AgentStatus.Counters(2, 1, 1, 0, 0));

            own.add("phishing", "other.example").publish();
            try (SocketClient client = Agents.connect(agent)) {
                assertThat(client.update().outcome()).isEqualTo(PastPoll.UPDATED);
            }
            assertThat(news.nextNews(Duration.ofMinutes(1)).installed().orElseThrow().lists())
                    .containsExactly(new ListInUse("phishing", 2, 2));
            assertThat(Agents.check(agent, "other.example").verdict()).isInstanceOf(Listed.class);
        }
        assertThat(agents.log()).contains("enrolled at ", "updated to sequence ")
                .doesNotContain("evil.example", "other.example", "error");
    }

    private static void install(Agents agents) throws Exception {
        try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
            assertThat(client.update().isGood()).isTrue();
        }
    }

    @Test
    void protectsAfterARestartWithoutANetwork() throws Exception {
        Agents agents = agents().at(publisher);
        install(agents);
        clock.advance(Duration.ofDays(2));
        publisher.stop();
        try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
            assertThat(Agents.check(agent, "evil.example").verdict()).isInstanceOfSatisfying(Listed.class,
                    listed -> assertThat(listed.match().confirmed()).isFalse());
            assertThat(Agents.check(agent, "evil.example").freshness()).contains(Freshness.STALE);
            assertThat(client.update().outcome()).isEqualTo("unreachable");
            assertThat(agent.status().state()).isEqualTo(State.PROTECTED);
            assertThat(Agents.check(agent, "evil.example").verdict()).isInstanceOf(Listed.class);
        } finally {
            publisher.start();
        }
    }

    @Test
    void followsANewServerOfItsSettings() throws Exception {
        install(agents().at(publisher));
        String moved = "http://localhost:" + publisher.address().getPort();
        Agents agents = agents().at(publisher).with(AgentSetting.SERVER, moved);
        try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
            assertThat(client.update().message()).isEqualTo("nothing newer");
            assertThat(agent.status().publication().orElseThrow().server()).isEqualTo(URI.create(moved));
            assertThat(agents.log()).doesNotContain("error");
        }
    }

    @Test
    void staysWithItsPublicationAndSaysThatTheSettingsNameAnotherOne() throws Exception {
        install(agents().at(publisher));
        try (Publisher other = Publisher.start(folder.resolve("other"), clock, "--origin", "other.example")
                .list("phishing")
                .publish()) {
            String command = "bloomward agent enroll " + other.address() + " --root " + other.rootFile() + " --replace";
            Agents agents = agents().at(other);
            try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
                PastPoll poll = client.update();
                assertThat(poll.outcome()).isEqualTo(PastPoll.UNCHANGED);
                assertThat(poll.message()).startsWith("nothing newer; ").contains("another publication", command);
                assertThat(agent.status().state()).isEqualTo(State.PROTECTED);
                assertThat(agent.status().publication().orElseThrow().server()).isEqualTo(publisher.address());
                assertThat(Agents.check(agent, "evil.example").verdict()).isInstanceOf(Listed.class);
                client.update();
                assertThat(agents.log().lines().filter(line -> line.contains(" error ")))
                        .singleElement(InstanceOfAssertFactories.STRING)
                        .contains("another publication", command);
                Machine.at(folder.resolve("store"), clock)
                        .enroll(other.address(), new RootPin.Note(other.root()), true);
                assertThat(client.update().message()).as("the remedy").doesNotContain("publication");
            }
        }
    }

    @Test
    void isNotKeptFromPollingByAServerOfItsSettingsThatIsAway() throws Exception {
        install(agents().at(publisher));
        Agents agents = agents().with(AgentSetting.SERVER, "http://127.0.0.1:1")
                .with(AgentSetting.ROOT, "sha256:" + "0".repeat(64));
        try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
            assertThat(client.update().message()).isEqualTo("nothing newer");
        }
        Agents without = agents().with(AgentSetting.ROOT, folder.resolve("none").toString());
        try (Agent agent = without.start(); SocketClient client = Agents.connect(agent)) {
            assertThat(client.update().message()).isEqualTo("nothing newer");
            assertThat(without.log()).contains("the setting root is of no use");
        }
    }

    @Test
    void tellsThatItsDataBecameStale() throws Exception {
        try (Agent agent = agents().at(publisher).start();
                SocketClient client = Agents.connect(agent);
                SocketClient news = Agents.connect(agent)) {
            client.update();
            assertThat(news.subscribe().installed().orElseThrow().freshness()).isEqualTo(Freshness.FRESH);
            publisher.stop();
            clock.advance(Duration.ofDays(2));
            client.update();
            AgentStatus status = news.nextNews(Duration.ofMinutes(1));
            assertThat(status.installed().orElseThrow().freshness()).isEqualTo(Freshness.STALE);
            assertThat(status.polls().failures()).isEqualTo(1);
        } finally {
            publisher.start();
        }
    }

    @Test
    void repairsADamagedFileAndSaysSo() throws Exception {
        Agents agents = agents().at(publisher);
        install(agents);
        try (var files = Files.list(folder.resolve("store/files"))) {
            for (Path file : files.toList()) {
                Files.write(file, new byte[10]);
            }
        }
        publisher.stop();
        try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
            assertThat(agent.status().state()).isEqualTo(State.NOT_PROTECTED);
            assertThat(agent.status().damages()).isNotEmpty();
            assertThat(Agents.check(agent, "evil.example").verdict()).isNotInstanceOf(Clean.class);
            publisher.start();
            client.update();
            assertThat(agent.status().damages()).isEmpty();
            assertThat(agent.status().state()).isEqualTo(State.PROTECTED);
            assertThat(Agents.check(agent, "evil.example").verdict()).isInstanceOf(Listed.class);
        } finally {
            publisher.start();
        }
    }

    @Test
    void refusesAListThatItDoesNotUse() throws Exception {
        try (Agent agent = agents().at(publisher).start(); SocketClient client = Agents.connect(agent)) {
            client.update();
            assertThatThrownBy(() -> Agents.check(client, "a.example", new CheckOptions(false, List.of("malware"))))
                    .isInstanceOf(RequestException.class)
                    .hasMessage("lists: 'malware' is not used here, phishing are");
        }
    }

    @Test
    void thereIsOneAtASocket() throws Exception {
        try (Agent _ = agents().start()) {
            assertThatThrownBy(() -> agents().start()).isInstanceOf(AlreadyRunningException.class);
        }
        try (Agent agent = agents().start()) {
            assertThat(agent.status().process()).map(AgentStatus.Running::version).isEqualTo(Optional.of("0.1.0"));
        }
    }

    @Test
    void seesThatSomebodyElseEnrolledIt() throws Exception {
        Agents alone = agents();
        try (Agent agent = alone.start(); SocketClient client = Agents.connect(agent)) {
            assertThat(client.update().outcome()).isEqualTo("local");
            Machine.enrolledAt(publisher, folder.resolve("store"), clock);
            assertThat(client.update().outcome()).isEqualTo(PastPoll.UPDATED);
            assertThat(Agents.check(agent, "evil.example").verdict()).isInstanceOf(Listed.class);
        }
    }
}
