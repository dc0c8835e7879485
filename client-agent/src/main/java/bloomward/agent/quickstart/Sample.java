package bloomward.agent.quickstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A sample file of the project, and the list into which it is imported.
///
/// @param file relative to the project's folder
record Sample(Path file) {

    private static final Path FOLDER = Path.of("blocklists/lists");

    static List<Sample> all(Path project) throws IOException {
        try (Stream<Path> files = Files.walk(project.resolve(FOLDER))) {
            return files.filter(Files::isRegularFile)
                    .sorted()
                    .map(file -> new Sample(project.relativize(file)))
                    .toList();
        }
    }

    static boolean areIn(Path project) {
        return Files.isDirectory(project.resolve(FOLDER));
    }

    String list() {
        String source = source();
        if (source.startsWith("malware") || source.startsWith("urlhaus")) {
            return "malware";
        }
        return source.startsWith("unwanted") ? "unwanted" : "phishing";
    }

    /// The file's name without its extension.
    String source() {
        String name = String.valueOf(file.getFileName());
        return name.substring(0, name.lastIndexOf('.'));
    }
}
