package bloomward.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The one command that shows everything, as it is printed in README.md, and the commands that it prints.
final class QuickstartIT {

    private static final Path PROJECT = Path.of("").toAbsolutePath().resolveSibling("");
    private static final String QUICKSTART = "client-agent/bin/bloomward quickstart";

    @TempDir
    private Path folder;
    /// The only place for temporary files that these programs know, so that nobody else's can be taken for theirs.
    private Path temporary;
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void makePlace() throws IOException {
        temporary = Files.createDirectory(folder.resolve("tmp"));
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        assertThat(ProcessHandle.allProcesses().flatMap(each -> each.info().commandLine().stream())
                .filter(line -> line.contains(folder.toString()))).as("processes left").isEmpty();
        try (Stream<Path> files = Files.list(temporary)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .noneMatch(name -> name.startsWith("bloomward-quickstart"));
        }
    }

    @Test
    void staysUntilItIsToldToEndAndItsNextCommandsWork() throws Exception {
        assertThat(Files.readString(PROJECT.resolve("README.md"))).contains("\n    " + QUICKSTART + "\n");
        Process process = start(QUICKSTART);
        List<String> said = linesUntilNext(process);
        assertThat(said.indexOf("9. All came out as it must")).isPositive();

        try (Terminal terminal = new Terminal(folder)) {
            List<String> typed = commands(said.subList(said.indexOf("9. All came out as it must"), said.size()));
            List<String> answers = new ArrayList<>();
            for (String command : typed) {
                answers.addAll(terminal.type(command));
            }
            assertThat(String.join("\n", answers)).contains("LISTED   https://www.login-bank.example/",
                    "just-reported.example/login", "published: listed", "+20,024", "ok       agent ");
        }

        process.toHandle().destroy(); // Process.destroy would close the streams, too
        assertThat(process.inputReader().lines()).containsExactly("Server and agent are stopped, and nothing is left.");
        assertThat(process.waitFor()).as("128 + SIGTERM").isEqualTo(143);
    }

    @Test
    void endsWhenItsServerDoes() throws Exception {
        Process process = start(QUICKSTART);
        linesUntilNext(process);
        process.children().filter(each -> each.info().commandLine().orElse("").contains("update-server"))
                .findFirst().orElseThrow().destroyForcibly();
        assertThat(process.waitFor()).isOne();
        assertThat(String.join("\n", process.inputReader().lines().toList())).contains("ended by itself, with 137");
    }

    @Test
    void whatItPrintsCanBeTypedAgain() throws Exception {
        Path kept = folder.resolve("kept here");
        Process process = start(QUICKSTART + " --exit --keep '" + kept + "'");
        List<String> said = process.inputReader().lines().toList();
        assertThat(process.waitFor()).as(String.join("\n", said)).isZero();
        assertThat(verdicts(said)).containsExactly("LISTED   https://login-bank.example/",
                "LISTED   HTTP://Downloads.EXAMPLE:80/./a/../%66ree/setup.exe?x=1#top",
                "LISTED   https://www.account-check.test/", "allowed  http://www.parcel-fee.example/press/2026",
                "clean    https://www.good.example/", "clean    https://shop.anything.co.uk/",
                "clean    http://just-reported.example/login", "LISTED   http://just-reported.example/login");
        assertThat(said).anyMatch(line -> line.contains("public-suffix: co.uk/"))
                .anyMatch(line -> line.contains("protected after"));

        Files.move(kept, folder.resolve("first"));
        List<String> again = new ArrayList<>();
        try (Terminal terminal = new Terminal(folder)) {
            for (String command : commands(said)) {
                again.addAll(terminal.type(command));
            }
        }
        assertThat(verdicts(again)).isEqualTo(verdicts(said));
    }

    private Process start(String line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "exec " + line).directory(PROJECT.toFile())
                .redirectErrorStream(true);
        builder.environment().put("BLOOMWARD_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
        Process process = builder.start();
        started.add(process);
        process.getOutputStream().close();
        return process;
    }

    /// What it said up to the line after which it waits.
    private static List<String> linesUntilNext(Process process) throws IOException {
        List<String> lines = new ArrayList<>();
        BufferedReader reader = process.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.add(line);
            if (line.startsWith("   Next:")) {
                return lines;
            }
        }
        throw new AssertionError(String.join("\n", lines));
    }

    private static List<String> commands(List<String> said) {
        return said.stream().filter(line -> line.startsWith("   $ ")).map(line -> line.substring("   $ ".length()))
                .toList();
    }

    /// Of each line that is a verdict, the verdict and the URL.
    private static List<String> verdicts(List<String> lines) {
        return lines.stream().map(String::strip).filter(line -> line.matches("(?i)(LISTED|allowed|clean) +http.*"))
                .map(line -> line.replaceFirst("(\\S+ +\\S+).*", "$1")).toList();
    }
}
