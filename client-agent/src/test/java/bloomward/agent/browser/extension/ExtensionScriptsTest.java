package bloomward.agent.browser.extension;

import bloomward.program.testing.NodeTests;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Runs the unit tests of the extension, which are JavaScript as it is: `src/test/extension`.
@Timeout(120)
final class ExtensionScriptsTest {

    @Test
    void passAll() throws Exception {
        NodeTests.pass(Path.of("src/test/extension"), 1);
    }
}
