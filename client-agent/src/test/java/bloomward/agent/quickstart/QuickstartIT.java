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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/// The one command that shows everything, as it is printed in README.md, and the commands that it prints.
///
/// A run takes fifty starts of programs, so only one is whole. The other ends are tried beside scripts that answer for server
/// and agent.
@Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
final class QuickstartIT {

    private static final Path PROJECT = Path.of("").toAbsolutePath().resolveSibling("");
    private static final String QUICKSTART = "client-agent/bin/bloomward quickstart";
    private static final String FIRST_COMMAND = "   $ update-server/bin/bloomward-admin list create";

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
        assertThat(said).as("ports that nobody else is given").anyMatch(line -> line.contains("--listen 127.0.0.1:2"));
        assertThat(said).as("what the JVM says").noneMatch(line -> line.startsWith("     Picked up"));
        assertThat(verdicts(said)).containsExactly("LISTED   https://login-bank.example/",
                "LISTED   HTTP://Downloads.EXAMPLE:80/./a/../%66ree/setup.exe?x=1#top",
                "LISTED   https://www.account-check.test/", "allowed  http://www.parcel-fee.example/press/2026",
                "clean    https://www.good.example/", "clean    https://shop.anything.co.uk/",
                "clean    http://just-reported.example/login", "LISTED   http://just-reported.example/login");
        assertThat(said).anyMatch(line -> line.contains("public-suffix: co.uk/"))
                .anyMatch(line -> line.contains("protected by"));

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
        Process process = start(QUICKSTART, pretendProject());
        linesUntilNext(process);
        process.children()
                .filter(each -> each.info().commandLine().orElse("").contains("update-server"))
                .findFirst()
                .orElseThrow()
                .destroyForcibly();
        assertThat(String.join("\n", process.inputReader().lines().toList())).contains("ended unexpectedly, with 137");
        assertThat(process.waitFor()).isOne();
    }

    @Test
    void endsWithoutAnErrorWhenATerminalTellsAllItsProcessesToEnd() throws Exception {
        Process process = start("setsid " + QUICKSTART, pretendProjectToldToEnd("bloomward-admin"));
        linesUntil(process, FIRST_COMMAND);
        assertThat(new ProcessBuilder("sh", "-c", "kill -TERM -" + process.pid()).start().waitFor()).isZero();
        assertThat(process.inputReader().lines()).endsWith("Server and agent are stopped, and nothing is left.")
                .noneMatch(line -> line.startsWith("bloomward quickstart:"));
        assertThat(process.waitFor()).isEqualTo(143);
    }

    /// Of the processes of a terminal, that command may be the first to end.
    @Test
    void endsWithoutAnErrorWhenItIsToldToEndAfterItsCommand() throws Exception {
        endsWithoutAnErrorAfter("bloomward-admin", FIRST_COMMAND);
    }

    @Test
    void endsWithoutAnErrorWhenItIsToldToEndAfterItsServerInTheMiddleOfALine() throws Exception {
        endsWithoutAnErrorAfter("bloomward-server", "     {");
    }

    private void endsWithoutAnErrorAfter(String program, String lastLine) throws Exception {
        Process process = start(QUICKSTART, pretendProjectToldToEnd(program));
        linesUntil(process, lastLine);
        process.children().forEach(each -> each.onExit().join()); // so the program was found to have failed
        process.toHandle().destroy();
        assertThat(process.inputReader().lines()).containsExactly("Server and agent are stopped, and nothing is left.");
        assertThat(process.waitFor()).isEqualTo(143);
    }

    @Test
    void endsWhenNobodyReadsItsAccount() throws Exception {
        // A JVM that is to say something before its program and cannot, ends with 1.
        Process process = start("env -u JAVA_TOOL_OPTIONS " + QUICKSTART, pretendProject());
        assertThat(process.inputReader().readLine()).isNotNull();
        process.getInputStream().close();
        assertThat(process.waitFor()).as("as of every command before head").isZero();
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

    @Test
    void removesTheFolderOfAKilledOne() throws Exception {
        String pretend = pretendProject();
        killOneWithItsPrograms(pretend);
        Path kept = folder.resolve("kept here");
        Process process = start(QUICKSTART + " --exit --keep '" + kept + "'", pretend);
        List<String> said = process.inputReader().lines().toList();
        assertThat(process.waitFor()).as(String.join("\n", said)).isZero();
        assertThat(said)
                .anyMatch(line -> line.startsWith("Ended and removed what a killed quickstart left in " + temporary))
                .endsWith("Server and agent are stopped; everything is in " + kept);
    }

    /// Two runs and all that they print, with the real server and agent.
    @Test
    @Tag("long")
    void whatItPrintsCanBeTypedAgain() throws Exception {
        killOneWithItsPrograms("");
        Path kept = folder.resolve("kept here");
        Process process = start(QUICKSTART + " --exit --keep '" + kept + "'");
        List<String> said = process.inputReader().lines().toList();
        assertThat(process.waitFor()).as(String.join("\n", said)).isZero();
        assertThat(said)
                .anyMatch(line -> line.startsWith("Ended and removed what a killed quickstart left in " + temporary));

        Files.move(kept, folder.resolve("first"));
        List<String> again = new ArrayList<>();
        try (Terminal terminal = new Terminal(folder)) {
            for (String command : commands(said)) {
                again.addAll(terminal.type(command));
            }
        }
        assertThat(verdicts(again)).isEqualTo(verdicts(said)).isNotEmpty();
    }

    private void killOneWithItsPrograms(String javaOptions) throws Exception {
        Process killed = start(QUICKSTART, javaOptions);
        linesUntil(killed, "7. "); // the agent runs from step 6 on
        List<ProcessHandle> programs = killed.children().toList();
        assertThat(programs).as("server, agent and watcher, and perhaps a command").hasSizeGreaterThanOrEqualTo(3);
        killed.destroyForcibly().waitFor();
        for (ProcessHandle program : programs) {
            program.onExit().join();
        }
    }

    /// Lays out a project in which scripts give the answers of server and agent, so that a run takes no other JVM.
    ///
    /// @return the options with which a quickstart takes it for its own
    private String pretendProject() throws IOException {
        Path project = folder.resolve("project");
        Files.createDirectories(project.resolve("blocklists/lists"));
        Files.writeString(project.resolve("blocklists/lists/phishing.txt"), "");
        write(project.resolve("update-server/bin/bloomward-server"), """
                case $1 in
                  serve) [ ! -e "$0.ended" ] || { printf '{"public":'; kill -TERM $$; }; echo '{"public":"http://127.0.0.1:1","admin":"http://127.0.0.1:2"}'; : >"$0.log"; exec tail -f "$0.log" ;;
                esac
                """);
        write(project.resolve("update-server/bin/bloomward-admin"), """
                case $* in
                  *co.uk) exit 1 ;;
                  'list create'*) [ ! -e "$0.ended" ] || kill -TERM $$ ;;
                esac
                """);
        write(project.resolve("client-agent/bin/bloomward"), """
                case $* in
                  'agent run '*) echo '{}'; : >"$0.log"; exec tail -f "$0.log" ;;
                  'agent update '*) : >"$0.updated" ;;
                  *parcel-fee*) echo allowed ;;
                  *good.example/ | *co.uk/) echo clean ;;
                  *just-reported*) [ -e "$0.updated" ] && echo listed && exit 1; echo clean ;;
                  check*) echo listed; exit 1 ;;
                esac
                """);
        return "-Dbloomward.home=" + project.resolve("client-agent/target/app");
    }

    /// One with a program that is told to end. A command is shown when it has ended.
    private String pretendProjectToldToEnd(String program) throws IOException {
        String options = pretendProject();
        Files.createFile(folder.resolve("project/update-server/bin/" + program + ".ended"));
        return options;
    }

    private static void write(Path script, String text) throws IOException {
        Files.createDirectories(script.getParent());
        Files.writeString(script, "#!/bin/sh\n" + text);
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private Process start(String line) throws IOException {
        return start(line, "");
    }

    private Process start(String line, String javaOptions) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "exec " + line).directory(PROJECT.toFile())
                .redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of("TMPDIR", temporary.toString(), "JAVA_TOOL_OPTIONS", "-Dseen=by.every.jvm",
                        "BLOOMWARD_JAVA_OPTS", javaOptions));
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
