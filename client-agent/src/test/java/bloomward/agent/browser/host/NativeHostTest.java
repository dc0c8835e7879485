package bloomward.agent.browser.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.host.ScriptedAgent.Client;
import bloomward.agent.door.Crowd;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
final class NativeHostTest {

    private static final String CONNECTED = "{\"v\":1,\"event\":\"agent\",\"state\":\"connected\"}";
    private static final String ENDED = "the agent has ended the connection";

    @TempDir
    private Path folder;
    private Path socket;

    @BeforeEach
    void nameTheSocket() {
        socket = folder.resolve("agent.sock");
    }

    private static String absentEvent(String message) {
        return "{\"v\":1,\"event\":\"agent\",\"state\":\"absent\",\"message\":\"" + message + "\"}";
    }

    private static String absent(String id, String message) {
        return "{\"v\":1,\"id\":" + id + ",\"error\":\"absent\",\"message\":\"" + message + "\"}";
    }

    @Test
    void relaysUnchangedInBothDirections() throws Exception {
        try (ScriptedAgent agent = new ScriptedAgent(socket); Browser browser = new Browser(socket)) {
            assertThat(browser.next()).isEqualTo(CONNECTED);
            try (Client client = agent.client()) {
                String request = "{ \"op\":\"check\",\"id\":1, \"url\":\"http://ü.example/\\n\"}";
                browser.send(request);
                assertThat(client.request()).isEqualTo(request);
                client.answer("{\"v\":1, \"id\":1,\"verdict\":\"cl");
                client.answer("ean\",\"x\":\"ü\"}\n{\"event\":\"status\"}\n");
                assertThat(browser.next()).isEqualTo("{\"v\":1, \"id\":1,\"verdict\":\"clean\",\"x\":\"ü\"}");
                assertThat(browser.next()).isEqualTo("{\"event\":\"status\"}");
            }
        }
    }

    @Test
    void relaysTheLongestLines() throws Exception {
        try (ScriptedAgent agent = new ScriptedAgent(socket); Browser browser = new Browser(socket)) {
            assertThat(browser.next()).isEqualTo(CONNECTED);
            String longest = "{\"url\":\"" + "x".repeat(Frames.MAX_LENGTH - 10) + "\"}";
            assertThat(longest).hasSize(Frames.MAX_LENGTH);
            try (Client client = agent.client()) {
                for (int round = 0; round < 3; round++) {
                    browser.send(longest);
                    assertThat(client.request()).isEqualTo(longest);
                    client.answer(longest + "\n");
                    assertThat(browser.next()).isEqualTo(longest);
                }
                client.answer(longest + "x\n");
                assertThat(browser.next())
                        .isEqualTo(absentEvent("the connection to the agent broke: a line of more than 1048576 bytes"));
            }
        }
    }

    @Test
    void saysThatThereIsNoAgent() throws Exception {
        try (Browser browser = new Browser(socket)) {
            String why = "no agent answers on " + socket;
            assertThat(browser.next()).isEqualTo(absentEvent(why));
            assertThat(browser.ask("{\"op\":\"status\",\"id\":\"a\\\"b\"}")).isEqualTo(absent("\"a\\\"b\"", why));
            assertThat(browser.ask("{\"op\":\"status\"}"))
                    .isEqualTo("{\"v\":1,\"error\":\"absent\",\"message\":\"" + why + "\"}");
        }
    }

    @Test
    void asksTheNextAgentIfThePreferredOneIsAbsent() throws Exception {
        Path other = folder.resolve("machine.sock");
        try (ScriptedAgent agent = new ScriptedAgent(other); Browser browser = new Browser(socket, other)) {
            assertThat(browser.next()).isEqualTo(CONNECTED);
            try (Client client = agent.client()) {
                browser.send("{\"op\":\"status\"}");
                assertThat(client.request()).isEqualTo("{\"op\":\"status\"}");
            }
        }
    }

    @Test
    void findsAnAgentThatStartsLaterAtTheNextRequest() throws Exception {
        try (Browser browser = new Browser(socket)) {
            assertThat(browser.next()).contains("absent");
            try (ScriptedAgent agent = new ScriptedAgent(socket)) {
                browser.send("{\"id\":1}");
                assertThat(browser.next()).isEqualTo(CONNECTED);
                try (Client client = agent.client()) {
                    assertThat(client.request()).isEqualTo("{\"id\":1}");
                }
            }
        }
    }

