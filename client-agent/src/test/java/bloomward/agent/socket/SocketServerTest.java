package bloomward.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.socket.message.CheckOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Answers of the socket server to each kind of request.
final class SocketServerTest {

    private static final String CLEAN = "\"input\":\"a.example\",\"canonical\":\"http://a.example/\","
            + "\"verdict\":\"clean\",\"list\":null,\"version\":null,\"category\":null,\"expression\":null,"
            + "\"scope\":null,\"confirmed\":null,\"reason\":null,\"freshness\":\"fresh\",\"elapsedMicros\":7,"
            + "\"matches\":[]}";

    @TempDir
    private Path folder;

    private final FakeAgent agent = new FakeAgent();
    private final List<RuntimeException> failures = Collections.synchronizedList(new ArrayList<>());
    private SocketServer server;
    private RawClient client;

    @BeforeEach
    void start() throws Exception {
        server = SocketServer.listen(folder.resolve("own/agent.sock"), Access.OWNER, agent,
                HeardFaults.telling(failures::add));
        client = new RawClient(server.socket());
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.close();
    }

    @Test
    void checksOneUrl() throws Exception {
        assertThat(client.ask("{\"op\":\"check\",\"url\":\"a.example\"}")).isEqualTo("{\"v\":1," + CLEAN);
    }

    @Test
    void saysWhereAUrlIsListed() throws Exception {
        assertThat(client.ask("{\"op\":\"check\",\"url\":\"evil\"}")).isEqualTo("{\"v\":1,\"input\":\"evil\","
                + "\"canonical\":\"http://evil/\",\"verdict\":\"listed\",\"list\":\"phishing\",\"version\":3,"
                + "\"category\":\"phishing\",\"expression\":\"evil.example/\",\"scope\":\"host\",\"confirmed\":true,"
                + "\"reason\":null,\"freshness\":\"fresh\",\"elapsedMicros\":7,\"matches\":[{\"list\":\"phishing\","
                + "\"version\":3,\"category\":null,\"expression\":\" evil/\",\"scope\":\"exact\","
                + "\"confirmed\":false}]}");
    }

    @Test
    void saysWhatIsAllowedAndWhatIsUnknown() throws Exception {
        assertThat(client.ask("{\"op\":\"check\",\"url\":\"allowed\"}")).contains("\"verdict\":\"allowed\"",
                "\"expression\":\"allowed.example/\"", "\"list\":null");
        assertThat(client.ask("{\"op\":\"check\",\"url\":\"\"}")).contains("\"verdict\":\"unknown\"",
                "\"reason\":\"unjudgeable: no host: it is empty\"");
    }

    @Test
    void answersManyUrlsWithALineEach() throws Exception {
        String first = client.ask("{\"op\":\"check\",\"id\":5,\"urls\":[\"a.example\",\"evil\"],\"offline\":true,"
                + "\"lists\":[\"phishing\"]}");
        assertThat(first).isEqualTo("{\"v\":1,\"id\":5," + CLEAN);
        assertThat(client.next()).startsWith("{\"v\":1,\"id\":5,\"input\":\"evil\"");
        assertThat(agent.lastOptions).isEqualTo(new CheckOptions(true, List.of("phishing")));
    }

    @Test
    void givesTheIdBack() throws Exception {
        assertThat(client.ask("{\"op\":\"check\",\"url\":\"a.example\",\"id\":\"\\u00fc\\\"x\"}"))
                .startsWith("{\"v\":1,\"id\":\"ü\\\"x\",\"input\"");
        assertThat(client.ask("{\"id\":-3,\"op\":\"jump\"}")).startsWith("{\"v\":1,\"id\":-3,\"error\":\"op\"");
    }

