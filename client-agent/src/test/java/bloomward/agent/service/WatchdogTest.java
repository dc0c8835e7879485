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
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class WatchdogTest {

    private static final Duration OFTEN = Duration.ofMillis(1);
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

    private SocketServer serve(LocalApi api) throws Exception {
        return SocketServer.listen(folder.resolve("own/s"), Access.OWNER, api, HeardFaults.telling(_ -> {}));
    }

    @Test
    void noticesThatNothingIsAnswered() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        LocalApi stuck = new StatusApi() {
            @Override
            public AgentStatus status() {
                try {
                    never.await();
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
                throw new IllegalStateException("at the end of the test");
            }
        };
        try (SocketServer server = serve(stuck)) {
            new Watchdog(server.socket(), OFTEN, OFTEN, MISSES).start(deaf::complete);
            assertThat(deaf.get()).hasMessage("deaf");
            never.countDown();
        }
    }

    @Test
    void noticesThatNobodyListens() throws Exception {
        new Watchdog(folder.resolve("none"), OFTEN, OFTEN, MISSES).start(deaf::complete);
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
            Thread watching = new Watchdog(server.socket(), OFTEN, Duration.ofMinutes(1), MISSES).start(deaf::complete);
            often.await();
            assertThat(deaf).isNotDone();
            watching.interrupt();
            watching.join();
        }
    }
}
