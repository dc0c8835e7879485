package bloomward.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The launcher's search for the program and a JDK, and the arguments and options that it hands over.
final class LauncherIT extends LaunchedProject {

    private static final String RARELY_WAKING = "-XX:+UnlockDiagnosticVMOptions -XX:AsyncDeflationInterval=10000"
            + " -XX:ServiceThreadCleanupInterval=10000";

    @Test
    void startsTheRealProgram() throws Exception {
        Ended ended = run(folder, MODULE.resolve("bin/bloomward").toString(), "--version");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out()).startsWith("bloomward ");
        assertThat(ended.code()).isZero();
    }

    /// They are the larger part of each of its starts.
    @Test
    void bloomwardAdminHasTheClassesThatAskAServerInItsArchive() throws Exception {
        Path built = MODULE.resolveSibling("update-server/target/app");
        Path app = Files.createDirectory(folder.resolve("admin"));
        Files.createSymbolicLink(app.resolve("lib"), built.resolve("lib"));
        Files.copy(built.resolve("classpath"), app.resolve("classpath"));
        Path program = Files.createDirectory(app.resolve("bin")).resolve("bloomward-admin");
        Files.copy(built.resolve("bin/bloomward-admin"), program);
        Path token = folder.resolve("token");
        Files.createFile(token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(token, "none");
        Path log = folder.resolve("classes.log");
        environment.put("BLOOMWARD_JAVA_OPTS", "-Xlog:class+load=info:file=" + log);
        Ended ended = run(folder, program.toString(), "whoami", "--server", "http://127.0.0.1:1", "--token-file",
                token.toString());
        assertThat(ended.err()).contains("connection refused");
        assertThat(log).content().contains("bloomward.server.cli.client.ApiHttp source: shared objects file");
        try (Stream<Path> files = Files.list(app.resolve("cds"))) {
            assertThat(files).hasSize(1);
        }
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
        assertThat(run(folder, app.resolve("bin/bloomward").toString(), "a"))
                .isEqualTo(new Ended(0, "first\n[a]\n", ""));
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
    void keepsOnlyThoseThatStaySmall() throws Exception {
        Path app = layOut();
        writeRuntime(app, "echo \"$MALLOC_ARENA_MAX $*\"");
        environment.remove("BLOOMWARD_JAVA_HOME");
        environment.put("MALLOC_ARENA_MAX", "");
        String program = app.resolve("bin/bloomward").toString();
        assertThat(run(folder, program, "agent", "run", "--x").out()).startsWith("1 -XX")
                .contains("-Xmx32m", "-Xms5m", "--finalization=disabled", "-XX:-ShrinkHeapInSteps",
                        "-XX:TrimNativeHeapInterval=60000", "-XX:+ExitOnOutOfMemoryError", RARELY_WAKING)
                .endsWith(" bloomward.agent.Main agent run --x\n");
        assertThat(run(folder, program, "native-host", "--x").out()).startsWith("1 -XX")
                .contains("-Xmx8m", RARELY_WAKING);
        for (String[] other : new String[][] {{"agent", "status"}, {"agent"}, {"url", "agent", "run"},
            {"check", "x"}}) {
            List<String> command = new ArrayList<>(List.of(program));
            command.addAll(List.of(other));
            assertThat(run(folder, command.toArray(String[]::new)).out()).startsWith(" -XX")
                    .doesNotContain("-Xmx", RARELY_WAKING);
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

    /// A run-time whose JVM does what the text says.
    private static void writeRuntime(Path app, String text) throws IOException {
        Path java = Files.createDirectories(app.resolve("runtime/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n" + text + "\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(app.resolve("runtime/release"), "JAVA_VERSION=\"25.0.1\"\n");
    }
}
