package bloomward.server.publish;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import bloomward.server.publish.CrashSite.Outcome;
import bloomward.server.publish.CrashSite.Point;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A publication that is stopped, or that the disk fails, at any of its steps, leaves the old publication or the new one,
/// whole. A few points in every build; all of them with `-Dgroups=long -DexcludedGroups= -Dtest=CrashTest`.
final class CrashTest {

    private static final int SAMPLED_KILLS = 3;

    @TempDir
    private Path folder;

    @BeforeEach
    void requireStrace() throws Exception {
        Needs.require(CrashSite.hasStrace(), "strace is missing or may not trace: no publication is crashed here");
    }

    @Test
    void leavesOnePublicationWholeAtSomeSteps() throws Exception {
        CrashSite site = new CrashSite(folder);
        List<Point> points = site.points();
        List<Callable<Outcome>> runs = new ArrayList<>();
        spread(points, SAMPLED_KILLS).forEach(point -> runs.add(() -> site.kill(point)));
        List<Point> writes = of(points, CrashSite.WRITES);
        runs.add(() -> site.fail(writes.get(writes.size() / 2), "ENOSPC"));
        List<Point> syncs = of(points, CrashSite.SYNCS);
        runs.add(() -> site.fail(syncs.get(syncs.size() / 2), "EIO"));
        assertThat(run(runs)).containsOnlyKeys(Outcome.OLD, Outcome.NEW);
    }

    @Test
    @Tag("long")
    void leavesOnePublicationWholeWhereverItIsStopped() throws Exception {
        CrashSite site = new CrashSite(folder);
        sweep("killed", site.points(), site::kill);
    }

    @Test
    @Tag("long")
    void leavesOnePublicationWholeWhereverTheDiskIsFull() throws Exception {
        CrashSite site = new CrashSite(folder);
        sweep("ENOSPC", of(site.points(), CrashSite.WRITES_AND_SYNCS), point -> site.fail(point, "ENOSPC"));
    }

    @Test
    @Tag("long")
    void leavesOnePublicationWholeWhereverTheDiskFails() throws Exception {
        CrashSite site = new CrashSite(folder);
        sweep("EIO", of(site.points(), CrashSite.WRITES_AND_SYNCS), point -> site.fail(point, "EIO"));
    }

    /// A disturbance of a publication.
    @FunctionalInterface
    private interface Disturbance {
        Outcome at(Point point) throws Exception;
    }

    private static void sweep(String what, List<Point> points, Disturbance disturbance) throws Exception {
        List<Callable<Outcome>> runs = new ArrayList<>();
        points.forEach(point -> runs.add(() -> disturbance.at(point)));
        Map<Outcome, Integer> outcomes = run(runs);
        System.out.println(what + " at each of " + points.size() + " calls: " + outcomes);
        assertThat(outcomes).containsOnlyKeys(Outcome.OLD, Outcome.NEW);
    }

    private static Map<Outcome, Integer> run(List<Callable<Outcome>> runs) throws Exception {
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        List<Throwable> failures = new ArrayList<>();
        try (ExecutorService two = Executors.newFixedThreadPool(2)) {
            for (Future<Outcome> each : two.invokeAll(runs)) {
                switch (each.state()) {
                    case SUCCESS -> outcomes.merge(each.resultNow(), 1, Integer::sum);
                    case FAILED -> failures.add(each.exceptionNow());
                    case RUNNING, CANCELLED -> throw new IllegalStateException(each.toString());
                }
            }
        }
        failures.forEach(failure -> failure.printStackTrace(System.err));
        assertThat(failures).as("of %d runs", runs.size()).isEmpty();
        return outcomes;
    }

    private static List<Point> of(List<Point> points, Set<String> calls) {
        return points.stream().filter(point -> calls.contains(point.call())).toList();
    }

    /// So many of them, from the first to the last.
    private static List<Point> spread(List<Point> points, int count) {
        List<Point> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(points.get(i * (points.size() - 1) / (count - 1)));
        }
        return some;
    }
}
