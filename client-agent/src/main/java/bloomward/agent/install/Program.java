package bloomward.agent.install;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A program folder, of which a copy is installed.
///
/// @param home folder with bin, lib and classpath
/// @param version its version
/// @param pages its manual pages and completions, by their place below `share`, such as `man/man1/bloomward.1`
/// @param javaHome runtime on which it runs now
public record Program(Path home, String version, SortedMap<String, String> pages, Path javaHome) {

    /// Made by the launcher, for its own location.
    static final String ARCHIVES = "cds";

    public Program {
        pages = new TreeMap<>(pages);
    }

    @Override
    public SortedMap<String, String> pages() {
        return new TreeMap<>(pages);
    }

    /// The files to copy, relative to the home.
    List<Path> files() throws IOException, InstallException {
        for (String part : List.of("bin/bloomward", "lib/launch.sh", "classpath")) {
            if (!Files.isRegularFile(home.resolve(part))) {
                throw new InstallException(home + ": not a complete program folder: " + part + " is missing");
            }
        }
        try (Stream<Path> files = Files.walk(home, FileVisitOption.FOLLOW_LINKS)) {
            return files.filter(Files::isRegularFile)
                    .map(home::relativize)
                    .filter(file -> !file.startsWith(ARCHIVES) && !file.startsWith("share"))
                    .sorted()
                    .toList();
        }
    }

    /// Whether it contains its own runtime.
    boolean hasRuntime() {
        return Files.isRegularFile(home.resolve("runtime/release"));
    }

    /// Whether the runtime was found through a variable; the installed program then needs that variable too, because
    /// services are not started by a shell that sets it.
    boolean isToldByVariable(Map<String, String> environment) {
        return Stream.of("BLOOMWARD_JAVA_HOME", "JAVA_HOME").map(environment::get).anyMatch(this::isJavaHome);
    }

    private boolean isJavaHome(@org.jspecify.annotations.Nullable String folder) {
        try {
            return folder != null && !folder.isEmpty() && Files.isSameFile(Path.of(folder), javaHome);
        } catch (IOException _) {
            return false;
        }
    }
}
