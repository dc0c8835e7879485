package bloomward.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.check.Verdict;
import bloomward.agent.door.Crowd;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.CheckAnswer;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.RequestException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SocketClientTest {

    @TempDir
    private Path folder;

    private final FakeAgent agent = new FakeAgent();
    private SocketServer server;
    private SocketClient client;

    @BeforeEach
    void start() throws Exception {
        server = SocketServer.listen(folder.resolve("own/agent.sock"), Access.OWNER, agent,
                HeardFaults.telling(_ -> {}));
        client = SocketClient.connect(server.socket()).orElseThrow();
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.close();
    }

    @Test
    void waitsForABusyAgent() throws Exception {
        try (Crowd crowd = Crowd.in(folder)) {
            CompletableFuture<Optional<SocketClient>> connecting = CompletableFuture
                    .supplyAsync(() -> SocketClient.connect(crowd.path()));
            crowd.awaitOneMore();
            try (SocketChannel first = crowd.accept()) {
                assertThat(first.isConnected()).isTrue();
                connecting.join().orElseThrow().close();
            }
        }
    }

    @Test
    void findsNobodyWhereNobodyIs() {
        assertThat(SocketClient.connect(folder.resolve("none"))).isEmpty();
        assertThat(SocketClient.isRunning(folder.resolve("none"))).isFalse();
        assertThat(SocketClient.isRunning(server.socket())).isTrue();
    }

    @Test
    void readsEveryVerdictAsItWasGiven() throws Exception {
        List<String> urls = List.of("evil", "allowed", "", "a.example", "\u00fc\ud83d\ude00\"\\\u0001");
        assertThat(check(urls)).isEqualTo(urls.stream().map(this::expected).toList());
    }

    @Test
    void readsTheStatusAsItWasGiven() throws Exception {
        assertThat(client.status()).isEqualTo(FakeAgent.status(1));
        assertThat(client.update())
                .isEqualTo(new AgentStatus.PastPoll(FakeAgent.NOW, AgentStatus.PastPoll.UPDATED, "sequence 2"));
    }

    @Test
    void checksMoreThanARequestHolds() throws Exception {
        List<String> urls = new ArrayList<>();
        for (int i = 0; i < 2345; i++) {
            urls.add((i % 7 == 0 ? "evil" : "a") + i + "\u0001".repeat(i % 100 == 0 ? 20_000 : 0));
        }
        urls.add(1234, "evil".repeat(30_000));
        List<CheckAnswer> answers = check(urls);
        assertThat(answers.stream().map(CheckAnswer::input)).isEqualTo(urls);
        assertThat(answers.get(1234).verdict()).isInstanceOf(Verdict.Unknown.class);
        assertThat(answers.stream().filter(a -> a.verdict() instanceof Verdict.Listed)).hasSize(2345 / 7);
    }

    @Test
    void hearsNews() throws Exception {
        assertThat(client.subscribe()).isEqualTo(FakeAgent.status(1));
        agent.sequence.set(5);
        server.tellNews();
        assertThat(client.nextNews(Duration.ofMinutes(1))).isEqualTo(FakeAgent.status(5));
    }

    @Test
    void doesNotWaitForEver() throws Exception {
        client.subscribe();
        assertThatThrownBy(() -> client.nextNews(Duration.ofMillis(1))).hasMessage("the agent does not answer");
    }

    @Test
    void saysWhatTheAgentRefused() {
        assertThatThrownBy(() -> client.check(List.of("a"), new CheckOptions(false, List.of("none")), _ -> {}))
                .isInstanceOfSatisfying(RequestException.class,
                        e -> assertThat(e.code()).isEqualTo(RequestException.Code.REQUEST))
                .hasMessageContaining("'none'");
    }

    @Test
    void noticesThatTheAgentEnded() throws Exception {
        server.close();
        assertThatThrownBy(() -> client.status()).isInstanceOf(java.io.IOException.class);
        assertThat(SocketClient.isRunning(server.socket())).isFalse();
    }

    @Test
    void noticesTheEndOfAnAgentThatWasJustTakingItIn() throws Exception {
        for (int i = 0; i < 500; i++) {
            SocketServer ending = SocketServer.listen(folder.resolve("own/" + i), Access.OWNER, agent,
                    HeardFaults.telling(_ -> {}));
            try (SocketClient late = SocketClient.connect(ending.socket()).orElseThrow()) {
                ending.close();
                assertThatThrownBy(late::status).as("round %d", i).isInstanceOf(java.io.IOException.class);
            }
        }
    }

    private List<CheckAnswer> check(List<String> urls) throws Exception {
        List<CheckAnswer> answers = new ArrayList<>();
        client.check(urls, CheckOptions.DEFAULT, answers::add);
        return answers;
    }

    private CheckAnswer expected(String url) {
        try {
            return agent.checks(CheckOptions.DEFAULT).check(url);
        } catch (RequestException e) {
            throw new AssertionError(e);
        }
    }
}