    @Test
    void findsAnAgentThatStartsLaterByItself() throws Exception {
        long began = System.nanoTime();
        try (Browser browser = new Browser(socket)) {
            assertThat(browser.next()).contains("absent");
            try (ScriptedAgent _ = new ScriptedAgent(socket)) {
                assertThat(browser.next()).isEqualTo(CONNECTED);
                assertThat(Duration.ofNanos(System.nanoTime() - began)).as("it does not look all the time")
                        .isGreaterThan(Duration.ofSeconds(1));
            }
        }
    }

    @Test
    void waitsWithOthersForABusyAgent() throws Exception {
        try (Crowd crowd = Crowd.in(folder); Browser browser = new Browser(crowd.path())) {
            crowd.awaitOneMore();
            try (SocketChannel other = crowd.accept()) {
                assertThat(other.isConnected()).isTrue();
                String said = browser.next();
                while (!said.equals(CONNECTED)) { // on a slow machine the first wait may be over
                    said = browser.next();
                }
            }
        }
    }

    @Test
    void asksTheNextAgentBeforeItWaitsForABusyOne() throws Exception {
        try (Crowd crowd = Crowd.in(folder);
                ScriptedAgent agent = new ScriptedAgent(socket);
                Browser browser = new Browser(crowd.path(), socket)) {
            assertThat(browser.next()).isEqualTo(CONNECTED);
            agent.client().close();
            assertThat(crowd.isOneMoreThere()).isFalse();
        }
    }

    @Test
    void answersWhileABusyAgentAcceptsNobody() throws Exception {
        try (Crowd crowd = Crowd.in(folder); Browser browser = new Browser(crowd.path())) {
            String message = "no agent answers on " + crowd.path();
            assertThat(browser.next()).isEqualTo(absentEvent(message));
            for (int id = 0; id < 200; id++) { // each of which would wait for a second
                assertThat(browser.ask("{\"op\":\"check\",\"id\":" + id + "}")).isEqualTo(absent("" + id, message));
            }
        }
    }

    @Test
    void answersWhatWasUnderWayWhenTheAgentWent() throws Exception {
        try (Browser browser = new Browser(socket)) {
            assertThat(browser.next()).contains("absent");
            ScriptedAgent agent = new ScriptedAgent(socket);
            browser.send("{\"op\":\"check\",\"id\":1,\"url\":\"a\"}");
            browser.send("{\"op\":\"check\",\"id\":\"two\",\"urls\":[\"a\",\"b\"]}");
            browser.send("{\"op\":\"subscribe\",\"id\":3}");
            browser.send("{\"op\":\"check\",\"id\":4,\"urls\":[\"a\",\"b\"]}");
            browser.send("{\"op\":\"status\"}");
            browser.send("{\"op\":\"status\",\"id\":5}");
            assertThat(browser.next()).isEqualTo(CONNECTED);
            try (Client client = agent.client()) {
                for (int i = 0; i < 6; i++) {
                    client.request();
                }
                client.answer(
                        "{\"id\":1}\n{\"id\":\"two\"}\n{\"id\":\"two\"}\n{\"event\":\"status\",\"id\":3}\n{\"id\":4}\n");
                for (int i = 0; i < 5; i++) {
                    browser.next();
                }
                agent.kill();
            }
            assertThat(browser.next()).isEqualTo(absent("4", ENDED));
            assertThat(browser.next()).isEqualTo(absent("5", ENDED));
            assertThat(browser.next()).isEqualTo(absentEvent(ENDED));
            assertThat(browser.ask("{\"id\":6}")).isEqualTo(absent("6", "no agent answers on " + socket));
            Files.delete(socket);
            try (ScriptedAgent again = new ScriptedAgent(socket)) {
                browser.send("{\"id\":7}");
                assertThat(browser.next()).isEqualTo(CONNECTED);
                try (Client client = again.client()) {
                    assertThat(client.request()).isEqualTo("{\"id\":7}");
                }
            }
        }
    }

