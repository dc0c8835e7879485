package bloomward.agent.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Runs of a program that `strace` stops, or to which it lies, at one of its calls.
///
/// `strace` counts calls for each thread. So the program does all of its work in one, the only carrier of virtual threads, which
/// first [goes ahead][#goAhead] of all others.
public final class TracedProcess {

    public static final Set<String> WRITES = Set.of("write", "pwrite64");
    public static final Set<String> SYNCS = Set.of("fsync", "fdatasync");

    private static final String CALLS = "openat,creat,write,pwrite64,writev,pwritev,fsync,fdatasync,rename,renameat,"
            + "renameat2,unlink,unlinkat,rmdir,ftruncate,fallocate,mkdir,mkdirat,link,linkat,symlink,chmod,fchmodat";
    private static final Pattern CALL = Pattern.compile("(\\d+) +(\\w+)\\((.*)");
    private static final int CALLS_AHEAD = 3000;

    private final Class<?> program;

    /// @param program has a main method
    public TracedProcess(Class<?> program) {
        this.program = program;
    }

    /// A call at which something is done to the process.
    ///
    /// @param number counted from 1 in the thread
    /// @param line as it was seen when nothing was done
    public record Point(String call, int number, String line) {

        public boolean is(Set<String> calls) {
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

    public static void requireStrace(String test) throws InterruptedException {
        require("strace", test, List.of("strace", "-o", "/dev/null", "true"));
    }

    /// Makes so many calls of no effect that no other thread comes near the numbers of this one.
    public static void goAhead() throws IOException {
        for (int i = 0; i < CALLS_AHEAD; i++) {
            try (FileChannel nowhere = FileChannel.open(Path.of("/dev/null"), CREATE, WRITE)) {
                nowhere.write(ByteBuffer.allocate(1));
            }
        }
    }

    /// All calls of an undisturbed run that change files of a folder.
    ///
    /// @param log is written
    /// @param said part of the run's output
    public List<Point> points(Path folder, Path log, String said, String... arguments) throws Exception {
        List<String> strace = List.of("strace", "-f", "-y", "-s", "0", "-o", log.toString(), "-e", "trace=" + CALLS);
        assertThat(run(strace, arguments)).contains(said);
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
            if (isChange(line, folder)) {
                assertThat(number).as("no other thread came to this number before: %s", line).isEqualTo(before);
                points.add(new Point(name, number, line.replace(folder.toString(), "").strip()));
            }
        }
        return points;
    }

    private static boolean isChange(String line, Path folder) {
        return line.matches(".*" + Pattern.quote(folder.toString()) + "[/>\"].*")
                && (!line.contains("openat(") || line.contains("O_CREAT") || line.contains("O_TRUNC"));
    }

    /// A command that stops the process at a point.
    public static List<String> killing(Point point) {
        return List.of("strace", "-f", "-o", "/dev/null", "-e", "trace=" + point.call, "-e",
                "inject=" + point.call + ":signal=SIGKILL:when=" + point.number);
    }

    /// A command that lets a call fail.
    ///
    /// @param error as `ENOSPC`
    public static List<String> failing(Point point, String error) {
        return List.of("strace", "-f", "-o", "/dev/null", "-e", "trace=" + point.call, "-e",
                "inject=" + point.call + ":error=" + error + ":when=" + point.number);
    }

    /// Runs it to its end.
    ///
    /// @param by a command that runs the one behind it
    /// @return its output
    public String run(List<String> by, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(by);
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-XX:-UsePerfData",
                "-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
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
