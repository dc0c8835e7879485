package bloomward.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The built program, as a shell runs it; first of all, every command in README.md as it is printed.
final class ProgramIT {

    private static final Path MODULE = Path.of("").toAbsolutePath();

    @TempDir
    private Path folder;

    @BeforeEach
    void linkTheModules() throws IOException {
        for (String name : List.of("client-agent", "blocklists")) {
            Files.createSymbolicLink(folder.resolve(name), MODULE.resolveSibling(name));
        }
    }

    @Test
    void theCommandsDoWhatThePageSays() throws Exception {
        List<String> outputs = new ArrayList<>();
        for (String line : Files.readAllLines(MODULE.resolve("README.md"))) {
            if (line.startsWith("    client-agent/bin/")) {
                outputs.add(run(line.strip()));
            }
        }
        assertThat(outputs).hasSize(4);
        assertThat(outputs.get(0)).startsWith("exit 0").contains("http://www.evil.example/login?x", "evil.example/");
        assertThat(outputs.get(1)).startsWith("exit 0").contains("malware.packed: packed, ", "0 left out");
        assertThat(outputs.get(2)).startsWith("exit 1").contains("hit: updates.test/");
        assertThat(outputs.get(3)).startsWith("exit 0").contains("flatBlocks", "expectedRate");
    }

    /// Without one, the file that the JVM opened first would be read as URLs.
    @Test
    void takesAClosedStandardInputForAnEmptyOne() throws Exception {
        assertThat(run("client-agent/bin/bloomward url <&-")).isEqualTo("exit 0\n");
    }

    @Test
    void stopsWithoutAWordWhenNobodyReadsOn() throws Exception {
        assertThat(
                run("(yes a.example | head -n 100000; echo '' ) | client-agent/bin/bloomward url -o jsonl | head -n 1"))
                .startsWith("exit 0\n{\"input\":\"a.example\"")
                .hasLineCount(2);
    }

    private String run(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command).directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return "exit " + process.waitFor() + "\n" + output;
    }
}
