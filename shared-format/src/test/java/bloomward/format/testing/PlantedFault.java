package bloomward.format.testing;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// A small edit that makes a program wrong, and the tests that must notice. An entry of a catalogue reads
///
/// ```
/// # id: the mistake in a sentence
/// src/main/java/bloomward/format/sign/TrustedKeys.java
/// - the lines that stand there, once in the file
/// + the lines that replace them, or none
/// > TrustedKeysTest RootTest
/// ```
///
/// with an empty line after it. White space around a line, and between one line and the next, does not count.
///
/// @param file relative to the module
/// @param finders names of test classes of the module, in the order in which they run
record PlantedFault(String id, String mistake, Path file, List<String> before, List<String> after,
        List<String> finders) {

    private static final Path SOURCES = Path.of("src/main/java/bloomward");

    /// Reads a catalogue.
    static List<PlantedFault> read(Path catalogue) throws IOException {
        List<PlantedFault> faults = new ArrayList<>();
        for (String entry : Files.readString(catalogue).strip().split("\n\n+")) {
            List<String> lines = entry.lines().toList();
            String[] title = lines.getFirst().split("[#:]", 3);
            if (title.length < 3 || lines.size() < 4) {
                throw new IllegalArgumentException(catalogue + ": not an entry: " + entry);
            }
            faults.add(new PlantedFault(title[1].strip(), title[2].strip(), Path.of(lines.get(1)), marked(lines, "-"),
                    marked(lines, "+"), List.of(String.join("", marked(lines, ">")).split(" "))));
        }
        return faults;
    }

    private static List<String> marked(List<String> lines, String mark) {
        return lines.stream()
                .skip(2)
                .filter(line -> line.startsWith(mark))
                .map(line -> line.substring(1).strip())
                .toList();
    }

    /// The source with the mistake in it.
    String planted() throws IOException {
        String source = Files.readString(file);
        Matcher place = Pattern.compile(String.join("\\s+", before.stream().map(Pattern::quote).toList()))
                .matcher(source);
        long places = place.results().count();
        if (before.isEmpty() || places != 1) {
            throw new AssertionError(id + ": its text stands " + places + " times, not once, in " + file);
        }
        return place.reset().replaceFirst(Matcher.quoteReplacement(String.join("\n", after)));
    }

    boolean isJava() {
        return file.startsWith(SOURCES);
    }

    /// The package as CONTRIBUTING.md names it, or the path if the file is not Java.
    String room() {
        return isJava()
                ? SOURCES.relativize(file.getParent()).toString().replace('/', '.')
                : Path.of("").toAbsolutePath().getFileName() + "/" + file;
    }

    /// The full name of each finder.
    ///
    /// @param tests those of the module, see [#tests]
    List<String> finderClasses(Map<String, String> tests) {
        return finders.stream().map(finder -> {
            String name = tests.get(finder);
            if (name == null) {
                throw new AssertionError(id + ": no test class " + finder);
            }
            return name;
        }).toList();
    }

    /// The full names of the classes in the test sources of the module, by their simple names.
    static Map<String, String> tests() throws IOException {
        Path sources = Path.of("src/test/java");
        try (Stream<Path> files = Files.walk(sources)) {
            return files.map(file -> sources.relativize(file).toString())
                    .filter(file -> file.endsWith(".java"))
                    .map(file -> file.substring(0, file.length() - ".java".length()).replace('/', '.'))
                    .collect(Collectors.toMap(name -> name.substring(name.lastIndexOf('.') + 1), name -> name,
                            (one, _) -> one));
        }
    }

    /// Compiles the planted source into a folder, with the class path of this JVM and none of the build's checkers.
    void compile(Path folder) throws IOException {
        String source = planted();
        JavaFileObject unit = new SimpleJavaFileObject(URI.create("string:///" + file.getFileName()),
                JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of("-nowarn", "-proc:none", "-implicit:none", "-g", "-parameters", "-d",
                folder.toString(), "-cp", System.getProperty("java.class.path"));
        if (!compiler.getTask(null, null, null, options, null, List.of(unit)).call()) {
            throw new AssertionError(id + ": does not compile");
        }
    }

    @Override
    public String toString() {
        return id;
    }
}
