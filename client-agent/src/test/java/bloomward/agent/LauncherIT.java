package bloomward.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/// The launcher as a real process, in a folder laid out like the project.
///
/// Instead of the agent it mostly starts a program of a few lines, which prints its arguments: what the launcher hands
/// over is then seen whatever the agent does with it.
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
final class LauncherIT {

    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final Path SCRIPT = Path.of("shared-format/src/main/sh/launch.sh");
    private static final Path PROGRAM = Path.of("client-agent/bin/bloomward");
    private static final Path APP = Path.of("client-agent/target/app");

    @TempDir
    private Path folder;
    private Path project;
    private Path archives;
    private final Map<String, String> environment = new HashMap<>();
    private final List<Process> processes = new ArrayList<>();
    private String label = "";

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void layOutTheProject() throws IOException {
        project = Files.createDirectory(folder.resolve("a project")).toRealPath();
        archives = project.resolve(APP).resolve("cds");
        for (Path file : List.of(SCRIPT, PROGRAM)) {
            Files.createDirectories(project.resolve(file).getParent());
            Files.copy(MODULE.resolveSibling(file), project.resolve(file));
        }
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        environment.put("LANG", "C");
        environment.put("BLOOMWARD_JAVA_HOME", System.getProperty("java.home"));
        writeApp("first");
    }

