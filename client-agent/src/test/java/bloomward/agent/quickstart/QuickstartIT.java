package bloomward.agent.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
    /// TMPDIR, so that nobody else's folder can be taken for theirs.
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
        assertThat(ProcessHandle.allProcesses()
                .flatMap(each -> each.info().commandLine().stream())
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
        assertThat(said.indexOf("9. All steps succeeded")).isPositive();
        assertThat(said).as("TMPDIR").anyMatch(line -> line.startsWith("   $ mkdir -p " + temporary));
        assertThat(said).as("what the JVM says").noneMatch(line -> line.startsWith("     Picked up"));

        try (Terminal terminal = new Terminal(folder)) {
            List<String> typed = commands(said.subList(said.indexOf("9. All steps succeeded"), said.size()));
            List<String> answers = new ArrayList<>();
            for (String command : typed) {
                answers.addAll(terminal.type(command));
            }
            assertThat(String.join("\n", answers))
                    .contains("LISTED   https://www.login-bank.example/", "just-reported.example/login",
                            "agents say now: listed; after the next publication: listed", "+20,025", "ok       agent ")
                    .containsPattern("The proof: open http://phishing|no browser was found|only browsers in sandboxes");
            assertThat(typed).anyMatch(command -> command.endsWith(" browser install"));
            assertThat(folder.resolve(".mozilla")).doesNotExist();
        }

        process.toHandle().destroy(); // Process.destroy would close the streams, too
        assertThat(process.inputReader().lines()).containsExactly("Server and agent are stopped, and nothing is left.");
        assertThat(process.waitFor()).as("128 + SIGTERM").isEqualTo(143);
    }

    @Test
    void endsWhenItsServerDoes() throws Exception {
        Process process = start(QUICKSTART);
        linesUntilNext(process);
        process.children()
                .filter(each -> each.info().commandLine().orElse("").contains("update-server"))
                .findFirst()
                .orElseThrow()
                .destroyForcibly();
        assertThat(process.waitFor()).isOne();
        assertThat(String.join("\n", process.inputReader().lines().toList())).contains("ended unexpectedly, with 137");
    }

    @Test
    void endsWithoutAnErrorWhenATerminalTellsAllItsProcessesToEnd() throws Exception {
        Process process = start("setsid " + QUICKSTART);
        BufferedReader reader = process.inputReader();
        for (String line = reader.readLine(); !line.contains("bind.conf"); line = reader.readLine()) {
            assertThat(process.isAlive()).as(line).isTrue();
        }
        assertThat(new ProcessBuilder("sh", "-c", "kill -TERM -" + process.pid()).start().waitFor()).isZero();
        assertThat(reader.lines()).endsWith("Server and agent are stopped, and nothing is left.")
                .noneMatch(line -> line.startsWith("bloomward quickstart:"));
        assertThat(process.waitFor()).isEqualTo(143);
    }

    @Test
    void endsWhenNobodyReadsItsAccount() throws Exception {
        // A JVM that is to say something before its program and cannot, ends with 1.
        Process process = start("env -u JAVA_TOOL_OPTIONS " + QUICKSTART);
        assertThat(process.inputReader().readLine()).isNotNull();
        process.getInputStream().close();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as("as of every command before head").isZero();
    }

    @Test
    void saysWhichFolderIsNotThere() throws Exception {
        Path none = folder.resolve("none");
        Process process = start(QUICKSTART + " --keep '" + none.resolve("kept") + "'");
        assertThat(process.inputReader().lines())
                .contains("bloomward quickstart: --keep " + none.resolve("kept") + ": no such folder: " + none);
        assertThat(process.waitFor()).isEqualTo(2);

        process = start("env TMPDIR='" + none + "' " + QUICKSTART);
        assertThat(process.inputReader().lines())
                .contains("bloomward quickstart: " + none + ": not a folder; TMPDIR must name a folder");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    /// One run for both: a run takes fifty starts of programs.
    @Test
    void removesTheFolderOfAKilledOneAndWhatItPrintsCanBeTypedAgain() throws Exception {
        killOneWithItsPrograms();
        Path kept = folder.resolve("kept here");
        Process process = start(QUICKSTART + " --exit --keep '" + kept + "'");
        List<String> said = process.inputReader().lines().toList();
        assertThat(process.waitFor()).as(String.join("\n", said)).isZero();
        assertThat(said)
                .anyMatch(line -> line.startsWith("Ended and removed what a killed quickstart left in " + temporary));
        assertThat(verdicts(said)).containsExactly("LISTED   https://login-bank.example/",
                "LISTED   HTTP://Downloads.EXAMPLE:80/./a/../%66ree/setup.exe?x=1#top",
                "LISTED   https://www.account-check.test/", "allowed  http://www.parcel-fee.example/press/2026",
                "clean    https://www.good.example/", "clean    https://shop.anything.co.uk/",
                "clean    http://just-reported.example/login", "LISTED   http://just-reported.example/login");
        assertThat(said).anyMatch(line -> line.contains("public-suffix: co.uk/"))
                .anyMatch(line -> line.contains("protected by"));

        Files.move(kept, folder.resolve("first"));
        List<String> again = new ArrayList<>();
        try (Terminal terminal = new Terminal(folder)) {
            for (String command : commands(said)) {
                again.addAll(terminal.type(command));
            }
        }
        assertThat(verdicts(again)).isEqualTo(verdicts(said));
    }

    private void killOneWithItsPrograms() throws Exception {
        Process killed = start(QUICKSTART);
        linesUntil(killed, "7. "); // the agent runs from step 6 on
        List<ProcessHandle> programs = killed.children().toList();
        assertThat(programs).as("server, agent and watcher, and perhaps a command").hasSizeGreaterThanOrEqualTo(3);
        killed.destroyForcibly().waitFor();
        for (ProcessHandle program : programs) {
            program.onExit().get(60, TimeUnit.SECONDS);
        }
    }

    private Process start(String line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "exec " + line).directory(PROJECT.toFile())
                .redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of("TMPDIR", temporary.toString(), "JAVA_TOOL_OPTIONS", "-Dseen=by.every.jvm"));
        Process process = builder.start();
        started.add(process);
        process.getOutputStream().close();
        return process;
    }

    /// The output up to the line after which it waits.
    private static List<String> linesUntilNext(Process process) throws IOException {
        return linesUntil(process, "   Next:");
    }

    private static List<String> linesUntil(Process process, String beginning) throws IOException {
        List<String> lines = new ArrayList<>();
        BufferedReader reader = process.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.add(line);
            if (line.startsWith(beginning)) {
                return lines;
            }
        }
        throw new AssertionError(String.join("\n", lines));
    }

    private static List<String> commands(List<String> said) {
        return said.stream()
                .filter(line -> line.startsWith("   $ "))
                .map(line -> line.substring("   $ ".length()))
                .toList();
    }

    /// Of each line that is a verdict, the verdict and the URL.
    private static List<String> verdicts(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> line.matches("(?i)(LISTED|allowed|clean) +http.*"))
                .map(line -> line.replaceFirst("(\\S+ +\\S+).*", "$1"))
                .toList();
    }
}
