package bloomward.agent.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every command of INSTALL.md, CONFIGURATION.md and BROWSERS.md ends as the page says, without any server. ROLLOUT.md has [RolloutIT].
final class PageCommandsIT {

    @TempDir
    private Path folder;

    @Test
    void thoseOfInstallDoWhatThePageSays() throws Exception {
        GuideShell shell = new GuideShell(folder);
        String said = shell.type("INSTALL.md", Map.of());
        assertThat(said).containsSubsequence("bloomward-agent.service", "Installed.", "Uninstalled.", "Laid out.",
                "never tried on macOS", "never tried on Windows");
        assertThat(shell.site().resolve("package/usr/local/bin/bloomward")).isSymbolicLink();
        try (Stream<Path> left = Files.walk(shell.home())) {
            assertThat(left.filter(Files::isRegularFile).map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("agent.log", "pid");
        }
    }

    @Test
    void thoseOfConfigurationDoWhatThePageSays() throws Exception {
        GuideShell shell = new GuideShell(folder);
        for (GuideShell.Block block : GuideShell.page("CONFIGURATION.md")) {
            if (block.language().equals("toml")) {
                String name = Path.of(block.firstLine().substring(2)).getFileName().toString();
                Files.writeString(shell.site().resolve(name), block.text());
            }
        }
        assertThat(shell.type("CONFIGURATION.md", Map.of())).containsSubsequence("poll-interval", "default",
                "agent.toml line 2", "policy.toml line 3, enforced");
    }

    @Test
    void thoseOfBrowsersDoWhatThePageSays() throws Exception {
        GuideShell shell = new GuideShell(folder);
        String said = shell.type("BROWSERS.md", Map.of());
        assertThat(said).containsSubsequence("write   ", "Chromium: limited: ", "Firefox: full: ", "Removed.",
                "Removed.", "Packed into packed", "Packed into served");
        assertThat(shell.site().resolve("packed/root/etc/opt/edge/policies/managed/bloomward.json")).exists();
        assertThat(shell.site().resolve("served/update.xml")).content()
                .contains("https://lists.example/browser/bloomward.crx");
        try (Stream<Path> left = Files.walk(shell.home())) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    /// Blocks that need root, or an archive of a release; DistIT installs those.
    @Test
    void allButTheseBlocksAreTyped() throws Exception {
        assertThat(GuideShell.notTyped("INSTALL.md")).containsExactly(
                "$ sudo bloomward-VERSION/bin/bloomward agent install --system",
                "$ tar -xzf bloomward-VERSION-linux-x86_64.tar.gz");
        assertThat(GuideShell.notTyped("BROWSERS.md")).containsExactly("$ sudo bloomward agent install --system",
                "$ bloomward browser pack --key extension-key.pem --xpi signed.xpi --out packed",
                "$ bloomward browser status -o json");
        assertThat(GuideShell.notTyped("CONFIGURATION.md")).allMatch(line -> line.startsWith("# "));
    }
}
