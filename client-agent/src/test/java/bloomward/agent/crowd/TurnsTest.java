package bloomward.agent.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two programs of a user are worked for at a time here.
@Timeout(60)
final class TurnsTest {

    private static final Peer MALLORY = Users.peer("mallory");
    private static final Peer ALICE = Users.peer("alice");

    private final Turns turns = new Turns(2);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void aUserWithManyProgramsHasFewAtWorkAndAnotherUserHasItsOwn() throws Exception {
        CountDownLatch working = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<?>> programs = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 50; i++) {
            programs.add(threads.submit(() -> turns.take(MALLORY, () -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                working.countDown();
                end.await();
                return inside.decrementAndGet();
            })));
        }
        working.await();
        assertThat(turns.<String, RuntimeException>take(ALICE, () -> "answered")).isEqualTo("answered");
        end.countDown();
        for (Future<?> program : programs) {
            program.get();
        }
        assertThat(most).hasValue(2);
        assertThat(turns.userCount()).isZero();
    }

    @Test
    void oneThatIsAwayKeepsNoTurn() throws Exception {
        CountDownLatch away = new CountDownLatch(3);
        CountDownLatch end = new CountDownLatch(1);
        List<Future<String>> waiting = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(threads.submit(() -> turns.take(ALICE, () -> Turns.away(() -> {
                away.countDown();
                end.await();
                return "done";
            }))));
        }
        away.await(); // three, of whom only two have a turn
        assertThat(turns.<String, RuntimeException>take(ALICE, () -> "answered")).isEqualTo("answered");
        end.countDown();
        for (Future<String> each : waiting) {
            assertThat(each.get()).isEqualTo("done");
        }
    }

    @Test
    void passesItsTurnToTheOneThatHasWaited() throws Exception {
        Turns single = new Turns(1);
        List<String> order = new CopyOnWriteArrayList<>();
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch isAsked = new CountDownLatch(1);
        Future<?> first = threads.submit(() -> single.take(ALICE, () -> {
            began.countDown();
            isAsked.await();
            while (!order.contains("second")) {
                Turns.pass();
            }
            return order.add("first");
        }));
        began.await();
        Future<?> second = threads.submit(() -> single.take(ALICE, () -> order.add("second")));
        isAsked.countDown();
        first.get();
        second.get();
        assertThat(order).containsExactly("second", "first");
    }

    @Test
    void aFailureGivesTheTurnBack() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> turns.take(ALICE, () -> Turns.away(() -> {
                throw new IOException("gone");
            }))).isInstanceOf(IOException.class).hasMessage("gone");
        }
        assertThat(turns.<String, RuntimeException>take(ALICE, () -> "answered")).isEqualTo("answered");
        assertThat(turns.userCount()).isZero();
    }

    @Test
    void isAwayOutsideOfATurnToo() {
        assertThat(Turns.<String, RuntimeException>away(() -> "done")).isEqualTo("done");
    }
}
