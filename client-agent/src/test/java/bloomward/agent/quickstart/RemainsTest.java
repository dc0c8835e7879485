package bloomward.agent.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/// The remains of a killed quickstart, and their removal by the next one. The processes are real.
@Timeout(value = 300, threadMode = ThreadMode.SEPARATE_THREAD)
final class RemainsTest {

    @TempDir
    private Path temporary;
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    private Process sleeping() throws IOException {
        Process process = new ProcessBuilder("sleep", "1000").start();
        started.add(process);
        return process;
    }

    /// One that has ended.
    private ProcessHandle ended() throws Exception {
        Process process = sleeping();
        ProcessHandle handle = process.toHandle();
        handle.info(); // as it lives
        process.destroyForcibly().waitFor();
        return handle;
    }

    private Path folder(String name) throws IOException {
        Path folder = Files.createDirectory(temporary.resolve(name));
        Files.createDirectories(folder.resolve("server/keys"));
        Files.writeString(folder.resolve("server/keys/a.key"), "secret");
        return folder;
    }

    private static void write(Path folder, String... lines) throws IOException {
        Files.write(folder.resolve(Register.FILE), List.of(lines));
    }

    private static String line(ProcessHandle process) {
        return process.pid() + " " + process.info().startInstant().orElseThrow().toEpochMilli();
    }

    @Test
    void areEndedAndRemovedIfTheirQuickstartIsGone() throws Exception {
        Process server = sleeping();
        Path folder = folder("bloomward-quickstart-1");
        write(folder, ended().pid() + " 1", line(server.toHandle()));
        assertThat(Remains.clear(temporary)).containsExactly(folder);
        server.waitFor();
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void areLeftToAQuickstartThatRuns() throws Exception {
        Process server = sleeping();
        Path folder = folder("bloomward-quickstart-1");
        Register register = Register.begin(folder);
        register.add(server.toHandle());
        assertThat(Files.readAllLines(folder.resolve(Register.FILE))).containsExactly(line(ProcessHandle.current()),
                line(server.toHandle()));
        assertThat(Remains.clear(temporary)).isEmpty();
        assertThat(server.isAlive()).isTrue();
        assertThat(folder.resolve("server/keys/a.key")).exists();
    }

    @Test
    void areNoProcessesThatBeganAtAnotherTime() throws Exception {
        Process stranger = sleeping();
        Path folder = folder("bloomward-quickstart-1");
        long begin = stranger.info().startInstant().orElseThrow().toEpochMilli();
        write(folder, ended().pid() + " 1", stranger.pid() + " " + (begin - 60_000));
        assertThat(Remains.clear(temporary)).containsExactly(folder);
        assertThat(stranger.isAlive()).isTrue();
        assertThat(folder).doesNotExist();
    }

    @Test
    void areNothingThatCannotBeProvedToBeOurs() throws Exception {
        folder("bloomward-quickstart-without-register");
        write(folder("bloomward-quickstart-odd"), "1", "x y");
        write(folder("another-program"), ended().pid() + " 1");
        Path elsewhere = folder("elsewhere");
        write(elsewhere, ended().pid() + " 1");
        Files.createSymbolicLink(temporary.resolve("bloomward-quickstart-link"), elsewhere);
        assertThat(Remains.clear(temporary)).isEmpty();
        try (var files = Files.list(temporary)) {
            assertThat(files).hasSize(5);
        }
        assertThat(elsewhere.resolve("server/keys/a.key")).exists();
    }

    @Test
    void endWithTheProcessThatStartedThem() throws Exception {
        Process server = sleeping();
        Register register = Register.begin(folder("bloomward-quickstart-1"));
        register.add(server.toHandle());
        Process watcher = Watcher.start(register).process();
        watcher.getOutputStream().close(); // as the kernel does when this process is killed
        server.waitFor();
        watcher.waitFor();
    }

    @Test
    void stayWhereTheWatcherIsDismissed() throws Exception {
        Process server = sleeping();
        Register register = Register.begin(folder("bloomward-quickstart-1"));
        register.add(server.toHandle());
        Watcher watcher = Watcher.start(register);
        watcher.dismiss();
        assertThat(watcher.process().isAlive()).isFalse();
        assertThat(server.isAlive()).isTrue();
    }
}
