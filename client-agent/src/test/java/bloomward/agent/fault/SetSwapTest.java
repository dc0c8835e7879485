package bloomward.agent.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.confirm.Confirmer;
import bloomward.agent.store.CurrentSet;
import bloomward.agent.store.Protection;
import bloomward.agent.store.Store;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.agent.update.Updater;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Sets that an updater installs, deletes and switches under threads that check all the time: each answer is right by the very
/// version that gave it.
@Timeout(120)
final class SetSwapTest {

    @TempDir
    private Path folder;

    @Test
    void noAnswerIsWrongWhileVersionsAreInstalled() throws Exception {
        install(4, 2);
    }

    @Test
    @Tag("long")
    void noAnswerOfManyIsWrongWhileManyVersionsAreInstalled() throws Exception {
        install(30, 8);
    }

    private void install(int versions, int count) throws Exception {
        try (TwoSets sets = new TwoSets(folder);
                CurrentSet current = new CurrentSet();
                ExecutorService threads = Executors.newFixedThreadPool(count)) {
            Store store = Store.at(sets.copyTo(folder.resolve("store")));
            Updater updater = new Updater(sets.transport(), store, List.of(), sets.clock());
            current.switchTo(store.open(List.of()).orElseThrow());
            AtomicBoolean isOver = new AtomicBoolean();
            CountDownLatch begun = new CountDownLatch(count);
            List<Future<Integer>> asking = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                asking.add(threads.submit(() -> ask(current, sets, versions, begun, isOver)));
            }
            begun.await();
            try {
                for (int version = 2; version <= versions; version++) {
                    sets.clock().advance(Duration.ofMinutes(5));
                    sets.publisher().add("malware", "v" + version + ".example").publish();
                    assertThat(updater.poll()).isInstanceOf(Updated.class);
                    current.switchTo(store.open(List.of()).orElseThrow());
                }
            } finally {
                isOver.set(true);
            }
            for (Future<Integer> each : asking) {
                assertThat(each.get()).isPositive();
            }
        }
    }

    private static int ask(CurrentSet current, TwoSets sets, int versions, CountDownLatch begun, AtomicBoolean isOver) {
        UrlChecker checker = new UrlChecker(CheckPolicy.DEFAULT, Confirmer.offline(), sets.clock());
        int answers = 0;
        try {
            do {
                try (CurrentSet.Lease lease = current.lease().orElseThrow()) {
                    Protection set = lease.protection();
                    long version = set.manifest().list("malware").orElseThrow().version();
                    for (int i = 2; i <= versions; i++) {
                        assertThat(verdict(checker, set, "http://v" + i + ".example/"))
                                .as("v%d by version %d", i, version)
                                .isInstanceOf(i <= version ? Listed.class : Clean.class);
                    }
                    assertThat(verdict(checker, set, "http://m7.example/")).isInstanceOf(Listed.class);
                    answers++;
                }
                begun.countDown();
            } while (!isOver.get());
        } finally {
            begun.countDown();
        }
        return answers;
    }

    private static Verdict verdict(UrlChecker checker, Protection set, String url) {
        byte[] bytes = url.getBytes(UTF_8);
        return checker.check(set, bytes, 0, bytes.length);
    }
}
