package bloomward.server.draft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelayTest {

    /// As many as are taken while nothing is worked on.
    private static final int COLLECTED = (Relay.MOST_WAITING + 1) * Relay.BATCH - 1;

    @ParameterizedTest
    @ValueSource(
            ints = {0, 1, Relay.BATCH - 1, Relay.BATCH, Relay.BATCH + 1, (Relay.MOST_WAITING + 5) * Relay.BATCH + 7})
    void worksOnEveryItemInOrder(int count) {
        List<Integer> seen = new ArrayList<>();
        try (Relay<Integer> relay = new Relay<>(seen::add)) {
            for (int i = 0; i < count; i++) {
                relay.add(i);
            }
            relay.finish();
        }
        assertEquals(IntStream.range(0, count).boxed().toList(), seen);
    }

    @Test
    void startsNoThreadForFew() {
        Set<Thread> threads = new LinkedHashSet<>();
        try (Relay<Integer> relay = new Relay<>(_ -> threads.add(Thread.currentThread()))) {
            for (int i = 0; i < Relay.BATCH - 1; i++) {
                relay.add(i);
            }
            relay.finish();
        }
        assertEquals(Set.of(Thread.currentThread()), threads);
    }

    @Test
    void collectsWhileASecondThreadWorks() {
        CountDownLatch collected = new CountDownLatch(1);
        List<Integer> seen = new ArrayList<>();
        try (Relay<Integer> relay = new Relay<>(item -> {
            awaitUninterruptibly(collected);
            seen.add(item);
        })) {
            for (int i = 0; i < COLLECTED; i++) {
                relay.add(i); // a relay that worked on this thread would wait without end
            }
            collected.countDown();
            relay.finish();
        }
        assertEquals(COLLECTED, seen.size());
    }

    @Test
    void throwsWhatTheWorkThrewAndWorksNoMore() {
        IllegalStateException failure = new IllegalStateException("full disk");
        List<Integer> seen = new ArrayList<>();
        try (Relay<Integer> relay = new Relay<>(item -> {
            seen.add(item);
            if (item == 10) {
                throw failure;
            }
        })) {
            assertSame(failure, assertThrows(IllegalStateException.class, () -> {
                for (int i = 0; i < 3 * Relay.BATCH; i++) {
                    relay.add(i);
                }
                relay.finish();
            }));
        }
        assertEquals(IntStream.rangeClosed(0, 10).boxed().toList(), seen);
    }

    @Test
    void closesWhenNobodyWorksAnyMore() {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean works = new AtomicBoolean();
        try (Relay<Integer> relay = new Relay<>(item -> {
            works.set(true);
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                works.set(false);
                throw new IllegalStateException(e);
            }
        })) {
            for (int i = 0; i < Relay.BATCH; i++) {
                relay.add(i);
            }
            awaitUninterruptibly(begun);
            assertTrue(works.get());
        }
        assertFalse(works.get());
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
