package bloomward.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// CONFIGURATION.md and the program say the same.
final class ConfigurationPageTest {

    private static final Pattern EXAMPLE = Pattern.compile("```toml\n(# (\\S+)\n.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    private static String page() throws Exception {
        return Files.readString(Path.of("CONFIGURATION.md"));
    }

    @Test
    void theTableHasEachSetting() throws Exception {
        List<String> rows = page().lines()
                .dropWhile(line -> !line.startsWith("| setting |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(rows).isEqualTo(Arrays.stream(AgentSetting.values()).map(ConfigurationPageTest::row).toList());
    }

    private static String row(AgentSetting setting) {
        boolean isPlace = setting == AgentSetting.DATA_DIR || setting == AgentSetting.SOCKET;
        String fallback = setting.fallback().isEmpty() ? "" : "`" + setting.fallback() + "`";
        return "| `" + setting.label() + "` | " + setting.kind().words() + " | " + (isPlace ? "see places" : fallback)
                + " | " + setting.purpose() + " |";
    }

    @Test
    void theExamplesAreRight() throws Exception {
        List<MatchResult> examples = EXAMPLE.matcher(page()).results().toList();
        assertThat(examples).hasSize(2);
        for (MatchResult example : examples) {
            Path file = Files.writeString(folder.resolve("example.toml"), example.group(1));
            assertThat(Config.check(file, example.group(2).endsWith("policy.toml"))).hasSizeGreaterThan(2);
        }
    }

    @Test
    void thePolicyThatEnrolsDoes() throws Exception {
        Machine machine = new Machine(folder);
        machine.policy(EXAMPLE.matcher(page())
                .results()
                .map(example -> example.group(1))
                .filter(text -> text.contains("[enforced]"))
                .findFirst()
                .orElseThrow());
        Config config = machine.resolve();
        assertThat(config.policy()).isInstanceOf(Policy.InForce.class);
        assertThat(config.server()).isPresent();
        assertThat(config.root()).isPresent();
        assertThat(config.lists()).containsExactly("phishing", "malware");
        assertThat(config.staleIsClean()).isFalse();
    }
}