    @Test
    void anErrorEndsAnAnswerOfManyLines() throws Exception {
        try (ScriptedAgent agent = new ScriptedAgent(socket); Browser browser = new Browser(socket)) {
            assertThat(browser.next()).isEqualTo(CONNECTED);
            browser.send("{\"op\":\"check\",\"id\":1,\"urls\":[\"a\",\"b\",\"c\"]}");
            browser.send("{\"op\":\"subscribe\",\"id\":2}");
            browser.send("{\"op\":\"status\",\"id\":3}");
            try (Client client = agent.client()) {
                for (int i = 0; i < 3; i++) {
                    client.request();
                }
                client.answer("{\"id\":1}\n{\"id\":1,\"error\":\"failed\"}\n{\"id\":2,\"error\":\"request\"}\n");
                for (int i = 0; i < 3; i++) {
                    browser.next();
                }
            }
            assertThat(browser.next()).isEqualTo(absent("3", ENDED));
            assertThat(browser.next()).isEqualTo(absentEvent(ENDED));
        }
    }

    @Test
    void refusesAFrameThatIsNotOneLine() throws Exception {
        try (ScriptedAgent agent = new ScriptedAgent(socket); Browser browser = new Browser(socket)) {
            assertThat(browser.next()).isEqualTo(CONNECTED);
            for (String frame : new String[] {"", "\r", "\n", "{\"id\":1}\n{\"op\":\"update\"}"}) {
                assertThat(browser.ask(frame)).contains("\"error\":\"malformed\"");
            }
            browser.send("{\"id\":2}");
            try (Client client = agent.client()) {
                assertThat(client.request()).isEqualTo("{\"id\":2}");
            }
        }
    }

    /// An agent that takes nothing more, and answers nothing, while its socket is open.
    @Test
    void doesNotWaitForASilentAgentWhenTheBrowserGoes() throws Exception {
        try (ScriptedAgent agent = new ScriptedAgent(socket)) {
            Browser browser = new Browser(socket);
            assertThat(browser.next()).isEqualTo(CONNECTED);
            try (Client _ = agent.client()) {
                browser.send("{\"id\":1,\"x\":\"" + "x".repeat(Frames.MAX_LENGTH - 20) + "\"}");
                browser.send("{\"id\":2}");
                browser.close();
                assertThat(browser.end.get()).isEmpty();
            }
        }
    }

    @Test
    void refusesMoreRequestsThanASilentAgentCanHaveWaiting() throws Exception {
        try (ScriptedAgent agent = new ScriptedAgent(socket); Browser browser = new Browser(socket)) {
            assertThat(browser.next()).isEqualTo(CONNECTED);
            try (Client client = agent.client()) {
                for (int i = 0; i < Pending.MAX; i++) {
                    browser.send("{\"id\":" + i + "}");
                    assertThat(client.request()).isNotEmpty();
                }
                assertThat(browser.ask("{\"id\":-1}")).isEqualTo(absent("-1", "the agent does not answer"));
                client.answer("{\"id\":0}\n");
                assertThat(browser.next()).isEqualTo("{\"id\":0}");
                browser.send("{\"id\":-2}");
                assertThat(client.request()).isEqualTo("{\"id\":-2}");
            }
        }
    }

    @Test
    void endsWithoutAWordWhenTheInputEnds() throws Exception {
        Browser browser = new Browser(socket);
        assertThat(browser.next()).contains("absent");
        browser.close();
        assertThat(browser.end.get()).isEqualTo(Optional.empty());
    }

    @Test
    void endsWithAReasonWhereAFrameIsCut() throws Exception {
        byte[] frame = {17, 0, 0, 0, '{'};
        for (int length = 1; length <= frame.length; length++) {
            Browser browser = new Browser(socket);
            assertThat(browser.next()).contains("absent");
            browser.input.write(frame, 0, length);
            browser.close();
            assertThat(browser.end.get().orElseThrow()).startsWith("the input ends after");
        }
    }

    @Test
    void endsWithAReasonAtGarbage() throws Exception {
        Browser browser = new Browser(socket);
        assertThat(browser.next()).contains("absent");
        browser.input.write("{\"op\":\"status\"}\n".getBytes(UTF_8));
        assertThat(browser.end.get()).contains("a frame of 1886331515 bytes; at most 1048576 are possible");
    }
}
