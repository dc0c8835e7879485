package bloomward.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.BrowserPolicy;
import bloomward.agent.browser.Rung;
import bloomward.agent.report.ReportKind;
import bloomward.agent.socket.message.ReportAnswer;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The requests that only browsers make.
@Timeout(60)
final class BrowserRequestsTest {

    private static final String HELLO = "{\"op\":\"hello\",\"id\":1,\"browser\":\"Firefox 153.7\","
            + "\"extension\":\"0.1.0\",\"rung\":\"full\"}";

    @TempDir
    private Path folder;

    private final FakeAgent agent = new FakeAgent();
    private SocketServer server;
    private RawClient client;

    @BeforeEach
    void start() throws Exception {
        server = SocketServer.listen(folder.resolve("own/agent.sock"), Access.OWNER, agent, HeardFaults.telling(e -> {
            throw e;
        }));
        client = new RawClient(server.socket());
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.close();
    }

    @Test
    void aBrowserLearnsTheRules() throws Exception {
        assertThat(client.ask(HELLO))
                .startsWith("{\"v\":1,\"id\":1,\"policy\":{\"proceedSeconds\":600,"
                        + "\"unknown\":\"pass\",\"subresources\":false,\"publisher\":\"CERT\","
                        + "\"contact\":\"cert@lists.example\",\"language\":\"browser\",\"reports\":true},"
                        + "\"tests\":{\"listed\":\"http://evil.example/\",\"clean\":\"http://a.example/\"},"
                        + "\"status\":{\"state\":\"damaged\"")
                .contains("\"browsers\":[{\"browser\":\"Firefox 153.7\",\"extension\":\"0.1.0\",\"rung\":\"full\","
                        + "\"since\":\"")
                .endsWith("}]}}");
    }

    @Test
    void aStatusNamesTheBrowsersThatAreConnected() throws Exception {
        try (SocketClient asking = SocketClient.connect(server.socket()).orElseThrow()) {
            assertThat(asking.status().browsers()).isEmpty();
            client.ask(HELLO);
            client.ask(HELLO.replace("full", "late"));
            assertThat(asking.status().browsers()).hasSize(1).first().satisfies(browser -> {
                assertThat(browser.browser()).isEqualTo("Firefox 153.7");
                assertThat(browser.extension()).isEqualTo("0.1.0");
                assertThat(browser.rung()).isEqualTo(Rung.LATE);
            });
            client.close();
            while (!asking.status().browsers().isEmpty()) {
                Thread.onSpinWait(); // until the agent notices
            }
        }
    }

    @Test
    void aStatusNamesAFewBrowsers() throws Exception {
        RawClient[] many = new RawClient[20];
        for (int i = 0; i < many.length; i++) {
            many[i] = new RawClient(server.socket());
            many[i].ask(HELLO);
        }
        try (SocketClient asking = SocketClient.connect(server.socket()).orElseThrow()) {
            assertThat(asking.status().browsers()).hasSize(16);
        }
        for (RawClient one : many) {
            one.close();
        }
    }

    @Test
    void aPersonMayProceedForATime() throws Exception {
        String request = "{\"op\":\"except\",\"id\":2,\"list\":\"phishing\",\"expression\":\"evil.example/\"}";
        assertThat(client.ask(request)).isEqualTo("{\"v\":1,\"id\":2,\"list\":\"phishing\","
                + "\"expression\":\"evil.example/\",\"until\":\"2026-11-01T00:10:00Z\",\"seconds\":600}");
        agent.policy = new BrowserPolicy(Optional.empty(), BrowserPolicy.Unknown.BLOCK, false, "", "", "en", false);
        assertThat(client.ask(request))
                .isEqualTo("{\"v\":1,\"id\":2,\"error\":\"policy\",\"message\":\"browser-proceed is off\"}");
    }

