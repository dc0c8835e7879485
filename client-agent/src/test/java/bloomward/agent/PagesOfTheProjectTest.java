package bloomward.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Pages of the project: tests run the commands of the front page, and every link within the project leads somewhere.
/// Links to other sites are not followed.
final class PagesOfTheProjectTest {

    private static final Path PROJECT = Path.of("").toAbsolutePath().resolveSibling("");
    private static final Pattern LINK = Pattern.compile("\\[[^]]*\\]\\(([^)\\s]+)\\)");

    @Test
    void theFrontPageHasTwoCommands() throws IOException {
        assertThat(Files.readAllLines(PROJECT.resolve("README.md"))).filteredOn(line -> line.matches(" {4}[a-z].*"))
                .as("QuickstartIT runs the first, .ci/run the second")
                .containsExactly("    client-agent/bin/bloomward quickstart", "    mvn verify");
        assertThat(PROJECT.resolve(".ci/run")).content().contains("\nmvn verify ");
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<Path> pages = pages();
        assertThat(pages).hasSizeGreaterThan(10);
        List<String> dead = new ArrayList<>();
        for (Path page : pages) {
            Matcher links = LINK.matcher(Files.readString(page));
            while (links.find()) {
                String target = links.group(1);
                if (!target.startsWith("https://") && !leadsSomewhere(page, target)) {
                    dead.add(PROJECT.relativize(page) + ": " + target);
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    private static boolean leadsSomewhere(Path page, String target) throws IOException {
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
        if (parts.length == 1) {
            return Files.exists(file);
        }
        return Files.isRegularFile(file) && Files.readAllLines(file)
                .stream()
                .anyMatch(line -> line.startsWith("#") && anchor(line).equals(parts[1]));
    }

    /// How the usual viewers name a heading.
    private static String anchor(String heading) {
        return heading.replaceFirst("^#+ ", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(PROJECT)) {
            return files.filter(file -> file.toString().endsWith(".md")
                    && !PROJECT.relativize(file).toString().matches("(.*/)?(target|\\.git)/.*")).toList();
        }
    }
}
