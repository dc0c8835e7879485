package bloomward.agent.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/// The launcher as a real process, in a folder laid out like the project.
///
/// Instead of the agent it mostly starts a program of a few lines, which prints its arguments: a test then sees all
/// that the launcher hands over, whatever the agent does with it.
@Timeout(value = 300, threadMode = ThreadMode.SEPARATE_THREAD)
abstract class LaunchedProject {

    static final Path MODULE = Path.of("").toAbsolutePath();
    static final Path SCRIPT = Path.of("shared-format/program/src/main/sh/launch.sh");
    static final Path PROGRAM = Path.of("client-agent/bin/bloomward");
    static final Path APP = Path.of("client-agent/target/app");
    private static final Map<String, byte[]> JARS = new HashMap<>();

    @TempDir
    Path folder;
    Path project;
    Path archives;
    final Map<String, String> environment = new HashMap<>();
    final List<Process> processes = new ArrayList<>();
    String label = "";

    record Ended(int code, String out, String err) {}

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

    Ended start(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(project.resolve(PROGRAM).toString()));
        command.addAll(List.of(arguments));
        return run(folder, command.toArray(String[]::new));
    }

    Ended run(Path from, String... command) throws IOException, InterruptedException {
        return end(process(from, command));
    }

    Process process(Path from, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(from.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        processes.add(process);
        process.getOutputStream().close();
        return process;
    }

    static Ended end(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
        return new Ended(process.waitFor(), out, err);
    }

    Path jar() {
        return project.resolve(APP).resolve("lib/client-agent-1.jar");
    }

    /// Lays out a built program that prints the label, its arguments and, if set, a property, and ends with `EXIT_CODE`.
    void writeApp(String label) throws IOException {
        this.label = label;
        if (!JARS.containsKey(label)) {
            JARS.put(label, compile(label));
        }
        Files.createDirectories(jar().getParent());
        Files.deleteIfExists(jar());
        Files.write(jar(), JARS.get(label));
        Files.writeString(project.resolve(APP).resolve("classpath"), "lib/client-agent-1.jar");
    }

    /// The jar of that program.
    private byte[] compile(String label) throws IOException {
        Path source = Files.createDirectories(folder.resolve("source")).resolve("Main.java");
        Path classes = folder.resolve("classes-" + label);
        Path jar = folder.resolve(label + ".jar");
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
                        System.exit(Integer.parseInt(System.getenv().getOrDefault("EXIT_CODE", "0")));
                    }
                }
                """.formatted(label));
        runTool("javac", "-d", classes.toString(), source.toString());
        runTool("jar", "--create", "--no-compress", "--file", jar.toString(), "-C", classes.toString(), ".");
        return Files.readAllBytes(jar);
    }

    /// A program as the build lays it out, with no project around it.
    Path layOut() throws IOException {
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

    static void runTool(String name, String... arguments) {
        int code = ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, arguments);
        assertThat(code).as(name).isZero();
    }
}
