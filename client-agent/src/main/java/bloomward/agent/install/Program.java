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

/// A program as it is laid out: what is installed is a copy of it.
///
/// @param home the folder with bin, lib and classpath
/// @param version what it calls itself
/// @param pages texts that go with it, by their place below `share`, such as `man/man1/bloomward.1`
/// @param javaHome the run-time on which it runs now
public record Program(Path home, String version, SortedMap<String, String> pages, Path javaHome) {

    /// Made by the launcher, for the place where it lies.
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
                throw new InstallException(home + ": not a program as it is laid out, " + part + " is missing");
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

    /// Whether it brings its own run-time.
    boolean hasRuntime() {
        return Files.isRegularFile(home.resolve("runtime/release"));
    }

    /// Whether the run-time was found because a variable names it; then the installed program has to be told, as
    /// services are not started by a shell that sets variables.
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
