package bloomward.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Programs that are broken, or mean it: whatever they do, others are answered.
@Timeout(60)
final class HostileClientTest {

    private static final String QUESTION = "{\"op\":\"check\",\"url\":\"evil\"}";

    @TempDir
    private Path folder;

    private final List<RawClient> clients = new ArrayList<>();
    private SocketServer server;

    @BeforeEach
    void start() throws Exception {
        server = SocketServer.listen(folder.resolve("own/agent.sock"), Access.OWNER, new FakeAgent(),
                HeardFaults.telling(e -> {
                    throw new AssertionError(e);
                }));
    }

    @AfterEach
    void stop() throws Exception {
        for (RawClient client : clients) {
            client.close();
        }
        server.close();
    }

    private RawClient connect() throws Exception {
        RawClient client = new RawClient(server.socket());
        clients.add(client);
        return client;
    }

    private void othersAreAnswered() throws Exception {
        assertThat(connect().ask(QUESTION)).contains("\"listed\"");
    }

    @Test
    void aLineThatNeverEndsIsCutOff() throws Exception {
        RawClient client = connect();
        client.send("x".repeat(LineReader.MAX_LENGTH + 1));
        assertThat(client.next()).contains("\"error\":\"too_long\"", "at most 1048576 bytes");
        assertThat(client.next()).isEqualTo("closed");
        othersAreAnswered();
    }

    @Test
    void theLongestLineIsAnswered() throws Exception {
        String urls = "\"evil" + "x".repeat(1000) + "\",";
        String line = "{\"op\":\"check\",\"urls\":[" + urls.repeat(999) + "\"a\"]}";
        RawClient client = connect();
        client.send(line + " ".repeat(LineReader.MAX_LENGTH - line.length()) + "\n");
        for (int i = 0; i < 999; i++) {
            assertThat(client.next()).contains("\"listed\"");
        }
        assertThat(client.next()).contains("\"clean\"");
        assertThat(client.ask(QUESTION)).contains("\"listed\"");
    }

    /// A value of two bytes takes a hundred and more once it is read.
    @Test
    void aLineOfVeryManyValuesIsRefused() throws Exception {
        RawClient client = connect();
        for (String value : List.of("{}", "[]", "1", "\"\"", "{\"a\":{}}")) {
            String line = "{\"op\":\"check\",\"urls\":[" + (value + ",").repeat(100_000) + value + "]}";
            assertThat(client.ask(line)).contains("\"error\":\"request\"", "at most 4096 values");
        }
        assertThat(client.ask(QUESTION)).contains("\"listed\"");
    }

    @Test
    void halfALineAndSilenceHoldsNobodyUp() throws Exception {
        for (int i = 0; i < 20; i++) {
            connect().send("{\"op\":\"check\",\"url\":\"");
        }
        othersAreAnswered();
    }

    @Test
    void longLinesThatAreNotFinishedMakeRoomForOthers() throws Exception {
        for (int i = 0; i < 3; i++) {
            connect().send("x".repeat(100_000));
        }
        RawClient client = connect();
        String line = "{\"op\":\"check\",\"url\":\"evil" + "x".repeat(100_000) + "\"}";
        assertThat(client.ask(line)).contains("\"listed\"");
        assertThat(client.ask(line)).contains("\"listed\"");
    }

    @Test
    void binaryIsRefusedLineByLine() throws Exception {
        Random random = new Random(1);
        RawClient client = connect();
        for (int i = 0; i < 200; i++) {
            StringBuilder noise = new StringBuilder("\u0000\u00ff");
            random.ints(100, 0, 256).filter(c -> c != '\n' && c != '\r').forEach(c -> noise.append((char) c));
            client.sendRaw(noise + "\n");
            assertThat(client.next()).contains("\"error\":\"malformed\"");
        }
        client.sendRaw("{\"op\":\"check\",\"url\":\"\u00ff\"}\n");
        assertThat(client.next()).contains("not UTF-8");
        assertThat(client.ask(QUESTION)).contains("\"listed\"");
    }

    @Test
    void whoComesAfterTheLastPlaceTakesThatOfTheOneWhoWasSilentForLongest() throws Exception {
        RawClient busy = connect();
        for (int i = 0; i < 300; i++) {
            RawClient idle = connect();
            assertThat(idle.ask("{\"op\":\"jump\"}")).contains("\"error\"");
            assertThat(busy.ask(QUESTION)).contains("\"listed\"");
        }
        assertThat(clients.get(1).next()).isEqualTo("closed");
        assertThat(clients.getLast().ask(QUESTION)).contains("\"listed\"");
    }

    @Test
    void oneThatDoesNotReadItsAnswersHoldsNobodyUp() throws Exception {
        RawClient client = connect();
        Thread flood = Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    client.send((QUESTION + "\n").repeat(100));
                }
            } catch (java.io.IOException _) {
                // closed at the end
            }
        });
        for (int i = 0; i < 50; i++) {
            othersAreAnswered();
        }
        client.close();
        flood.join();
    }

    @Test
    void oneThatSubscribesAndDoesNotReadIsDropped() throws Exception {
        RawClient deaf = connect();
        RawClient listening = connect();
        deaf.send("{\"op\":\"subscribe\"}\n");
        assertThat(listening.ask("{\"op\":\"subscribe\"}")).contains("\"event\"");
        int lines = 0;
        for (int i = 0; i < 2000; i++) {
            server.tellNews();
            assertThat(listening.next()).contains("\"event\"");
        }
        while (!deaf.next().equals("closed")) {
            lines++;
        }
        assertThat(lines).isLessThan(2000);
        othersAreAnswered();
    }
}
