package bloomward.server.publish;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.Manifest;
import bloomward.server.publish.folder.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A prepared data folder, copies of which are published in by a process that `strace` stops, or to which it lies, at
/// one of its calls. The copy that it leaves is looked at as agents would, and gone on with.
///
/// `strace` counts calls for each thread. The first thread that comes to a number is the one that is stopped; steps of
/// helper threads are reached where they come first, and otherwise lie between two steps of the main thread.
final class CrashSite {

    static final Set<String> WRITES = Set.of("write", "pwrite64");
    static final Set<String> SYNCS = Set.of("fsync", "fdatasync");
    static final Set<String> WRITES_AND_SYNCS = Set.of("write", "pwrite64", "fsync", "fdatasync");
    private static final String CALLS = "openat,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlink,"
            + "unlinkat,rmdir,ftruncate,mkdir,mkdirat,link";
    private static final Pattern CALL = Pattern.compile("(\\d+) +(\\w+)\\((.*)");

    private final Path folder;
    private final Path template;
    private final Manifest before;

    /// @param folder takes the template and all copies
    CrashSite(Path folder) throws Exception {
        this.folder = folder.toRealPath();
        this.template = this.folder.resolve("template");
        try (Office office = Office.published(template)) {
            this.before = Served.whole(office);
        }
    }

    /// A call at which something is done to the process.
    ///
    /// @param number counted from 1 in each thread
    /// @param line as it was seen when nothing was done
    record Point(String call, int number, String line) {

        @Override
        public String toString() {
            return call + " " + number + ": " + line;
        }
    }

    /// The publication that a disturbed process leaves.
    enum Outcome {
        OLD, NEW
    }

    static boolean hasStrace() throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder("strace", "-o", "/dev/null", "true").redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false; // there is none
        }
    }

    /// All calls of one undisturbed publication that change files of the site, as far as they can be reached.
    List<Point> points() throws Exception {
        Path copy = copy("recorded");
        Path log = folder.resolve("calls.log");
        List<String> options = List.of("-y", "-s", "0", "-o", log.toString(), "-e", "trace=" + CALLS);
        Run run = run(copy, options);
        assertThat(run.exit).as(run.said).isZero();
        TreeMap<String, Integer> counts = new TreeMap<>();
        TreeMap<String, Integer> reached = new TreeMap<>();
        List<Point> points = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            Matcher call = CALL.matcher(line);
            if (call.matches()) {
                String name = call.group(2);
                int number = counts.merge(call.group(1) + " " + name, 1, Integer::sum);
                if (number > reached.getOrDefault(name, 0)) {
                    reached.put(name, number);
                    if (isChange(line, copy)) {
                        points.add(new Point(name, number, line.replace(copy.toString(), "").strip()));
                    }
                }
            }
        }
        assertThat(points).hasSizeGreaterThan(60);
        return points;
    }

    private static boolean isChange(String line, Path copy) {
        return line.matches(".*" + Pattern.quote(copy.toString()) + "[/>\"].*")
                && (!line.contains("openat(") || line.contains("O_CREAT"));
    }

    /// Stops the process at a point.
    Outcome kill(Point point) throws Exception {
        return disturb(point, "signal=SIGKILL");
    }

    /// Lets a call fail.
    ///
    /// @param error as `ENOSPC`
    Outcome fail(Point point, String error) throws Exception {
        return disturb(point, "error=" + error);
    }

    private Outcome disturb(Point point, String how) throws Exception {
        String name = point.call + "-" + point.number + "-" + how;
        Path copy = copy(name);
        try {
            Run run = run(copy, List.of("-o", "/dev/null", "-e", "trace=" + point.call, "-e",
                    "inject=" + point.call + ":" + how + ":when=" + point.number));
            if (how.startsWith("signal")) {
                assertThat(run.exit).as("%s: it was stopped", point).isNotZero();
            } else if (run.exit != 0) {
                assertThat(run.said).as("%s, %s", point, how).contains("Exception");
            }
            Outcome outcome = lookAt(copy);
            if (run.exit == 0) {
                assertThat(outcome).as("%s, %s: done, as it said", point, how).isEqualTo(Outcome.NEW);
            }
            return outcome;
        } catch (Exception | AssertionError e) {
            throw new AssertionError(point + ", " + how + ": " + e, e);
        } finally {
            DataFolder.deleteTree(copy);
            DataFolder.deleteTree(beside(copy));
        }
    }

    private Outcome lookAt(Path copy) throws Exception {
        try (Office office = Office.reopen(copy)) {
            Manifest after = Served.whole(office);
            Outcome outcome = after.equals(before) ? Outcome.OLD : Outcome.NEW;
            if (outcome == Outcome.NEW) {
                assertThat(after.sequence()).isGreaterThan(before.sequence());
                assertThat(after.lists().getFirst().version()).isEqualTo(3);
                assertThat(Served.lists(office, after.lists().getFirst(), "new.example/")).isTrue();
            }
            goOn(office, after);
            return outcome;
        }
    }

    private static void goOn(Office office, Manifest last) throws Exception {
        office.clock().advance(Duration.ofMinutes(10));
        office.add(office.find("malware"), "after.example");
        office.publishDone();
        Manifest after = Served.whole(office);
        assertThat(after.sequence()).isGreaterThan(last.sequence());
        assertThat(Served.lists(office, after.lists().getFirst(), "after.example/")).isTrue();
        office.keeping().collect(office.clock().instant(), Duration.ZERO);
        assertThat(Served.whole(office)).isEqualTo(after);
        assertThat(office.files()).noneMatch(file -> file.toString().contains("unfinished"));
    }

    /// @param said by it
    private record Run(int exit, String said) {}

    private Run run(Path copy, Collection<String> options) throws Exception {
        List<String> command = new ArrayList<>(List.of("strace", "-f"));
        command.addAll(options);
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + Files.createDirectories(beside(copy)),
                "-cp", System.getProperty("java.class.path"), PublishOnce.class.getName(), copy.toString()));
        Path said = beside(copy).resolve("said");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new IOException("it hangs: " + Files.readString(said));
        }
        return new Run(process.exitValue(), Files.readString(said));
    }

    /// A folder for files of the process that are not the site's.
    private static Path beside(Path copy) {
        return copy.resolveSibling(copy.getFileName() + ".beside");
    }

    private Path copy(String name) throws IOException {
        Path copy = folder.resolve(name);
        try (Stream<Path> all = Files.walk(template)) {
            for (Path each : all.toList()) {
                Path target = copy.resolve(template.relativize(each).toString());
                if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(each, target);
                }
            }
        }
        return copy;
    }
}
