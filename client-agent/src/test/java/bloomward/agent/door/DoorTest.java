package bloomward.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
final class DoorTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // before each test
    private Crowd crowd;

    @BeforeEach
    void fill() throws IOException {
        crowd = Crowd.in(folder);
    }

    @AfterEach
    void disperse() throws IOException {
        crowd.close();
    }

    @Test
    void anAgentThatIsTooBusyToAcceptIsThere() {
        assertThat(Door.isAttended(crowd.path())).isTrue();
        assertThat(Door.isAttended(folder.resolve("none"))).isFalse();
    }

    @Test
    void waitsForAPlace() throws Exception {
        CompletableFuture<Optional<SocketChannel>> entering = CompletableFuture
                .supplyAsync(() -> Door.enter(crowd.path(), LONG));
        crowd.awaitOneMore();
        assertThat(entering).isNotDone();
        try (SocketChannel first = crowd.accept(); SocketChannel entered = entering.join().orElseThrow()) {
            assertThat(first.isConnected()).isTrue();
            assertThat(entered.isBlocking()).isFalse();
        }
    }

    @Test
    void givesUpAfterItsPatience() {
        assertThat(Door.enter(crowd.path(), Duration.ofMillis(100))).isEmpty();
        while (crowd.isOneMoreThere()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aThreadThatIsInterruptedWaitsNoLonger() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread entering = Thread.startVirtualThread(() -> {
            assertThat(Door.enter(crowd.path(), LONG)).isEmpty();
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        crowd.awaitOneMore();
        entering.interrupt();
        assertThat(interrupted.join()).isTrue();
    }

    @Test
    void findsThatNobodyListens() throws IOException {
        crowd.close();
        assertThat(Door.enter(crowd.path(), LONG)).isEmpty();
        assertThat(Door.enter(folder.resolve("none"), LONG)).isEmpty();
    }

    @Test
    void theEndOfTheAgentEndsTheWait() throws Exception {
        CompletableFuture<Optional<SocketChannel>> entering = CompletableFuture
                .supplyAsync(() -> Door.enter(crowd.path(), LONG));
        crowd.awaitOneMore();
        crowd.close();
        assertThat(entering.join()).isEmpty();
    }
}
