package bloomward.agent.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The agent as a process of its own.
@Timeout(300)
final class AgentIT {

    @TempDir
    private Path folder;

    private ProcessBuilder agent(String... arguments) {
        ProcessBuilder process = new ProcessBuilder(new ArrayList<>(List.of("bin/bloomward", "agent")));
        process.command().addAll(List.of(arguments));
        process.environment().put("BLOOMWARD_DATA_DIR", folder.resolve("store").toString());
        process.environment().put("BLOOMWARD_SOCKET", folder.resolve("run/agent.sock").toString());
        return process.redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    @Test
    void answersUntilItIsEndedAndLeavesNoSocket() throws Exception {
        Process running = agent("run", "--ready-json").start();
        try (BufferedReader out = running.inputReader(UTF_8)) {
            Path socket = folder.toRealPath().resolve("run/agent.sock");
            assertThat(out.readLine()).isEqualTo("{\"socket\":\"" + socket + "\",\"pid\":" + running.pid() + "}");
            assertThat(socket).exists();

            Process status = agent("status", "-o", "json").start();
            assertThat(new String(status.getInputStream().readAllBytes(), UTF_8)).contains("\"pid\":" + running.pid());
            assertThat(status.waitFor()).isEqualTo(1);
            assertThat(agent("run").start().waitFor()).as("a second one").isEqualTo(2);

            running.destroy();
            assertThat(running.waitFor()).isEqualTo(143);
            assertThat(socket).doesNotExist();
        } finally {
            running.destroyForcibly();
        }
        assertThat(Files.exists(folder.resolve("store"))).as("nothing is made that is not needed").isFalse();
    }

    @Test
    void anAgentOfTheMachineIsReadyForManyUsers() throws Exception {
        Path said = folder.resolve("said");
        ProcessBuilder process = agent("run", "--ready-json").redirectError(said.toFile());
        process.environment().put("BLOOMWARD_SOCKET_ACCESS", "everyone");
        Process running = process.start();
        try (BufferedReader out = running.inputReader(UTF_8)) {
            assertThat(out.readLine()).contains("\"pid\":" + running.pid());
            assertThat(scheduler(running)).as("carriers of virtual threads")
                    .contains("parallelism = " + 4 * Runtime.getRuntime().availableProcessors());
            assertThat(Files.readAllLines(said)).as("no word of the JVM")
                    .allMatch(line -> line.matches("2\\S+Z (info|error) .*"));
        } finally {
            running.destroyForcibly().waitFor();
        }
    }

    private static String scheduler(Process program) throws IOException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process asked = new ProcessBuilder(jcmd, String.valueOf(program.pid()), "Thread.vthread_scheduler").start();
        return new String(asked.getInputStream().readAllBytes(), UTF_8);
    }
}
