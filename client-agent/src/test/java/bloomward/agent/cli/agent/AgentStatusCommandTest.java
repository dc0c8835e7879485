package bloomward.agent.cli.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Bloomward;
import bloomward.agent.cli.Cli;
import bloomward.agent.store.SampleSets;
import bloomward.program.testing.Run;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Without a server; the status of an enrolled agent is tested with one.
@Timeout(60)
final class AgentStatusCommandTest {

    @TempDir
    private Path folder;

    private Run run(String... args) {
        Map<String, String> environment = Map.of("BLOOMWARD_DATA_DIR", folder.resolve("store").toString(),
                "BLOOMWARD_SOCKET", folder.resolve("run/agent.sock").toString(), "HOME", folder.toString());
        return Bloomward.with(environment, new byte[0], args);
    }

    @Test
    void saysThatNoAgentIsRunning() {
        Run run = run("agent", "status");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEqualTo("state  not enrolled\nagent  no agent is running\n");
        assertThat(run("agent", "status", "-o", "json").out()).isEqualTo("{\"state\":\"not_enrolled\",\"damages\":[],"
                + "\"failures\":0,\"checks\":0,\"hits\":0,\"confirms\":0,\"exceptions\":0,\"reports\":0,\"running\":false}\n");
    }

    /// A reader of the first line alone must not take expired lists for whole protection.
    @Test
    void theFirstLineSaysThatTheListsExpired() throws Exception {
        SampleSets.in(folder).list("malware", "evil.example/").install();
        Run.Setting setting = new Run.Setting().with("BLOOMWARD_DATA_DIR", folder.resolve("store").toString())
                .with("BLOOMWARD_SOCKET", folder.resolve("run/agent.sock").toString())
                .with("HOME", folder.toString());
        Run fresh = setting.at(Clock.fixed(SampleSets.ISSUED, ZoneOffset.UTC)).run(Cli::run, "agent", "status");
        assertThat(fresh.lines().getFirst()).isEqualTo("state        protected");
        assertThat(fresh.exitCode()).isZero();
        Run late = setting.at(Clock.fixed(SampleSets.ISSUED.plus(Duration.ofDays(400)), ZoneOffset.UTC))
                .run(Cli::run, "agent", "status");
        assertThat(late.lines().getFirst())
                .isEqualTo("state        expired: listed URLs are still reported, all others are unknown");
        assertThat(late.exitCode()).isEqualTo(1);
    }

    @Test
    void asksTheAgentThatRuns() throws Exception {
        Thread agent = Thread.ofVirtual().start(() -> run("agent", "run"));
        try {
            while (!Files.exists(folder.resolve("run/agent.sock"))) {
                Thread.onSpinWait();
                assertThat(agent.isAlive()).isTrue();
            }
            Run human = run("agent", "status");
            assertThat(human.exitCode()).isEqualTo(1);
            assertThat(human.out()).contains("not enrolled", "running, process " + ProcessHandle.current().pid());
            assertThat(run("agent", "status", "-o", "json").out()).contains("\"running\":true", "\"pid\":")
                    .doesNotContain("browsers");
            try (SocketChannel browser = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                browser.connect(UnixDomainSocketAddress.of(folder.resolve("run/agent.sock")));
                browser.write(ByteBuffer.wrap(("{\"op\":\"hello\",\"browser\":\"Firefox 153.7\","
                        + "\"extension\":\"0.1.0\",\"rung\":\"late\"}\n").getBytes(UTF_8)));
                assertThat(browser.read(ByteBuffer.allocate(1))).isOne();
                assertThat(run("agent", "status").out())
                        .contains("Firefox 153.7, extension 0.1.0, late protection: a page may show before");
                assertThat(run("agent", "status", "-o", "json").out())
                        .contains("\"browsers\":[{\"browser\":\"Firefox 153.7\"");
            }
        } finally {
            agent.interrupt();
            agent.join();
        }
        assertThat(folder.resolve("run/agent.sock")).doesNotExist();
    }

    @Test
    void saysTimeInUnitsOfWhichThereAreTwo() {
        assertThat(AgentStatusCommand.words(0)).isEqualTo("0 s");
        assertThat(AgentStatusCommand.words(119)).isEqualTo("119 s");
        assertThat(AgentStatusCommand.words(120)).isEqualTo("2 min");
        assertThat(AgentStatusCommand.words(7200)).isEqualTo("2 h");
        assertThat(AgentStatusCommand.words(172_800)).isEqualTo("2 days");
    }

    @Test
    void doesNotStartASecondAgent() throws Exception {
        Files.createDirectories(folder.resolve("run"));
        Files.writeString(folder.resolve("run/agent.sock"), "");
        Run run = run("agent", "run");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("bloomward agent run: ").hasLineCount(1);
    }

    @Test
    void refusesAStoreThatIsNone() throws Exception {
        Files.writeString(folder.resolve("store"), "a file");
        assertThat(run("agent", "status").exitCode()).isEqualTo(2);
    }
}
