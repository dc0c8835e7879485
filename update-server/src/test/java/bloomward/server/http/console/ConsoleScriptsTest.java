package bloomward.server.http.console;

import bloomward.program.testing.NodeTests;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Runs the unit tests of the console's modules, which are JavaScript as it is: `src/test/console`.
@Timeout(300)
final class ConsoleScriptsTest {

    @Test
    void passAll() throws Exception {
        NodeTests.pass(Path.of("src/test/console"), 3);
    }
}