    @Test
    void answersManyRequestsThatCameAtOnceInTheirOrder() throws Exception {
        client.send("{\"op\":\"check\",\"url\":\"a\"}\r\n\n{\"op\":\"status\"}\n{\"op\":\"update\"}\n");
        assertThat(client.next()).contains("\"input\":\"a\"");
        assertThat(client.next()).contains("\"state\":\"damaged\"", "\"sequence\":1");
        assertThat(client.next()).contains("\"outcome\":\"updated\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            value = {"x                                          | malformed | column 1: Unrecognized token",
                "{\"op\":\"check\"                          | malformed | column 14: Unexpected end-of-input",
                "[]                                         | malformed | no JSON object",
                "{\"op\":\"status\"}{}                      | malformed | more than one JSON object",
                "{\"op\":\"status\",\"op\":\"update\"}      | malformed | Duplicate field 'op'",
                "{\"op\":\"check\",\"url\":\"\\ud800\"}     | malformed | half a surrogate pair",
                "{\"op\":\"check\",\"url\":1.5}             | malformed | column 21: 1.5 is nothing that is used here",
                "{\"id\":123456789012345678901}             | malformed | column 7: a number beyond 64 bits",
                "{\"a\":[[[[[[[[1]]]]]]]]}                  | malformed | nesting depth (9)",
                "{}                                         | request   | op: missing",
                "{\"op\":7}                                 | request   | op: expected a string",
                "{\"op\":\"jump\"}                          | op        | op: 'jump'`, known:",
                "{\"v\":2,\"op\":\"status\"}                | version   | v: 2`, this agent speaks 1",
                "{\"op\":\"status\",\"url\":\"a\"}          | request   | 'url': no field of this request",
                "{\"op\":\"check\",\"url\":\"a\",\"safe\":true} | request | 'safe': no field of this request",
                "{\"op\":\"check\"}                         | request   | urls: 0`, possible: 1 to 1000",
                "{\"op\":\"check\",\"urls\":[\"a\",null]}   | malformed | null in an array",
                "{\"op\":\"check\",\"urls\":[\"a\",1]}      | request   | urls: expected an array of strings",
                "{\"op\":\"check\",\"url\":\"a\",\"urls\":[]} | request | url and urls: one of them",
                "{\"op\":\"check\",\"url\":\"a\",\"offline\":1} | request | offline: expected true or false",
                "{\"op\":\"check\",\"url\":\"a\",\"lists\":[\"none\"]} | request | 'none' is not used by this agent",
                "{\"id\":true,\"op\":\"status\"}            | request   | id: expected a string"})
    void refusesWhatItCannotAnswerAndGoesOn(String line, String code, String message) throws Exception {
        assertThat(client.ask(line)).startsWith("{\"v\":1,\"")
                .contains("\"error\":\"" + code + "\"", message.replace("`", ""));
        assertThat(client.ask("{\"op\":\"check\",\"url\":\"a.example\"}")).isEqualTo("{\"v\":1," + CLEAN);
    }

    @Test
    void refusesMoreThanAThousandUrls() throws Exception {
        String urls = "\"a\",".repeat(1000) + "\"a\"";
        assertThat(client.ask("{\"op\":\"check\",\"urls\":[" + urls + "]}")).contains("urls: 1001");
    }

    @Test
    void refusesALongId() throws Exception {
        assertThat(client.ask("{\"op\":\"status\",\"id\":\"" + "x".repeat(257) + "\"}")).contains("id: 257 characters");
    }

    @Test
    void survivesAFaultOfItsOwn() throws Exception {
        assertThat(client.ask("{\"op\":\"check\",\"id\":1,\"urls\":[\"a\",\"bug\"]}")).contains("\"clean\"");
        assertThat(client.next()).startsWith("{\"v\":1,\"id\":1,\"error\":\"failed\"");
        assertThat(failures).hasSize(1);
        assertThat(client.ask("{\"op\":\"check\",\"url\":\"a.example\"}")).isEqualTo("{\"v\":1," + CLEAN);
    }

    @Test
    void anErrorIsNoFaultOfOneRequest() throws Exception {
        CompletableFuture<Throwable> inLoop = new CompletableFuture<>();
        Faults faults = new Faults() {

            @Override
            public void inRequest(RuntimeException e) {
                failures.add(e);
            }

            @Override
            public void inLoop(Throwable e) {
                inLoop.complete(e);
            }
        };
        try (SocketServer other = SocketServer.listen(folder.resolve("own/other.sock"), Access.OWNER, agent, faults);
                RawClient asking = new RawClient(other.socket())) {
            assertThat(asking.ask("{\"op\":\"check\",\"url\":\"error\"}")).isEqualTo("closed");
            assertThat(inLoop.get()).isInstanceOf(OutOfMemoryError.class);
            assertThat(failures).isEmpty();
        }
    }

    @Test
    void tellsNewsAtOnceAndAfterEachChange() throws Exception {
        assertThat(client.ask("{\"op\":\"subscribe\",\"id\":9}"))
                .startsWith("{\"v\":1,\"id\":9,\"event\":\"status\",\"state\":\"damaged\"")
                .contains("\"sequence\":1,");
        agent.sequence.set(2);
        server.tellNews();
        assertThat(client.next()).startsWith("{\"v\":1,\"id\":9,\"event\":\"status\"").contains("\"sequence\":2,");
        assertThat(client.ask("{\"op\":\"check\",\"url\":\"a.example\"}")).isEqualTo("{\"v\":1," + CLEAN);
        assertThat(client.ask("{\"op\":\"subscribe\"}")).contains("subscribed already");
    }
}
