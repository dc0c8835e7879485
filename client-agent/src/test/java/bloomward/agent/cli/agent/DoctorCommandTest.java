package bloomward.agent.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Bloomward;
import bloomward.agent.service.Agent;
import bloomward.agent.service.Agents;
import bloomward.agent.socket.Access;
import bloomward.agent.socket.BrowserApi;
import bloomward.agent.socket.HeardFaults;
import bloomward.agent.socket.LocalApi;
import bloomward.agent.socket.NoBrowsers;
import bloomward.agent.socket.OpenBrowser;
import bloomward.agent.socket.SocketServer;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.AgentStatus.Counters;
import bloomward.agent.socket.message.AgentStatus.Polls;
import bloomward.agent.socket.message.AgentStatus.Running;
import bloomward.agent.socket.message.AgentStatus.State;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.program.testing.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class DoctorCommandTest {

    @TempDir
    private Path folder;

    private Run run(String... args) {
        return Bloomward.with(Map.of("HOME", folder.toString()), new byte[0], args);
    }

    @Test
    void saysWhatIsWrongAndWhatHelps() {
        Run run = run("agent", "doctor", "--data-dir", folder.resolve("store").toString(), "--socket", "/none.sock");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.lines()).anyMatch(line -> line.startsWith("ok       settings      all valid"))
                .anyMatch(line -> line.startsWith("problem  enrolled      no: "))
                .contains(" ".repeat(23) + "what helps: bloomward agent enroll ADDRESS --root FILE");
    }

    @Test
    void saysItAsJson() {
        Run run = run("agent", "doctor", "-o", "json", "--data-dir", folder.resolve("store").toString(), "--socket",
                "/none.sock");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .startsWith("{\"outcome\":\"problem\",\"findings\":[{\"check\":\"settings\",\"outcome\":\"ok\"")
                .contains("{\"check\":\"agent\",\"outcome\":\"warning\",")
                .endsWith("]}\n");
    }

    /// A real agent, and the reports of browsers to it.
    @Test
    @Timeout(60)
    void saysWhatProtectionOpenBrowsersReport() throws Exception {
        try (Agent agent = new Agents(folder, Clock.systemUTC()).start()) {
            assertThat(doctor(agent)).noneMatch(line -> line.contains(" rung "));
            try (OpenBrowser firefox = new OpenBrowser(agent.socket(), "Firefox 153.7");
                    OpenBrowser chromium = new OpenBrowser(agent.socket(), "Chromium 150.1")) {
                assertThat(firefox.reports("full")).contains("\"policy\":{");
                assertThat(doctor(agent)).contains("ok       rung          Firefox 153.7: full");
                assertThat(chromium.reports("limited")).contains("\"policy\":{");
                assertThat(doctor(agent))
                        .contains("warning  rung          Firefox 153.7: full, Chromium 150.1: limited")
                        .contains(" ".repeat(23)
                                + "what helps: bloomward browser status shows why; sudo bloomward browser install --system");
                assertThat(chromium.reports("late")).contains("\"policy\":{");
                assertThat(doctor(agent)).contains("warning  rung          Firefox 153.7: full, Chromium 150.1: late");
            }
            while (doctor(agent).stream().anyMatch(line -> line.contains(" rung "))) {
                Thread.onSpinWait(); // until the agent has noticed that they are closed
            }
        }
    }

    private List<String> doctor(Agent agent) {
        return run("agent", "doctor", "--data-dir", folder.resolve("store").toString(), "--socket",
                agent.socket().toString()).lines();
    }

    @Test
    void saysWhichLineOfTheSettingsIsWrong() throws Exception {
        Path file = Files.writeString(folder.resolve("x.toml"), "stael = 'clean'\n");
        Run run = run("agent", "doctor", "-c", file.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines()).first()
                .isEqualTo("problem  settings      " + file + " line 1: unknown setting stael; did you mean stale?");
    }

    @Test
    void saysThatSomethingCouldNotBeExamined() throws Exception {
        Path store = Files.createDirectory(folder.resolve("store"));
        Files.createDirectory(store.resolve("state"));
        Run run = run("agent", "doctor", "--data-dir", store.toString(), "--socket", "/none.sock");
        assertThat(run.lines()).anyMatch(line -> line.startsWith("unknown  state         "));
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    void asksTheAgentThatRuns() throws Exception {
        AgentStatus status = new AgentStatus(State.NOT_ENROLLED, Optional.empty(), Optional.empty(), List.of(),
                Polls.NONE, Counters.NONE, Optional.of(new Running("0.0.1", 42, Duration.ZERO)));
        Path socket = folder.resolve("run/agent.sock");
        try (SocketServer _ = SocketServer.listen(socket, Access.OWNER, api(status), HeardFaults.telling(_ -> {}))) {
            assertThat(run("agent", "doctor", "--socket", socket.toString()).lines())
                    .anyMatch(line -> line.startsWith("warning  agent         process 42 answers on " + socket
                            + ", version 0.0.1; this program is "))
                    .anyMatch(line -> line.startsWith("ok       socket        " + socket + ": mode rw-------"));
        }
    }

    private static LocalApi api(AgentStatus status) {
        return new LocalApi() {

            @Override
            public BrowserApi browsers() {
                return new NoBrowsers();
            }

            @Override
            public Checks checks(CheckOptions options) {
                throw new AssertionError("nothing is checked");
            }

            @Override
            public AgentStatus status() {
                return status;
            }

            @Override
            public AgentStatus.PastPoll update() {
                throw new AssertionError("nothing is updated");
            }
        };
    }
}
