package bloomward.agent.service;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.socket.Access;
import bloomward.agent.socket.BrowserApi;
import bloomward.agent.socket.HeardFaults;
import bloomward.agent.socket.LocalApi;
import bloomward.agent.socket.NoBrowsers;
import bloomward.agent.socket.SocketServer;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.RequestException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class WatchdogTest {

    private static final Duration OFTEN = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int MISSES = 3;

    @TempDir
    private Path folder;

    private final CompletableFuture<Throwable> deaf = new CompletableFuture<>();

    /// Answers nothing but the status.
    private abstract static class StatusApi implements LocalApi {

        @Override
        public BrowserApi browsers() {
            return new NoBrowsers();
        }

        @Override
        public Checks checks(CheckOptions options) throws RequestException {
            throw new UnsupportedOperationException();
        }

        @Override
        public AgentStatus.PastPoll update() {
            throw new UnsupportedOperationException();
        }
    }

    /// @param answering the work for an answer
    private record Life(LongSupplier taken, Runnable answering) implements Watchdog.Signs {

        @Override
        public long takenCount() {
            return taken.getAsLong();
        }

        @Override
        public void answer() {
            answering.run();
        }
    }

    private final List<SocketChannel> crowd = new ArrayList<>();

    @AfterEach
    void disperse() throws Exception {
        for (SocketChannel one : crowd) {
            one.close();
        }
    }

    /// A socket that nobody else can connect to, as more programs wait for it than may.
    private ServerSocketChannel crowded() throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(folder.resolve("crowded")), 1);
        try {
            boolean isIn = true;
            while (isIn) {
                SocketChannel one = SocketChannel.open(StandardProtocolFamily.UNIX);
                crowd.add(one);
                one.configureBlocking(false);
                isIn = one.connect(server.getLocalAddress());
            }
        } catch (SocketException _) {
            return server; // no more may wait
        }
        return server;
    }

    private Watchdog atCrowded(Duration patience, Life life) {
        return new Watchdog(folder.resolve("crowded"), life, OFTEN, patience, MISSES);
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private SocketServer serve(LocalApi api) throws Exception {
        return SocketServer.listen(folder.resolve("own/s"), Access.OWNER, api, HeardFaults.telling(_ -> {}));
    }

    @Test
    void noticesThatNothingIsAnswered() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        LocalApi stuck = new StatusApi() {
            @Override
            public AgentStatus status() {
                waitFor(never);
                throw new IllegalStateException("at the end of the test");
            }
        };
        try (SocketServer server = serve(stuck)) {
            Life life = new Life(server::takenCount, stuck::status);
            new Watchdog(server.socket(), life, OFTEN, OFTEN, MISSES).start(deaf::complete);
            assertThat(deaf.get()).hasMessage("deaf");
            never.countDown();
        }
    }

    @Test
    void noticesThatNobodyListens() throws Exception {
        new Watchdog(folder.resolve("none"), new Life(() -> 0, () -> {}), OFTEN, OFTEN, MISSES).start(deaf::complete);
        assertThat(deaf.get()).hasMessage("deaf");
    }

    @Test
    void takesAnErrorForAnAnswer() throws Exception {
        CountDownLatch often = new CountDownLatch(10 * MISSES);
        LocalApi failing = new StatusApi() {
            @Override
            public AgentStatus status() {
                often.countDown();
                throw new IllegalStateException("a fault");
            }
        };
        try (SocketServer server = serve(failing)) {
            Life life = new Life(() -> 0, failing::status);
            Thread watching = new Watchdog(server.socket(), life, OFTEN, LONG, MISSES).start(deaf::complete);
            often.await();
            assertThat(deaf).isNotDone();
            watching.interrupt();
            watching.join();
        }
    }

    /// Any user could end the agent of a machine otherwise, by connecting as fast as it accepts.
    @Test
    void aCrowdAtTheDoorIsNoDeafness() throws Exception {
        AtomicLong taken = new AtomicLong();
        CountDownLatch oftener = new CountDownLatch(MISSES + 1);
        try (ServerSocketChannel _ = crowded()) {
            Life life = new Life(taken::incrementAndGet, oftener::countDown);
            Thread watching = atCrowded(LONG, life).start(deaf::complete);
            oftener.await();
            assertThat(deaf).isNotDone();
            watching.interrupt();
            watching.join();
        }
    }

    @Test
    void noticesThatNobodyOfACrowdIsTakenIn() throws Exception {
        try (ServerSocketChannel _ = crowded()) {
            atCrowded(OFTEN, new Life(() -> 7, () -> {})).start(deaf::complete);
            assertThat(deaf.get()).hasMessage("deaf");
        }
    }

    @Test
    void noticesThatNothingCanBeAnsweredThoughACrowdIsTakenIn() throws Exception {
        AtomicLong taken = new AtomicLong();
        CountDownLatch never = new CountDownLatch(1);
        try (ServerSocketChannel _ = crowded()) {
            atCrowded(OFTEN, new Life(taken::incrementAndGet, () -> waitFor(never))).start(deaf::complete);
            assertThat(deaf.get()).hasMessage("deaf");
            never.countDown();
        }
    }
}
