package bloomward.program.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Unit tests of JavaScript that is shipped as it is, run by Node.
public final class NodeTests {

    private NodeTests() {}

    /// Runs all tests of a folder.
    ///
    /// @param least files that there must be
    public static void pass(Path folder, int least) throws IOException, InterruptedException {
        Needs.programs("node");
        List<String> command = new ArrayList<>(List.of("node", "--test"));
        try (Stream<Path> files = Files.list(folder)) {
            files.map(Path::toString).filter(name -> name.endsWith(".test.mjs")).sorted().forEach(command::add);
        }
        assertThat(command).as("tests in " + folder).hasSizeGreaterThanOrEqualTo(least + 2);
        Process node = new ProcessBuilder(command).redirectErrorStream(true).start();
        node.getOutputStream().close();
        String said = new String(node.getInputStream().readAllBytes(), UTF_8);
        assertThat(node.waitFor()).as(said).isZero();
    }
}
