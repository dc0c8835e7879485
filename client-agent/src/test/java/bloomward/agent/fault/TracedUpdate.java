package bloomward.agent.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.fault.TwoSets.Which;
import bloomward.format.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Updates from the old to the new set by a process that `strace` stops, or to which it lies, at one of its calls. What it
/// leaves is looked at by a program that has just started, and gone on with.
final class TracedUpdate {

    static final Set<String> WRITES = Set.of("write", "pwrite64");
    static final Set<String> SYNCS = Set.of("fsync", "fdatasync");
    private static final String CALLS = "openat,creat,write,pwrite64,writev,pwritev,fsync,fdatasync,rename,renameat,"
            + "renameat2,unlink,unlinkat,rmdir,ftruncate,fallocate,mkdir,mkdirat,link,linkat,symlink,chmod,fchmodat";
    private static final Pattern CALL = Pattern.compile("(\\d+) +(\\w+)\\((.*)");

    private final Path folder;
    private final TwoSets sets;

    TracedUpdate(Path folder, TwoSets sets) throws IOException {
        this.folder = folder.toRealPath();
        this.sets = sets;
    }

    /// A call at which something is done to the process.
    ///
    /// @param number counted from 1 in the thread
    /// @param line as it was seen when nothing was done
    record Point(String call, int number, String line) {

        boolean is(Set<String> calls) {
            return calls.contains(call);
        }

        @Override
        public String toString() {
            return call + " " + number + ": " + line;
        }
    }

    /// Fails where it has to be there, and otherwise says aloud that a test is skipped.
    static void require(String tool, String test, List<String> trial) throws InterruptedException {
        boolean isThere;
        try {
            Process process = new ProcessBuilder(trial).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            isThere = process.waitFor() == 0;
        } catch (IOException _) {
            isThere = false;
        }
        Needs.require(isThere, test + " needs " + tool + ", which is missing or does not work");
    }

    static void requireStrace(String test) throws InterruptedException {
        require("strace", test, List.of("strace", "-o", "/dev/null", "true"));
    }

    /// All calls of one undisturbed update that change files of the store.
    List<Point> points() throws Exception {
        Path copy = sets.copyTo(folder.resolve("recorded"));
        Path log = folder.resolve("calls.log");
        String said = run(copy, List.of("strace", "-f", "-y", "-s", "0", "-o", log.toString(), "-e", "trace=" + CALLS));
        assertThat(said).startsWith("Updated[");
        TreeMap<String, Integer> counts = new TreeMap<>();
        TreeMap<String, Integer> reached = new TreeMap<>();
        List<Point> points = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            Matcher call = CALL.matcher(line);
            if (!call.matches()) {
                continue;
            }
            String name = call.group(2);
            int number = counts.merge(call.group(1) + " " + name, 1, Integer::sum);
            int before = reached.merge(name, number, Math::max);
            if (isChange(line, copy)) {
                assertThat(number).as("no other thread came to this number before: %s", line).isEqualTo(before);
                points.add(new Point(name, number, line.replace(copy.toString(), "").strip()));
            }
        }
        assertThat(points).hasSizeGreaterThan(60);
        TwoSets.deleteTree(copy);
        return points;
    }

    private static boolean isChange(String line, Path copy) {
        return line.matches(".*" + Pattern.quote(copy.toString()) + "[/>\"].*")
                && (!line.contains("openat(") || line.contains("O_CREAT") || line.contains("O_TRUNC"));
    }

    /// Stops the process at a point.
    Which kill(Point point) throws Exception {
        return disturb(point.toString(), true, List.of("strace", "-f", "-o", "/dev/null", "-e", "trace=" + point.call,
                "-e", "inject=" + point.call + ":signal=SIGKILL:when=" + point.number));
    }

    /// Lets a call fail.
    ///
    /// @param error as `ENOSPC`
    Which fail(Point point, String error) throws Exception {
        return disturb(point + ", " + error, false, List.of("strace", "-f", "-o", "/dev/null", "-e",
                "trace=" + point.call, "-e", "inject=" + point.call + ":error=" + error + ":when=" + point.number));
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
            TwoSets.deleteTree(copy);
        }
    }

    /// Updates a store.
    ///
    /// @param by a command that runs the one behind it
    /// @return what it said
    String run(Path store, List<String> by) throws Exception {
        List<String> command = new ArrayList<>(by);
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-XX:-UsePerfData",
                "-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                UpdateOnce.class.getName(), store.toString(), sets.clock().instant().toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), UTF_8);
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                throw new IOException("it hangs: " + said);
            }
            return said;
        } finally {
            process.destroyForcibly();
        }
    }
}
