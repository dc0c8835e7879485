package bloomward.server.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RelayTest {

    /// As many as are taken while nothing is worked on.
    private static final int COLLECTED = (Relay.MOST_WAITING + 1) * Relay.BATCH - 1;

    private final List<Integer> seen = new ArrayList<>();

    private static Relay<Integer> relay(Consumer<Integer> work) {
        return new Relay<>(_ -> 1, work);
    }

    private static void add(Relay<Integer> relay, int count) {
        for (int i = 0; i < count; i++) {
            relay.add(i);
        }
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {0, 1, Relay.BATCH - 1, Relay.BATCH, Relay.BATCH + 1, (Relay.MOST_WAITING + 5) * Relay.BATCH + 7})
    void worksOnEveryItemInOrder(int count) {
        try (Relay<Integer> relay = relay(seen::add)) {
            add(relay, count);
            relay.finish();
        }
        assertThat(seen).isEqualTo(upTo(count));
    }

    @Test
    void startsNoThreadForFew() {
        Set<Thread> threads = new LinkedHashSet<>();
        try (Relay<Integer> relay = relay(_ -> threads.add(Thread.currentThread()))) {
            add(relay, Relay.BATCH - 1);
            relay.finish();
        }
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    /// A relay that worked on this thread would wait without end.
    @Test
    void collectsWhileASecondThreadWorks() {
        CountDownLatch collected = new CountDownLatch(1);
        try (Relay<Integer> relay = relay(item -> {
            await(collected);
            seen.add(item);
        })) {
            add(relay, COLLECTED);
            collected.countDown();
            relay.finish();
        }
        assertThat(seen).hasSize(COLLECTED);
    }

    /// Long items fill a batch by their characters: memory does not depend on what a list brings.
    @Test
    void handsLongItemsOnEarly() {
        Set<Thread> threads = new LinkedHashSet<>();
        try (Relay<Integer> relay = new Relay<>(_ -> Relay.BATCH_IN_CHARACTERS / 2,
                _ -> threads.add(Thread.currentThread()))) {
            add(relay, 3);
            relay.finish();
        }
        assertThat(threads).hasSize(2).contains(Thread.currentThread());
    }

    @Test
    void throwsWhatTheWorkThrewAndWorksNoMore() {
        UncheckedIOException failure = new UncheckedIOException(new IOException("full disk"));
        try (Relay<Integer> relay = relay(item -> {
            seen.add(item);
            if (item == 10) {
                throw failure;
            }
        })) {
            assertThatThrownBy(() -> {
                add(relay, 3 * Relay.BATCH);
                relay.finish();
            }).isSameAs(failure);
            assertThatThrownBy(relay::finish).isInstanceOf(IllegalStateException.class);
        }
        assertThat(seen).isEqualTo(upTo(11));
    }

    @Test
    void keepsAnInterrupt() {
        CountDownLatch end = new CountDownLatch(1);
        try (Relay<Integer> relay = relay(_ -> await(end))) {
            add(relay, Relay.BATCH);
            Thread.currentThread().interrupt();
            assertThatThrownBy(relay::finish).isInstanceOf(UncheckedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            end.countDown();
        }
    }

    @Test
    void closesWhenNobodyWorksAnyMore() {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean works = new AtomicBoolean();
        try (Relay<Integer> relay = relay(_ -> {
            works.set(true);
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                works.set(false);
                throw new IllegalStateException(e);
            }
        })) {
            add(relay, Relay.BATCH);
            await(begun);
            assertThat(works).isTrue();
        }
        assertThat(works).isFalse();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
