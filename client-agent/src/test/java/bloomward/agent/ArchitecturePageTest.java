package bloomward.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The map of the code shows places that are there: each package and type that a page names, as `server.feed` or
/// `server.feed.ListReader`, stands in the sources of a program.
final class ArchitecturePageTest {

    private static final Path PROJECT = Path.of("").toAbsolutePath().resolveSibling("");
    private static final List<String> MODULES = List.of("shared-format", "shared-format/program", "update-server",
            "client-agent");
    private static final Pattern NAME = Pattern
            .compile("`((?:server|agent|format|program)(?:\\.[a-z][a-z0-9]*)+)((?:\\.[A-Z]\\w*)*)`");
    private static final int FEW = 50;

    @Test
    void everyPlaceOnTheMapIsThere() throws IOException {
        List<MatchResult> names = names("ARCHITECTURE.md");
        assertThat(names).hasSizeGreaterThan(FEW);
        assertThat(missing(names)).isEmpty();
    }

    @Test
    void contributorsAreSentToPlacesThatAreThere() throws IOException {
        List<MatchResult> names = names(".github/CONTRIBUTING.md");
        assertThat(names).isNotEmpty();
        assertThat(missing(names)).isEmpty();
    }

    private static List<MatchResult> names(String page) throws IOException {
        return NAME.matcher(Files.readString(PROJECT.resolve(page))).results().toList();
    }

    private static Set<String> missing(List<MatchResult> names) throws IOException {
        Set<String> missing = new TreeSet<>();
        for (MatchResult name : names) {
            if (!isThere(name.group(1), name.group(2))) {
                missing.add(name.group());
            }
        }
        return missing;
    }

    /// @param types none for a package, or a type and perhaps one within it, each after a dot
    private static boolean isThere(String room, String types) throws IOException {
        String folder = "src/main/java/bloomward/" + room.replace('.', '/');
        for (String module : MODULES) {
            Path sources = PROJECT.resolve(module).resolve(folder);
            if (types.isEmpty() ? hasSources(sources) : hasType(sources, types.substring(1).split("\\."))) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasSources(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".java"));
        }
    }

    private static boolean hasType(Path folder, String[] types) throws IOException {
        Path file = folder.resolve(types[0] + ".java");
        if (!Files.isRegularFile(file)) {
            return false;
        }
        String source = Files.readString(file);
        for (String type : types) {
            if (!Pattern.compile("\\b(class|record|interface|enum) " + type + "\\b").matcher(source).find()) {
                return false;
            }
        }
        return true;
    }
}
