package bloomward.agent.report;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.fault.TracedProcess;
import bloomward.agent.fault.TracedProcess.Point;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process that is stopped, or that the disk fails, at any step between a person's report and the state that the publisher gave
/// it. The next process loses no report that was acknowledged, sends none as two, and leaves nothing of a sent one on the disk. A
/// few points in every build; all of them with `-Dgroups=long -DexcludedGroups= -Dtest=ReportCrashTest`.
final class ReportCrashTest {

    private static final TracedProcess PROGRAM = new TracedProcess(ReportOnce.class);

    @TempDir
    private Path temporary;
    private Path folder;

    @BeforeEach
    void prepare() throws Exception {
        TracedProcess.requireStrace("ReportCrashTest");
        folder = temporary.toRealPath();
    }

    /// Before and after the report has its name, between the server's answer and the note of it, and at the last step.
    @Test
    void losesNoneAtSomeSteps() throws Exception {
        List<Point> points = points();
        List<Point> renames = points.stream().filter(point -> point.call().startsWith("rename")).toList();
        List<Point> syncs = points.stream().filter(point -> point.is(TracedProcess.SYNCS)).toList();
        assertThat(renames).as("of the report and of its state").hasSize(2);
        kill(renames.getFirst());
        kill(renames.getLast());
        kill(points.getLast());
        fail(syncs.get(syncs.indexOf(after(renames.getFirst(), points))), "EIO");
    }

    @Test
    @Tag("long")
    void losesNoneWhereverItIsStopped() throws Exception {
        for (Point point : points()) {
            kill(point);
        }
    }

    @Test
    @Tag("long")
    void losesNoneWhereverTheDiskIsFull() throws Exception {
        for (Point point : points()) {
            fail(point, "ENOSPC");
        }
    }

    @Test
    @Tag("long")
    void losesNoneWhereverTheDiskFails() throws Exception {
        for (Point point : points()) {
            fail(point, "EIO");
        }
    }

    private List<Point> points() throws Exception {
        try (ReportDesk desk = new ReportDesk()) {
            Path reports = Files.createDirectory(folder.resolve("recorded")).resolve("store/reports");
            List<Point> points = PROGRAM.points(reports.resolve("../..").normalize(), folder.resolve("calls.log"),
                    "done: RECEIVED", reports.toString(), desk.address().toString());
            assertThat(points).as("of two files, each written, synced, renamed, and its folder synced")
                    .hasSizeGreaterThanOrEqualTo(10);
            return points;
        }
    }

    /// The sync of the folder that follows a rename.
    private static Point after(Point rename, List<Point> points) {
        return points.subList(points.indexOf(rename), points.size())
                .stream()
                .filter(point -> point.is(TracedProcess.SYNCS))
                .findFirst()
                .orElseThrow();
    }

    private void kill(Point point) throws Exception {
        disturb(point.toString(), true, TracedProcess.killing(point));
    }

    private void fail(Point point, String error) throws Exception {
        disturb(point + ", " + error, false, TracedProcess.failing(point, error));
    }

    private void disturb(String what, boolean isKilled, List<String> by) throws Exception {
        Path reports = Files.createTempDirectory(folder, "disturbed").resolve("store/reports");
        try (ReportDesk desk = new ReportDesk()) {
            String said = PROGRAM.run(by, reports.toString(), desk.address().toString());
            boolean isEnded = Stream.of("refused: ", "failed: ", "done: ").anyMatch(said::contains);
            assertThat(isKilled).as("%s: %s", what, said).isEqualTo(!isEnded);
            if (said.contains("refused: ")) {
                assertThat(texts(reports)).as("%s: of a report that is refused", what)
                        .noneMatch(ReportCrashTest::isTold);
            }

            ReportQueue queue = ReportQueue.open(reports);
            ReportOnce.sender(queue, desk.address()).step();

            assertThat(desk.contents).as("%s: of one report", what).hasSizeLessThanOrEqualTo(1);
            if (said.contains("kept")) {
                assertThat(desk.contents).as("%s: acknowledged, so not lost", what).hasSize(1);
            }
            assertThat(queue.all()).as(what)
                    .hasSize(desk.contents.size())
                    .allMatch(report -> report.state() == ReportState.RECEIVED);
            assertThat(texts(reports)).as("%s: after it was sent", what).noneMatch(ReportCrashTest::isTold);
            assertThat(ReportQueue.open(reports).all()).as("%s: on the disk", what).isEqualTo(queue.all());
        }
    }

    private static boolean isTold(String text) {
        return text.contains("evil.example");
    }

    private static List<String> texts(Path reports) throws IOException {
        if (!Files.exists(reports)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(reports)) {
            return files.map(ReportCrashTest::text).toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
