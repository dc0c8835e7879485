package bloomward.server.guides;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import bloomward.server.guides.Guide.Block;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No block of a guide destroys a key that it could not replace, also where a person pastes the whole block into a shell that
/// goes on after a failure.
final class KeysGuideTest {

    /// Every program of the page is a stand-in: the step with this number fails, and `rm` only notes that it was called.
    private static final String STAND_INS = """
            step=0
            stand_in() {
              step=$((step + 1))
              [ "$step" != "$FAILING" ]
            }
            bloomward-admin() { stand_in; }
            bloomward-server() { stand_in; }
            curl() { :; }
            sha256sum() { :; }
            rm() { echo "$*" >> removed; }
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void needsAShell() {
        Needs.programs("bash");
    }

    /// Whether a block calls `rm` if one of its steps fails.
    private boolean removes(Block block, int failing) throws Exception {
        Path removed = folder.resolve("removed");
        Files.deleteIfExists(removed);
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", STAND_INS + String.join("\n", block.lines()))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        shell.environment().put("FAILING", Integer.toString(failing));
        shell.start().waitFor();
        return Files.exists(removed);
    }

    @Test
    void keepsTheOldKeysWhereAStepFails() throws Exception {
        List<Block> removing = Guide.read(Path.of("KEYS.md"))
                .blocks()
                .stream()
                .filter(block -> block.lines().stream().anyMatch(line -> line.strip().startsWith("rm ")))
                .toList();
        assertThat(removing).hasSize(3);
        for (Block block : removing) {
            long steps = block.lines().stream().filter(line -> line.contains("bloomward-")).count();
            assertThat(steps).isPositive();
            assertThat(removes(block, 0)).as("%s, nothing fails", block.section()).isTrue();
            for (int failing = 1; failing <= steps; failing++) {
                assertThat(removes(block, failing)).as("%s, step %s fails", block.section(), failing).isFalse();
            }
        }
    }

    /// The shell empties such a file before the program can refuse.
    @Test
    void noPublicKeyIsWrittenByTheShell() throws Exception {
        for (Block block : Guide.read(Path.of("KEYS.md")).blocks()) {
            assertThat(block.lines()).as(block.section()).noneMatch(line -> line.contains(" > "));
        }
    }
}
