package bloomward.agent.fault;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.fault.TracedProcess.Point;
import bloomward.agent.fault.TwoSets.Which;
import bloomward.agent.store.FileTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// An update that is stopped, or that the disk fails, at any of its steps, leaves the old set or the new one, whole, and the
/// next one completes it and tidies up. A few points in every build; all of them with
/// `-Dgroups=long -DexcludedGroups= -Dtest=UpdateCrashTest`.
@ExtendWith(TwoSets.Shared.class)
final class UpdateCrashTest {

    @TempDir
    private Path folder;

    private TwoSets sets;
    private TracedUpdate update;

    @BeforeEach
    void prepare(TwoSets shared) throws Exception {
        TracedProcess.requireStrace("UpdateCrashTest");
        sets = shared;
        update = new TracedUpdate(folder, sets);
    }

    @Test
    void leavesOneSetWholeAtSomeSteps() throws Exception {
        List<Point> points = update.points();
        Point installing = points.stream().filter(point -> point.call().startsWith("rename")).toList().getLast();
        List<Callable<Which>> runs = List.of(() -> update.kill(installing), () -> update.kill(points.getLast()),
                () -> update.fail(middle(of(points, TracedProcess.WRITES)), "ENOSPC"),
                () -> update.fail(middle(of(points, TracedProcess.SYNCS)), "EIO"));
        assertThat(run(runs)).containsOnlyKeys(Which.OLD, Which.NEW);
    }

    @Test
    @Tag("long")
    void leavesOneSetWholeWhereverItIsStopped() throws Exception {
        sweep("killed", update.points(), update::kill);
    }

    @Test
    @Tag("long")
    void leavesOneSetWholeWhereverTheDiskIsFull() throws Exception {
        sweep("ENOSPC", update.points(), point -> update.fail(point, "ENOSPC"));
    }

    @Test
    @Tag("long")
    void leavesOneSetWholeWhereverTheDiskFails() throws Exception {
        sweep("EIO", update.points(), point -> update.fail(point, "EIO"));
    }

    /// Writes that are cut short, by a limit on the length of files instead of a full disk: the calls are answered in the
    /// same way, and it needs no right to mount.
    @Test
    @Tag("long")
    void leavesOneSetWholeWhereverAWriteIsCutShort() throws Exception {
        TreeSet<Long> lengths = new TreeSet<>(Set.of(0L, 1L, 512L));
        Path done = sets.copyTo(folder.resolve("done"));
        sets.finish(done);
        for (String name : FileTree.digests(done).keySet()) {
            long length = Files.size(done.resolve(name));
            lengths.addAll(List.of(length / 2, Math.max(0, length - 1), length, length + 1));
        }
        sweep("cut short", List.copyOf(lengths), update::limit);
    }

    /// A disturbance of an update.
    @FunctionalInterface
    private interface Disturbance<P> {
        Which at(P point) throws Exception;
    }

    private static <P> void sweep(String what, List<P> points, Disturbance<P> disturbance) throws Exception {
        List<Callable<Which>> runs = new ArrayList<>();
        points.forEach(point -> runs.add(() -> disturbance.at(point)));
        Map<Which, Integer> outcomes = run(runs);
        System.out.println(what + " at each of " + points.size() + " points: " + outcomes);
        assertThat(outcomes).containsOnlyKeys(Which.OLD, Which.NEW);
    }

    private static Map<Which, Integer> run(List<Callable<Which>> runs) throws Exception {
        Map<Which, Integer> outcomes = new EnumMap<>(Which.class);
        List<Throwable> failures = new ArrayList<>();
        try (ExecutorService two = Executors.newFixedThreadPool(2)) {
            for (Future<Which> each : two.invokeAll(runs)) {
                switch (each.state()) {
                    case SUCCESS -> outcomes.merge(each.resultNow(), 1, Integer::sum);
                    case FAILED -> failures.add(each.exceptionNow());
                    case RUNNING, CANCELLED -> throw new IllegalStateException(each.toString());
                }
            }
        }
        failures.forEach(failure -> System.err.println(failure.getMessage()));
        assertThat(failures).as("of %d runs", runs.size()).isEmpty();
        return outcomes;
    }

    private static List<Point> of(List<Point> points, Set<String> calls) {
        return points.stream().filter(point -> point.is(calls)).toList();
    }

    private static Point middle(List<Point> points) {
        return points.get(points.size() / 2);
    }
}
