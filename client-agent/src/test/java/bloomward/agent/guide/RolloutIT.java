package bloomward.agent.guide;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.publisher.Publisher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/// Every command of ROLLOUT.md ends as the page says.
///
/// The shell reads other addresses in the place of those on the page:
///
/// | page | shell |
/// |---|---|
/// | `https://lists.example` | the address of a server in this process |
/// | `https://new.example` | that of another publication |
///
/// `root-1.note` and `new-root-1.note` are the first roots of both publications.
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
final class RolloutIT {

    private static final String PAGE = "ROLLOUT.md";

    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    void theCommandsDoWhatThePageSays() throws Exception {
        GuideShell shell = new GuideShell(folder);
        try (Publisher publisher = Publisher.start(folder.resolve("server"), Clock.systemUTC());
                Publisher other = Publisher.start(folder.resolve("other"), Clock.systemUTC(), "--origin",
                        "new.example")) {
            publisher.list("phishing").add("phishing", "evil.example").publish();
            other.list("phishing").add("phishing", "evil.example").publish();
            Files.copy(publisher.rootFile(), shell.site().resolve("root-1.note"));
            Files.copy(other.rootFile(), shell.site().resolve("new-root-1.note"));
            Map<String, String> substitutes = new LinkedHashMap<>();
            substitutes.put("https://lists.example", publisher.address().toString());
            substitutes.put("https://new.example", other.address().toString());

            String said = shell.type(PAGE, substitutes);

            assertThat(said).containsSubsequence("enrolled at " + publisher.address(), "Installed.",
                    "running, process ", "test-entries", "LISTED", "phishing.listed.bloomward.test", "clean",
                    "never.unlisted.bloomward.test", "sha256:", "policy.toml", "Laid out.", "\"state\":\"protected\"",
                    "not enrolled", "--replace replaces that publication", "enrolled at " + other.address(),
                    "the agent asked", "running, process ", "new.example", "Uninstalled.");
            assertThat(said.lines().filter(line -> line.contains("\"state\":\"protected\""))).hasSize(1)
                    .allMatch(line -> line.contains("\"running\":true") && !line.contains("listed.bloomward.test"));
        }
        assertThat(shell.site().resolve("package/etc/bloomward/policy.toml")).exists();
        assertThat(shell.site().resolve("package/etc/systemd/system/bloomward-agent.service")).exists();
        try (Stream<Path> left = Files.walk(shell.home())) {
            assertThat(left.filter(Files::isRegularFile).map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("agent.log", "pid");
        }
    }

    /// Blocks that no shell here can run, as they need root.
    @Test
    void allButTheseBlocksAreTyped() throws Exception {
        assertThat(GuideShell.notTyped(PAGE)).containsExactly(
                "$ sudo install -D -o root -m 0644 policy.toml /etc/bloomward/policy.toml", "$ bloomward agent status",
                "$ sudo bloomward browser install --system", "$ sudo systemctl stop bloomward-agent",
                "# /etc/systemd/system/bloomward-agent.service.d/proxy.conf");
    }
}
