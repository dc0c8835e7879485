package bloomward.agent.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Cli;
import bloomward.agent.config.AgentSetting;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.publisher.SharedPublisher;
import bloomward.agent.service.Agent;
import bloomward.agent.service.Agents;
import bloomward.agent.socket.SocketClient;
import bloomward.format.testing.SetClock;
import bloomward.program.testing.Run;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(SharedPublisher.class)
@Timeout(60)
final class ReportCommandTest {

    private static final String URL = "http://evil.example/login";

    @TempDir
    private Path folder;
    private final SetClock clock = new SetClock();
    private final Publisher publisher;

    ReportCommandTest(Publisher publisher) {
        this.publisher = publisher;
    }

    private Agent agent(Agents agents) throws Exception {
        Agent agent = agents.at(publisher).start();
        try (SocketClient client = Agents.connect(agent)) {
            client.update();
        }
        return agent;
    }

    private Run.Setting setting() {
        return new Run.Setting().with("BLOOMWARD_DATA_DIR", folder.resolve("store").toString())
                .with("BLOOMWARD_SOCKET", folder.resolve("run/agent.sock").toString())
                .with("HOME", folder.toString());
    }

    private Run run(String... args) {
        return setting().run(Cli::run, args);
    }

    @Test
    void showsWhatIsSentAndSendsItIfThePersonWants() throws Exception {
        Agents agents = new Agents(folder, clock);
        try (Agent _ = agent(agents)) {
            Run refused = setting().answering("n").run(Cli::run, "report", URL, "--comment", "our shop");
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.out()).contains("wrong", URL, "our shop", "listed", "phishing", "evil.example/");
            assertThat(refused.err()).contains("Nothing was sent.");
            assertThat(run("report", "list").out()).contains("none");
            Run sent = setting().answering("y").run(Cli::run, "report", URL, "--comment", "our shop");
            assertThat(sent.exitCode()).isZero();
            assertThat(sent.out()).containsPattern("number +[0-9a-f]{32}").containsPattern("state +waiting");
            assertThat(run("report", "list").out()).startsWith("reports\n")
                    .containsPattern("[0-9a-f]{32}")
                    .contains("wrong");
        }
        assertThat(agents.log()).doesNotContain("/login", "our shop");
    }

    @Test
    void sendsWithoutAskingOnlyIfToldSo() throws Exception {
        try (Agent _ = agent(new Agents(folder, clock))) {
            Run nobody = run("report", URL);
            assertThat(nobody.exitCode()).isEqualTo(2);
            assertThat(nobody.err()).contains("nobody can be asked here; add --yes, or --preview");
            Run preview = run("report", "http://good.example/", "--missed", "--preview", "-o", "json");
            assertThat(preview.out()).isEqualTo("{\"report\":{\"kind\":\"missed\",\"url\":\"http://good.example/\","
                    + "\"comment\":\"\",\"verdict\":\"clean\"}}\n");
            assertThat(run("report", "list", "-o", "json").out()).isEqualTo("{\"reports\":[]}\n");
            Run sent = run("report", URL, "--yes", "-o", "json");
            assertThat(sent.exitCode()).isZero();
            assertThat(sent.out()).matches(Pattern.compile("\\{\"report\":\\{\"kind\":\"wrong\",.*},"
                    + "\"number\":\"[0-9a-f]{32}\",\"state\":\"waiting\"}\\n"));
            assertThat(run("agent", "status").out()).containsPattern("reports +1");
        }
    }

    @Test
    void refusesWhatCannotBeReported() throws Exception {
        try (Agent _ = agent(new Agents(folder, clock))) {
            assertThat(run("report", "mailto:a@b.example", "--preview").err()).contains("url: scheme is not http");
            assertThat(run("report", URL, "--preview", "--comment", "x".repeat(1001)).err()).contains("comment: ");
        }
    }

    @Test
    void obeysTheSetting() throws Exception {
        try (Agent _ = agent(new Agents(folder, clock).with(AgentSetting.BROWSER_REPORTS, "off"))) {
            Run run = run("report", URL, "--preview");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).isEqualTo("bloomward report: browser-reports is off\n");
        }
    }

    @Test
    void needsAnAgentThatRuns() {
        Run run = run("report", "list");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("no agent is running");
    }
}
