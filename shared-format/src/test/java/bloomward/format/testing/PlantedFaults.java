package bloomward.format.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests of a module's tests. Its catalogue plants one fault at a time, and the tests that CONTRIBUTING.md names for the changed
/// package have to notice it. Sources and compiled classes stay as they are: the edited class lies before them on the
/// class path of another JVM, and what is not Java is edited in a copy of the module.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class PlantedFaults {

    private static final Path CATALOGUE = Path.of("src/test/resources/planted-faults.txt");
    private static final Path CONTRIBUTING = Path.of("../.github/CONTRIBUTING.md");
    private static final int MINUTES_UNTIL_IT_HANGS = 5;

    private final Set<String> passing = new HashSet<>();

    static List<PlantedFault> catalogue() throws IOException {
        return PlantedFault.read(CATALOGUE);
    }

    /// Keeps the catalogue in step with sources, tests and page; takes milliseconds.
    @Test
    void everyFaultStillFits() throws IOException {
        Map<String, String> tests = PlantedFault.tests();
        assertThat(catalogue()).isNotEmpty();
        assertThat(catalogue()).extracting(PlantedFault::id).doesNotHaveDuplicates();
        for (PlantedFault fault : catalogue()) {
            assertThat(fault.planted()).isNotEmpty();
            assertThat(fault.finderClasses(tests)).isNotEmpty();
            assertThat(testsFor(fault.room())).as("%s: the row of %s in %s", fault.id(), fault.room(), CONTRIBUTING)
                    .contains(fault.finders().stream().map(name -> "`" + name + "`").toArray(String[]::new));
        }
    }

    /// The second cell of the row for a package or path: the row that names it, or else the nearest outer one.
    private static String testsFor(String room) throws IOException {
        String tests = "";
        int length = 0;
        for (String row : Files.readAllLines(CONTRIBUTING)) {
            String[] cells = row.split("\\|");
            for (String name : row.startsWith("| ") && cells.length > 2 ? cells[1].split("`") : new String[0]) {
                if (name.length() > length && (room + ".").replace('/', '.').startsWith(name.replace('/', '.') + ".")) {
                    length = name.length();
                    tests = cells[2];
                }
            }
        }
        return tests;
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}")
    @MethodSource("catalogue")
    void isFound(PlantedFault fault, @TempDir Path folder) throws IOException, InterruptedException {
        Path module = Path.of("").toAbsolutePath();
        if (fault.isJava()) {
            fault.compile(Files.createDirectory(folder.resolve("classes")));
        } else {
            module = copied(module, folder.resolve("module"));
            Files.writeString(module.resolve(fault.file()), fault.planted());
        }
        long start = System.nanoTime();
        String found = firstFailure(folder, module, fault.finderClasses(PlantedFault.tests()));
        System.out.printf("%-34s %-60s %4d s%n", fault.id(), found.isEmpty() ? "NOTHING" : found,
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
        assertThat(found).as("%s (%s): found by none of %s", fault.id(), fault.mistake(), fault.finders()).isNotEmpty();
        requirePassing(Files.createDirectory(folder.resolve("unplanted")), found.split("\\.", 2)[0]);
    }

    /// A test that fails anyway finds nothing.
    private void requirePassing(Path folder, String finder) throws IOException, InterruptedException {
        if (passing.add(finder)) {
            String type = PlantedFault.tests().getOrDefault(finder, finder);
            assertThat(firstFailure(folder, Path.of(""), List.of(type))).as("fails without a fault").isEmpty();
        }
    }

    private static String firstFailure(Path folder, Path module, List<String> tests)
            throws IOException, InterruptedException {
        Path result = folder.resolve("result");
        Path log = folder.resolve("log");
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx2g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
                folder.resolve("classes") + File.pathSeparator + System.getProperty("java.class.path"),
                FirstFailure.class.getName(), result.toString()));
        command.addAll(tests);
        Process run = new ProcessBuilder(command).directory(module.toAbsolutePath().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!run.waitFor(MINUTES_UNTIL_IT_HANGS, TimeUnit.MINUTES)) {
            run.descendants().forEach(ProcessHandle::destroyForcibly);
            run.destroyForcibly().waitFor();
        }
        assertThat(result).as(() -> "no result of " + tests + ":\n" + end(log)).exists();
        return Files.readString(result);
    }

    private static String end(Path log) {
        try {
            String all = new String(Files.readAllBytes(log), UTF_8);
            return all.substring(Math.max(0, all.length() - 4000));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A copy of a module without what was built; class paths stay those of the original.
    private static Path copied(Path module, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(module)) {
            for (Path file : (Iterable<Path>) files
                    .filter(path -> !path.startsWith(module.resolve("target")))::iterator) {
                Files.copy(file, to.resolve(module.relativize(file).toString()));
            }
        }
        return to;
    }
}
