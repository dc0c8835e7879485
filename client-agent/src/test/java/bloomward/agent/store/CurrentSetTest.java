package bloomward.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.store.CurrentSet.Lease;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CurrentSetTest {

    private static final int READERS = 4;
    private static final int SWITCHES = 150;

    @TempDir
    Path folder;

    private final List<AtomicInteger> closings = new ArrayList<>();

    /// One that counts how often it is closed.
    private LoadedSet opened(Store store) throws Exception {
        LoadedSet set = store.open(List.of()).orElseThrow();
        AtomicInteger count = new AtomicInteger();
        closings.add(count);
        return new LoadedSet(set.protection(), List.of(), List.of(), () -> true, () -> {
            count.incrementAndGet();
            set.close();
        });
    }

    private SampleSets sets(int number) {
        return SampleSets.in(folder.resolve("" + number)).list("list", expression(number), "both.example/");
    }

    private static String expression(int number) {
        return "only-in-" + number + ".example/";
    }

    @Test
    void hasNothingToLeaseBeforeTheFirstAndAfterTheLast() throws Exception {
        CurrentSet current = new CurrentSet();
        assertThat(current.lease()).isEmpty();
        current.switchTo(opened(sets(0).install()));
        Lease lease = current.lease().orElseThrow();
        current.close();
        assertThat(current.lease()).isEmpty();
        assertThat(StoreTest.found(lease.protection(), expression(0))).containsExactly("list");
        assertThat(closings.getFirst()).hasValue(0);
        lease.close();
        assertThat(closings.getFirst()).hasValue(1);
    }

    @Test
    void keepsASetForThoseWhoUseIt() throws Exception {
        CurrentSet current = new CurrentSet();
        current.switchTo(opened(sets(0).install()));
        Lease old = current.lease().orElseThrow();
        Lease old2 = current.lease().orElseThrow();
        current.switchTo(opened(sets(1).install()));
        old2.close();
        assertThat(StoreTest.found(old.protection(), expression(0))).containsExactly("list");
        assertThat(closings.getFirst()).hasValue(0);
        old.close();
        assertThat(closings.getFirst()).hasValue(1);
        try (Lease lease = current.lease().orElseThrow()) {
            assertThat(StoreTest.found(lease.protection(), expression(0))).isEmpty();
            assertThat(StoreTest.found(lease.protection(), expression(1))).containsExactly("list");
        }
        current.close();
        assertThat(closings).allMatch(count -> count.get() == 1);
    }

    @Test
    void answersRightWhileItIsSwitchedAndClosesEachSetOnce() throws Exception {
        List<Store> stores = List.of(sets(0).install(), sets(1).install(), sets(2).install());
        List<LoadedSet> sets = new ArrayList<>();
        for (int i = 0; i <= SWITCHES; i++) {
            sets.add(opened(stores.get(i % stores.size())));
        }
        CurrentSet current = new CurrentSet();
        current.switchTo(sets.getFirst());
        AtomicBoolean isDone = new AtomicBoolean();
        AtomicLong asked = new AtomicLong();
        try (ExecutorService threads = Executors.newFixedThreadPool(READERS)) {
            List<Future<?>> readers = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                readers.add(threads.submit(() -> {
                    while (!isDone.get()) {
                        askOnce(current);
                        asked.incrementAndGet();
                    }
                }));
            }
            for (LoadedSet next : sets.subList(1, sets.size())) {
                long before = asked.get();
                while (asked.get() == before && readers.stream().noneMatch(Future::isDone)) {
                    Thread.onSpinWait();
                }
                current.switchTo(next);
            }
            isDone.set(true);
            for (Future<?> reader : readers) {
                reader.get();
            }
        }
        assertThat(closings).hasSize(SWITCHES + 1);
        assertThat(closings.subList(0, SWITCHES)).allMatch(count -> count.get() == 1);
        assertThat(closings.getLast()).hasValue(0);
        current.close();
        assertThat(closings.getLast()).hasValue(1);
    }

    /// Asks whichever set there is, and it must be one of them as a whole.
    private static void askOnce(CurrentSet current) {
        try (Lease lease = current.lease().orElseThrow()) {
            int hits = 0;
            for (int number = 0; number < 3; number++) {
                hits += StoreTest.found(lease.protection(), expression(number)).size();
            }
            assertThat(hits).isEqualTo(1);
            assertThat(StoreTest.found(lease.protection(), "both.example/")).hasSize(1);
            assertThat(StoreTest.found(lease.protection(), "none.example/")).isEmpty();
        }
    }
}