    private static final String REPORT = "{\"op\":\"report\",\"id\":3,\"kind\":\"wrong\",\"url\":\"http://evil.example/x\","
            + "\"comment\":\"our own site\"";
    private static final String CONTENT = "{\"v\":1,\"id\":3,\"report\":{\"kind\":\"wrong\","
            + "\"url\":\"http://evil.example/x\",\"comment\":\"our own site\",\"verdict\":\"listed\","
            + "\"list\":\"phishing\",\"expression\":\"evil.example/\",\"version\":12}";

    @Test
    void aPersonSeesAReportBeforeItIsSent() throws Exception {
        assertThat(client.ask(REPORT + ",\"preview\":true}")).isEqualTo(CONTENT + "}");
        assertThat(client.ask("{\"op\":\"reports\",\"id\":4}")).isEqualTo("{\"v\":1,\"id\":4,\"reports\":[]}");
        String number = "000000000000000100000000000000ab";
        assertThat(client.ask(REPORT + "}"))
                .isEqualTo(CONTENT + ",\"number\":\"" + number + "\",\"state\":\"waiting\"}");
        assertThat(client.ask("{\"op\":\"reports\"}")).isEqualTo("{\"v\":1,\"reports\":[{\"number\":\"" + number
                + "\",\"kind\":\"wrong\",\"at\":\"2026-11-01T00:00:00Z\",\"state\":\"waiting\"}]}");
    }

    @Test
    void theClientReadsWhatTheAgentWrites() throws Exception {
        try (SocketClient asking = SocketClient.connect(server.socket()).orElseThrow()) {
            ReportAnswer preview = asking.report(ReportKind.MISSED, "http://a.example/", "x", true);
            assertThat(preview.filed()).isEmpty();
            ReportAnswer sent = asking.report(ReportKind.MISSED, "http://a.example/", "x", false);
            assertThat(sent.report()).isEqualTo(preview.report())
                    .isEqualTo(agent.report(ReportKind.MISSED, "http://a.example/", "x"));
            assertThat(asking.reports()).isEqualTo(agent.reports).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"op\":\"hello\"}                                                      | browser: missing",
        "{\"op\":\"hello\",\"browser\":\"F\",\"extension\":\"1\"}                | rung: missing",
        "{\"op\":\"hello\",\"browser\":\"F\",\"extension\":\"1\",\"rung\":\"top\"} | rung: 'top' is not known here",
        "{\"op\":\"hello\",\"browser\":\"\",\"extension\":\"1\",\"rung\":\"full\"} | browser: 0 characters",
        "{\"op\":\"hello\",\"browser\":\"F\\u202e\",\"extension\":\"1\",\"rung\":\"full\"} | browser: has a character that",
        "{\"op\":\"hello\",\"browser\":\"F\",\"extension\":\"1\",\"rung\":\"full\",\"url\":\"a\"} | 'url': no field",
        "{\"op\":\"report\",\"url\":\"a\"}                             | kind: missing",
        "{\"op\":\"report\",\"url\":\"a\",\"kind\":\"bad\"}              | kind: 'bad' is not known here",
        "{\"op\":\"report\",\"kind\":\"wrong\"}                          | url: missing",
        "{\"op\":\"report\",\"kind\":\"wrong\",\"url\":\"a\",\"user\":\"b\"} | 'user': no field",
        "{\"op\":\"reports\",\"url\":\"a\"}                            | 'url': no field",
        "{\"op\":\"except\",\"list\":\"phishing\"}                             | expression: missing",
        "{\"op\":\"except\",\"list\":\"Phishing\",\"expression\":\"a.example/\"} | list: 'Phishing' is no name",
        "{\"op\":\"except\",\"list\":\"phishing\",\"expression\":\"\"}         | expression: '' is not known here"})
    void aRequestThatIsNotRightIsRefused(String line, String message) throws Exception {
        assertThat(client.ask(line)).contains("\"error\":\"request\"", message);
    }

    @Test
    void aLongNameIsRefused() throws Exception {
        assertThat(client.ask(HELLO.replace("Firefox 153.7", "x".repeat(101)))).contains("browser: 101 characters");
        assertThat(client.ask(HELLO.replace("0.1.0", "1".repeat(31)))).contains("extension: 31 characters");
    }
}
