package bloomward.agent.service;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.publisher.SharedPublisher;
import bloomward.agent.socket.Access;
import bloomward.agent.socket.BrowserApi;
import bloomward.agent.socket.HeardFaults;
import bloomward.agent.socket.LocalApi;
import bloomward.agent.socket.NoBrowsers;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.SocketServer;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.store.CurrentSet;
import bloomward.agent.store.Store;
import bloomward.format.testing.SetClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A question asked while sets are switched is answered by one of them, whole and mapped.
@ExtendWith(SharedPublisher.class)
@Timeout(60)
final class SwapTest {

    private static final int THREADS = 4;
    private static final int SWITCHES = 300;

    @TempDir
    private Path folder;

    private final SetClock clock = new SetClock();
    private final Publisher publisher;

    SwapTest(Publisher publisher) {
        this.publisher = publisher;
    }

    @Test
    void noAnswerIsWrongWhileSetsAreSwitched() throws Exception {
        install();
        Store store = Store.at(folder.resolve("store"));
        try (CurrentSet current = new CurrentSet(); ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            current.switchTo(store.open(List.of()).orElseThrow());
            Answering answering = new Answering(current, CheckPolicy.DEFAULT, Optional.empty(), clock, () -> {});
            try (SocketServer server = SocketServer.listen(folder.resolve("run/s"), Access.OWNER, api(answering),
                    HeardFaults.telling(e -> {
                        throw new AssertionError(e);
                    }))) {
                AtomicBoolean isOver = new AtomicBoolean();
                CountDownLatch begun = new CountDownLatch(THREADS);
                List<Future<?>> asking = IntStream.range(0, THREADS)
                        .<Future<?>>mapToObj(i -> threads.submit(() -> ask(server.socket(), begun, isOver,
                                i % 2 == 0 ? List.of() : List.of("phishing"))))
                        .toList();
                begun.await();
                for (int i = 0; i < SWITCHES; i++) {
                    current.switchTo(store.open(List.of()).orElseThrow());
                }
                isOver.set(true);
                for (Future<?> future : asking) {
                    future.get();
                }
            }
        }
    }

    private void install() throws Exception {
        try (Agent agent = new Agents(folder, clock).at(publisher).start();
                SocketClient client = Agents.connect(agent)) {
            assertThat(client.update().isGood()).isTrue();
        }
    }

    private static LocalApi api(Answering answering) {
        return new LocalApi() {

            @Override
            public BrowserApi browsers() {
                return new NoBrowsers();
            }

            @Override
            public Checks checks(CheckOptions options) throws RequestException {
                return answering.checks(options);
            }

            @Override
            public AgentStatus status() {
                throw new UnsupportedOperationException();
            }

            @Override
            public AgentStatus.PastPoll update() {
                throw new UnsupportedOperationException();
            }
        };
    }

    private static boolean ask(Path socket, CountDownLatch begun, AtomicBoolean isOver, List<String> lists)
            throws Exception {
        CheckOptions options = new CheckOptions(false, lists);
        List<String> urls = List.of("http://evil.example/a", "http://good.example/", "http://a.evil.example/?q");
        try (SocketClient client = SocketClient.connect(socket).orElseThrow()) {
            do {
                client.check(urls, options, answer -> assertThat(answer.verdict()).as(answer.input())
                        .isInstanceOf(answer.input().contains("evil") ? Listed.class : Clean.class));
                begun.countDown();
            } while (!isOver.get());
        }
        return true;
    }
}