    @AfterEach
    void leaveNoProcessBehind() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void startsTheRealProgram() throws Exception {
        Ended ended = run(folder, MODULE.resolve("bin/bloomward").toString(), "--version");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out()).startsWith("bloomward ");
        assertThat(ended.code()).isZero();
    }

    @Test
    void programsDifferInTheirNameOnly() throws IOException {
        Path server = MODULE.resolveSibling("update-server/bin");
        assertThat(server.resolve("bloomward-server")).hasSameBinaryContentAs(MODULE.resolve("bin/bloomward"));
        assertThat(server.resolve("bloomward-admin")).hasSameBinaryContentAs(MODULE.resolve("bin/bloomward"));
    }

    @Test
    void isFoundThroughAChainOfLinksFromAnotherFolder() throws Exception {
        Path inside = Files.createDirectories(folder.resolve("x/y"));
        Files.createSymbolicLink(inside.resolve("one"), Path.of("../../a project").resolve(PROGRAM));
        Files.createSymbolicLink(folder.resolve("x/two"), Path.of("y/one"));
        Files.createSymbolicLink(inside.resolve("three"), Path.of("../two"));
        assertThat(run(inside, "./three").out()).isEqualTo("first\n");
        environment.merge("PATH", inside.toString(), (path, first) -> first + ":" + path);
        assertThat(run(folder, "/bin/sh", "-c", "three").out()).isEqualTo("first\n");
    }

    @Test
    void runsFromWhereverItIsLaidOut() throws Exception {
        Path app = layOut();
        assertThat(run(folder, app.resolve("bin/bloomward").toString(), "a")).isEqualTo(new Ended(0, "first\n[a]\n",
                ""));
        try (Stream<Path> files = Files.list(app.resolve("cds"))) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void prefersTheRuntimeThatItBrings() throws Exception {
        Path app = layOut();
        writeRuntime(app, "echo brought");
        environment.put("JAVA_HOME", String.valueOf(environment.remove("BLOOMWARD_JAVA_HOME")));
        assertThat(run(folder, app.resolve("bin/bloomward").toString())).isEqualTo(new Ended(0, "brought\n", ""));
        environment.put("BLOOMWARD_JAVA_HOME", System.getProperty("java.home"));
        assertThat(run(folder, app.resolve("bin/bloomward").toString())).isEqualTo(new Ended(0, "first\n", ""));
    }

    @Test
    void usesTheArchiveThatItsRuntimeBringsWhileNoJarWasChanged() throws Exception {
        Path app = layOut();
        Path jdk = Path.of(String.valueOf(environment.remove("BLOOMWARD_JAVA_HOME")));
        Files.createDirectories(app.resolve("runtime/lib"));
        for (String part : List.of("bin", "release")) {
            Files.createSymbolicLink(app.resolve("runtime").resolve(part), jdk.resolve(part));
        }
        String program = app.resolve("bin/bloomward").toString();
        FileTime time = FileTime.from(Instant.parse("2026-01-02T03:04:05Z"));
        Path jar = Files.setLastModifiedTime(app.resolve("lib/client-agent-1.jar"), time);
        assertThat(run(folder, program).out()).isEqualTo("first\n");
        try (Stream<Path> made = Files.list(app.resolve("cds"))) {
            Path brought = Files.move(made.findFirst().orElseThrow(), app.resolve("runtime/lib/bloomward.jsa"));
            Files.setLastModifiedTime(brought, time);
        }
        Files.delete(app.resolve("cds"));
        Path log = folder.resolve("brought.log");
        environment.put("BLOOMWARD_JAVA_OPTS", "-Xlog:class+load=info:file=" + log);
        assertThat(run(folder, program)).isEqualTo(new Ended(0, "first\n", ""));
        assertThat(log).content().contains("bloomward.agent.Main source: shared objects file");
        assertThat(app.resolve("cds")).doesNotExist();
        Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-01-02T03:04:06Z")));
        assertThat(run(folder, program)).isEqualTo(new Ended(0, "first\n", ""));
        assertThat(app.resolve("cds")).isNotEmptyDirectory();
    }

    @Test
    void keepsOnlyTheAgentThatStaysSmall() throws Exception {
        Path app = layOut();
        writeRuntime(app, "echo \"$MALLOC_ARENA_MAX $*\"");
        environment.remove("BLOOMWARD_JAVA_HOME");
        environment.put("MALLOC_ARENA_MAX", "");
        String program = app.resolve("bin/bloomward").toString();
        assertThat(run(folder, program, "agent", "run", "--x").out()).startsWith("1 -XX").contains("-Xmx32m", "-Xms5m")
                .endsWith(" bloomward.agent.Main agent run --x\n");
        for (String[] other : new String[][] {{"agent", "status"}, {"agent"}, {"url", "agent", "run"}, {"check",
            "x"}}) {
            List<String> command = new ArrayList<>(List.of(program));
            command.addAll(List.of(other));
            assertThat(run(folder, command.toArray(String[]::new)).out()).startsWith(" -XX").doesNotContain("-Xmx");
        }
    }

    @Test
    void handsArgumentsOverUnchanged() throws Exception {
        // Called by a script in UTF-8, because this JVM may itself run where no argument can hold such letters.
        Path script = Files.writeString(folder.resolve("call.sh"), """
                exec '%s' 'https://münchen.example/☃?a=1&b' '' 'two  blanks ' '*' '$HOME' -x 'a
                b'
                """.formatted(project.resolve(PROGRAM)));
        String expected = "first\n[https://münchen.example/☃?a=1&b]\n[]\n[two  blanks ]\n[*]\n[$HOME]\n[-x]\n[a\nb]\n";
        for (String locale : List.of("C", "xx_XX.UTF-8", "de_DE.ISO-8859-1", "C.UTF-8")) {
            environment.put("LANG", locale);
            assertThat(run(folder, "/bin/sh", script.toString())).as(locale).isEqualTo(new Ended(0, expected, ""));
        }
    }

    @Test
    void keepsStandardOutputCleanWhateverTheArchive() throws Exception {
        assertThat(start()).isEqualTo(new Ended(0, "first\n", ""));
        try (RandomAccessFile file = new RandomAccessFile(archive().toFile(), "rw")) {
            byte[] noise = new byte[(int) file.length() - 8192];
            Arrays.fill(noise, (byte) 0xa5);
            file.seek(8192);
            file.write(noise);
        }
        assertThat(start()).isEqualTo(new Ended(0, "first\n", ""));
        try (RandomAccessFile file = new RandomAccessFile(archive().toFile(), "rw")) {
            file.setLength(5000);
        }
        assertThat(start()).isEqualTo(new Ended(0, "first\n", ""));
        assertThat(usesTheArchive()).isTrue();
    }

    @Test
    void usesTheArchiveFromTheFirstStartOn() throws Exception {
        assertThat(usesTheArchive()).isTrue();
        Path made = archive();
        assertThat(usesTheArchive()).isTrue();
        assertThat(archive()).isEqualTo(made);
    }

    @Test
    void runsTheNewCodeWhenAJarIsReplaced() throws Exception {
        assertThat(start().out()).isEqualTo("first\n");
        Path old = archive();
        FileTime time = Files.getLastModifiedTime(jar());
        long size = Files.size(jar());
        writeApp("other");
        Files.setLastModifiedTime(jar(), time);
        assertThat(jar()).hasSize(size);
        assertThat(start().out()).isEqualTo("other\n");
        assertThat(archive()).isNotEqualTo(old);
        assertThat(usesTheArchive()).isTrue();
    }

    @Test
    void keepsTheArchiveInTheCacheFolderWhereTheModuleTakesNone() throws Exception {
        Files.writeString(archives, "in the way");
        environment.put("HOME", folder.toString());
        assertThat(usesTheArchive()).isTrue();
        try (Stream<Path> files = Files.walk(folder.resolve(".cache/bloomward"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".jsa"))).hasSize(1);
        }
    }

    @Test
    void doesWithoutAnArchiveWhereNoFolderTakesOne() throws Exception {
        Files.writeString(archives, "in the way");
        assertThat(start("a")).isEqualTo(new Ended(0, "first\n[a]\n", ""));
        environment.put("HOME", "/dev/null");
        assertThat(start("a")).isEqualTo(new Ended(0, "first\n[a]\n", ""));
        environment.put("HOME", "");
        assertThat(start("a")).isEqualTo(new Ended(0, "first\n[a]\n", ""));
    }

    @Test
    void manyFirstStartsAtOnceMakeOneArchive() throws Exception {
        List<Process> starts = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            starts.add(process(folder, project.resolve(PROGRAM).toString()));
        }
        for (Process start : starts) {
            assertThat(end(start)).isEqualTo(new Ended(0, "first\n", ""));
        }
        try (Stream<Path> files = Files.list(archives)) {
            assertThat(files).containsExactly(archive());
        }
    }

    @Test
    void takesOverTheLockOfADeadProcess() throws Exception {
        Files.createDirectories(archives);
        Files.createSymbolicLink(archives.resolve("bloomward.lock"), Path.of("999999999"));
        assertThat(usesTheArchive()).isTrue();
        assertThat(archives.resolve("bloomward.lock")).doesNotExist();
    }

    @Test
    void refusesAJavaHomeThatIsNotAJdk25() throws Exception {
        Path home = folder.resolve("jdk");
        Files.createDirectories(home.resolve("bin"));
        assertThat(Files.createFile(home.resolve("bin/java")).toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.2\"\n");
        environment.put("BLOOMWARD_JAVA_HOME", home.toString());
        Ended ended = start();
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("BLOOMWARD_JAVA_HOME is " + home).contains("JDK 25");
    }

    @Test
    void letsTheUsersOptionsWin() throws Exception {
        environment.put("BLOOMWARD_JAVA_OPTS", "-XX:+UseParallelGC -Dbloomward.test.line=*");
        assertThat(start()).isEqualTo(new Ended(0, "first\n*\n", ""));
    }

    @Test
    void saysThatAnInstallationIsIncomplete() throws Exception {
        Files.delete(project.resolve(APP).resolve("classpath"));
        Ended ended = start();
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("incomplete");
    }

    @Test
    void buildsOnceWhenTwoStartTogether() throws Exception {
        Path built = moveTheBuiltAppAway();
        writeMaven("echo run >>'%s/runs'; cp -R '%s/.' client-agent/target/app".formatted(folder, built));
        Files.createDirectories(project.resolve("target"));
        Files.createSymbolicLink(project.resolve("target/build-lock"), Path.of("999999999"));
        Process one = process(folder, project.resolve(PROGRAM).toString(), "a");
        Process two = process(folder, project.resolve(PROGRAM).toString(), "b");
        Ended first = end(one);
        Ended second = end(two);
        assertThat(first.out()).isEqualTo("first\n[a]\n");
        assertThat(second.out()).isEqualTo("first\n[b]\n");
        assertThat(first.err() + second.err()).containsOnlyOnce("Building Bloomward, once");
        assertThat(folder.resolve("runs")).hasContent("run");
        assertThat(project.resolve("target/build-lock")).doesNotExist();
    }

    @Test
    void saysWhyTheBuildFailed() throws Exception {
        moveTheBuiltAppAway();
        writeMaven("echo '[ERROR] no network'; exit 1");
        Ended ended = start();
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("[ERROR] no network").contains("target/build-bloomward.log");
        assertThat(project.resolve("target/build-lock")).doesNotExist();
    }

    private Ended start(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(project.resolve(PROGRAM).toString()));
        command.addAll(List.of(arguments));
        return run(folder, command.toArray(String[]::new));
    }

    private Ended run(Path from, String... command) throws IOException, InterruptedException {
        return end(process(from, command));
    }

    private Process process(Path from, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(from.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        processes.add(process);
        process.getOutputStream().close();
        return process;
    }

    private static Ended end(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
        return new Ended(process.waitFor(), out, err);
    }

    private boolean usesTheArchive() throws IOException, InterruptedException {
        Path log = folder.resolve("classes.log");
        environment.put("BLOOMWARD_JAVA_OPTS", "-Xlog:class+load=info:file=" + log);
        assertThat(start()).isEqualTo(new Ended(0, label + "\n", ""));
        environment.remove("BLOOMWARD_JAVA_OPTS");
        return Files.readString(log).contains("bloomward.agent.Main source: shared objects file");
    }

    private Path archive() throws IOException {
        try (Stream<Path> files = Files.list(archives)) {
            return files.filter(file -> file.toString().endsWith(".jsa")).findFirst().orElseThrow();
        }
    }

    private Path jar() {
        return project.resolve(APP).resolve("lib/client-agent-1.jar");
    }

    /// Lays out a built program that prints the label, its arguments and, if set, a property.
    private void writeApp(String label) throws IOException {
        this.label = label;
        Path source = Files.createDirectories(folder.resolve("source")).resolve("Main.java");
        Path classes = folder.resolve("classes-" + label);
        Files.writeString(source, """
                package bloomward.agent;

                public class Main {
                    public static void main(String[] args) {
                        System.out.println("%s");
                        for (String arg : args) {
                            System.out.println("[" + arg + "]");
                        }
                        if (System.getProperty("bloomward.test.line") != null) {
                            System.out.println(System.getProperty("bloomward.test.line"));
                        }
                    }
                }
                """.formatted(label));
        runTool("javac", "-d", classes.toString(), source.toString());
        Files.createDirectories(jar().getParent());
        Files.deleteIfExists(jar());
        runTool("jar", "--create", "--no-compress", "--file", jar().toString(), "-C", classes.toString(), ".");
        Files.writeString(project.resolve(APP).resolve("classpath"), "lib/client-agent-1.jar");
    }

    /// A program as the build lays it out, with no project around it.
    private Path layOut() throws IOException {
        Path app = folder.resolve("laid out");
        for (String part : List.of("bin", "lib")) {
            Files.createDirectories(app.resolve(part));
        }
        Files.copy(MODULE.resolve("bin/bloomward"), app.resolve("bin/bloomward"));
        Files.copy(MODULE.resolveSibling(SCRIPT), app.resolve("lib/launch.sh"));
        Files.copy(jar(), app.resolve("lib/client-agent-1.jar"));
        Files.copy(project.resolve(APP).resolve("classpath"), app.resolve("classpath"));
        return app;
    }

    /// A run-time whose JVM does what the text says.
    private static void writeRuntime(Path app, String text) throws IOException {
        Path java = Files.createDirectories(app.resolve("runtime/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n" + text + "\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(app.resolve("runtime/release"), "JAVA_VERSION=\"25.0.1\"\n");
    }

    private static void runTool(String name, String... arguments) {
        int code = ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, arguments);
        assertThat(code).as(name).isZero();
    }

    private Path moveTheBuiltAppAway() throws IOException {
        Path built = Files.move(project.resolve(APP), folder.resolve("built"));
        Files.createDirectories(project.resolve(APP));
        Files.writeString(project.resolve("pom.xml"), "<project/>");
        return built;
    }

    /// Puts a program in Maven's place that does what the text says.
    private void writeMaven(String text) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("maven"));
        Path maven = bin.resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\n" + text + "\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        environment.merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
    }
}
