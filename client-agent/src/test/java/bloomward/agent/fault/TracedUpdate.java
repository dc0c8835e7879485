package bloomward.agent.fault;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.fault.TracedProcess.Point;
import bloomward.agent.fault.TwoSets.Which;
import bloomward.agent.store.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Updates from the old to the new set by a process that `strace` stops, or to which it lies, at one of its calls. A
/// program that has just started looks at the store that it leaves, and goes on with it.
final class TracedUpdate {

    private static final TracedProcess PROGRAM = new TracedProcess(UpdateOnce.class);

    private final Path folder;
    private final TwoSets sets;

    TracedUpdate(Path folder, TwoSets sets) throws IOException {
        this.folder = folder.toRealPath();
        this.sets = sets;
    }

    /// All calls of one undisturbed update that change files of the store.
    List<Point> points() throws Exception {
        Path copy = sets.copyTo(folder.resolve("recorded"));
        List<Point> points = PROGRAM.points(copy, folder.resolve("calls.log"), "Updated[", arguments(copy));
        assertThat(points).hasSizeGreaterThan(60);
        FileTree.delete(copy);
        return points;
    }

    /// Stops the process at a point.
    Which kill(Point point) throws Exception {
        return disturb(point.toString(), true, TracedProcess.killing(point));
    }

    /// Lets a call fail.
    ///
    /// @param error as `ENOSPC`
    Which fail(Point point, String error) throws Exception {
        return disturb(point + ", " + error, false, TracedProcess.failing(point, error));
    }

    /// Lets no file become longer: a write is cut short where it would, and the next one fails.
    Which limit(long length) throws Exception {
        return disturb("files of at most " + length, false, List.of("prlimit", "--fsize=" + length));
    }

    private Which disturb(String what, boolean isKilled, List<String> by) throws Exception {
        Path copy = Files.createTempDirectory(folder, "copy");
        Files.delete(copy);
        sets.copyTo(copy);
        try {
            String said = run(copy, by);
            if (isKilled) {
                assertThat(said).as("it was stopped").isEmpty();
            } else {
                assertThat(said).containsAnyOf("Updated[", "Failed[failure=LOCAL");
            }
            Which which = sets.look(copy);
            if (said.startsWith("Updated[")) {
                assertThat(which).as("done, as it said").isEqualTo(Which.NEW);
            }
            sets.finish(copy);
            return which;
        } catch (Exception | AssertionError e) {
            throw new AssertionError(what + ": " + e, e);
        } finally {
            FileTree.delete(copy);
        }
    }

    /// Updates a store, or enrols one.
    ///
    /// @param by a command that runs the one behind it
    /// @param more of the [arguments][UpdateOnce#main]
    /// @return its output
    String run(Path store, List<String> by, String... more) throws Exception {
        return PROGRAM.run(by, arguments(store, more));
    }

    private String[] arguments(Path store, String... more) {
        return Stream.concat(Stream.of(store.toString(), sets.clock().instant().toString()), Stream.of(more))
                .toArray(String[]::new);
    }
}
