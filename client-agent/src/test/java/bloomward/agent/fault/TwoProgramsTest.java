package bloomward.agent.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Cli;
import bloomward.agent.fault.TwoSets.Which;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.store.FileTree;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Store;
import bloomward.agent.update.Machine;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.agent.update.Updater;
import bloomward.format.Digest;
import bloomward.program.testing.Run;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Several programs over one store at once.
@ExtendWith(TwoSets.Shared.class)
@Timeout(120)
final class TwoProgramsTest {

    private static final int FEW_VERSIONS = 3;
    private static final int MANY_VERSIONS = 30;

    @TempDir
    private Path folder;

    @Test
    void anUpdateIsRefusedInWordsWhileAnotherProcessWrites(TwoSets sets) throws Exception {
        Path store = sets.copyTo(folder.resolve("store"));
        Process other = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), HoldLock.class.getName(), store.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = new BufferedReader(new InputStreamReader(other.getInputStream(), UTF_8))) {
            assertThat(said.readLine()).isEqualTo("held");
            Map<String, Digest> before = FileTree.digests(store);
            assertThat(sets.poll(store))
                    .isEqualTo(new Failed(Failure.LOCAL, store + ": another program is updating it", Optional.empty()));
            assertThat(sets.look(store)).isEqualTo(Which.OLD);
            assertThat(FileTree.digests(store)).isEqualTo(before);
            other.getOutputStream().close();
            assertThat(other.waitFor()).isZero();
        } finally {
            other.destroyForcibly();
        }
        sets.finish(store);
    }

    @Test
    void checksAreAnsweredByAWholeSetWhileAnotherProgramUpdates() throws Exception {
        answersChecksDuring(FEW_VERSIONS);
    }

    @Test
    @Tag("long")
    @Timeout(600)
    void checksAreAnsweredByAWholeSetDuringManyUpdates() throws Exception {
        answersChecksDuring(MANY_VERSIONS);
    }

    private void answersChecksDuring(int versions) throws Exception {
        Clock clock = Clock.systemUTC(); // that of the command line
        Path store = folder.resolve("store");
        try (Publisher publisher = Publisher.start(folder.resolve("server"), clock);
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            publisher.list("phishing").add("phishing", "evil.example").publish();
            Machine updating = Machine.enrolledAt(publisher, store, clock);
            updating.update();
            AtomicBoolean isOver = new AtomicBoolean();
            Callable<Integer> checking = () -> {
                int runs = 0;
                do {
                    assertThat(check(store)).contains("\"verdict\":\"listed\"")
                            .contains("\"verdict\":\"clean\"")
                            .contains("\"freshness\":\"fresh\"")
                            .doesNotContain("unknown");
                    runs++;
                } while (!isOver.get());
                return runs;
            };
            List<Future<Integer>> checks = List.of(threads.submit(checking), threads.submit(checking));
            try {
                for (int i = 0; i < versions; i++) {
                    publisher.add("phishing", "v" + i + ".example").publish();
                    updating.update();
                }
            } finally {
                isOver.set(true);
            }
            for (Future<Integer> each : checks) {
                assertThat(each.get()).isPositive();
            }
        }
    }

    private String check(Path store) {
        Run run = new Run.Setting().with("HOME", folder.toString())
                .at(Clock.systemUTC())
                .run(Cli::run, "check", "--offline", "--data-dir", store.toString(), "-o", "jsonl", "evil.example",
                        "clean.example");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(1);
        return run.out();
    }

    @Test
    void twoAgentsKeepOneStore() throws Exception {
        keepOneStoreDuring(FEW_VERSIONS);
    }

    @Test
    @Tag("long")
    @Timeout(600)
    void twoAgentsKeepOneStoreDuringManyUpdates() throws Exception {
        keepOneStoreDuring(MANY_VERSIONS);
    }

    private void keepOneStoreDuring(int versions) throws Exception {
        try (TwoSets sets = new TwoSets(folder); ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Path store = sets.copyTo(folder.resolve("store"));
            List<Updater> agents = List.of(new Updater(sets.transport(), Store.at(store), List.of(), sets.clock()),
                    new Updater(sets.transport(), Store.at(store), List.of(), sets.clock()));
            for (int i = 0; i < versions; i++) {
                sets.clock().advance(Duration.ofMinutes(5));
                sets.publisher().add("malware", "v" + i + ".example").publish();
                List<Callable<UpdateOutcome>> polls = List.of(agents.get(0)::poll, agents.get(1)::poll);
                int updated = 0;
                for (Future<UpdateOutcome> each : threads.invokeAll(polls)) {
                    switch (each.get()) {
                        case Updated _ -> updated++;
                        case Unchanged _ -> {
                            // the other one was first
                        }
                        case Failed failed -> assertThat(failed.message()).contains("another program is updating it");
                    }
                }
                assertThat(updated).isEqualTo(1);
                try (LoadedSet set = Store.at(store).open(List.of()).orElseThrow()) {
                    assertThat(set.damages()).isEmpty();
                    assertThat(set.protection().manifest().list("malware").orElseThrow().version()).isEqualTo(i + 2L);
                }
            }
        }
    }
}
