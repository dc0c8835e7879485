package bloomward.server.http.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Runs the unit tests of the console's modules, which are JavaScript as it is: `src/test/console`.
@Timeout(120)
final class ConsoleScriptsTest {

    private static final Path TESTS = Path.of("src/test/console");

    @Test
    void passAll() throws Exception {
        Needs.programs("node");
        List<String> command = new ArrayList<>(List.of("node", "--test"));
        try (Stream<Path> files = Files.list(TESTS)) {
            files.map(Path::toString).filter(name -> name.endsWith(".test.mjs")).sorted().forEach(command::add);
        }
        assertThat(command).as("tests in " + TESTS).hasSizeGreaterThan(4);
        Process node = new ProcessBuilder(command).redirectErrorStream(true).start();
        node.getOutputStream().close();
        String said = new String(node.getInputStream().readAllBytes(), UTF_8);
        assertThat(node.waitFor()).as(said).isZero();
    }
}
