package bloomward.format;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.delta.Rungs;
import bloomward.format.key.KeyHash;
import bloomward.format.wire.PublicPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The second reader accepts and refuses every golden file as their page says, and counts as this library does.
final class SecondReaderTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden/v1");
    private static final String ROOT_OF_TEN = "de95521862f35145578617f9b50dd246327fc36736d01f01bb253650d2460d69";

    /// A table of the page, in its order: where the files are that it lists.
    private static final List<String> FOLDERS = List.of("", "bad/", "release/", "release/bad/");

    private static final Pattern NAME = Pattern.compile("`([^` ]+)`");
    private static final Pattern REASON = Pattern.compile("[A-Z_]+");

    @Test
    void everyGoldenFileIsReadAsItsPageSays() throws Exception {
        Map<String, String> expected = expected();
        assertThat(expected.keySet()).hasSizeGreaterThan(60).isEqualTo(filesThere());
        Map<String, String> found = new TreeMap<>();
        verify(found, expected.keySet().stream().filter(name -> !name.startsWith("release/")).toList(), "--base",
                GOLDEN.resolve("ten.packed").toString(), "--confirm", ROOT_OF_TEN + ":2:3");
        verify(found,
                expected.keySet()
                        .stream()
                        .filter(name -> name.startsWith("release/") && !name.equals("release/1.root"))
                        .toList(),
                "--root", GOLDEN.resolve("release/1.root").toString(), "--manifest",
                GOLDEN.resolve("release/1.manifest").toString());
        assertThat(SecondReader.run(List.of("verify", GOLDEN.resolve("release/1.root").toString()), List.of(), 0))
                .singleElement()
                .asString()
                .endsWith("ok\tversion 1");
        found.put("release/1.root", "ok");
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void theDeltaMakesTheSameBytes() throws Exception {
        SecondReader reader = new SecondReader();
        reader.expect(golden("eleven.packed"), "apply", golden("ten.packed"), golden("ten-to-eleven.delta"));
        reader.agrees();
    }

    /// All short lengths, of which XXH3 has five ways to go, and long ones around the edges of its blocks.
    @Test
    void hashesAreAlike() throws Exception {
        RandomGenerator random = Fuzz.random(3);
        SecondReader reader = new SecondReader();
        for (int length = 0; length < 2200; length += length < 600 ? 1 : random.nextInt(20)) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            for (long seed : new long[] {0, random.nextLong()}) {
                reader.expect(SecondReader.hex(KeyHash.seeded(seed).of(bytes)), "hash", SecondReader.hex(seed),
                        SecondReader.hex(bytes));
            }
        }
        reader.agrees();
    }

    @Test
    void deltasLeadOverTheSameRungs() throws Exception {
        RandomGenerator random = Fuzz.random(4);
        SecondReader reader = new SecondReader();
        for (int i = 0; i < 20_000; i++) {
            long newest = 1 + random.nextLong(1L << (1 + random.nextInt(20)));
            long from = Math.max(1, newest - random.nextLong(1 + random.nextLong(10_000)));
            if (random.nextInt(4) == 0) {
                from = Math.max(1, from / 1024 * 1024 + random.nextInt(3) - 1);
            }
            if (from < newest) {
                String path = Rungs.path(from, newest)
                        .map(hops -> hops.stream().map(String::valueOf).collect(Collectors.joining(" ")))
                        .orElse("packed");
                reader.expect(path, "route", String.valueOf(from), String.valueOf(newest));
            }
        }
        reader.agrees();
    }

    @Test
    void publicPathsHaveTheSameSpelling() throws Exception {
        String digest = "0123456789abcdef".repeat(4);
        List<String> good = List.of("/v1/latest", "/v1/root/1", "/v1/root/9007199254740991", "/v1/manifest/" + digest,
                "/v1/packed/" + digest, "/v1/flat/" + digest, "/v1/allow/" + digest, "/v1/delta/a-1/9/10",
                "/v1/bloom/a/packed", "/v1/bloom/" + "a".repeat(64) + "/flat", "/v1/confirm/" + digest + "/0",
                "/v1/confirm/" + digest + "/65535");
        SecondReader reader = new SecondReader();
        for (String path : good) {
            reader.expect("True", "path", path);
        }
        RandomGenerator random = Fuzz.random(5);
        String characters = "/0123456789abcdefABCZ-_.%2F v?#é";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder path = new StringBuilder(good.get(random.nextInt(good.size())));
            for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
                int at = random.nextInt(path.length());
                String put = random.nextInt(3) == 0
                        ? ""
                        : characters.substring(at % characters.length(), at % characters.length() + 1);
                path.replace(at, at + random.nextInt(2), put);
                if (path.isEmpty()) {
                    path.append('/');
                }
            }
            boolean isPublic = PublicPath.parse(path.toString()).isPresent();
            reader.expect(isPublic ? "True" : "False", "path", path.toString());
        }
        reader.agrees();
    }

    private static void verify(Map<String, String> found, List<String> names, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("verify"));
        arguments.addAll(List.of(options));
        names.forEach(name -> arguments.add(GOLDEN.resolve(name).toString()));
        for (String line : SecondReader.run(arguments, List.of(), 1)) {
            String[] fields = line.split("\t", 3);
            found.put(GOLDEN.relativize(Path.of(fields[0])).toString(), fields[1]);
        }
    }

    /// The required outcome for each file, read from the tables of the golden files' page.
    private static Map<String, String> expected() throws IOException {
        Map<String, String> expected = new TreeMap<>();
        int table = -1;
        for (String line : Files.readAllLines(GOLDEN.resolve("README.md"))) {
            String[] cells = line.split("\\|");
            if (line.startsWith("| file")) {
                table++;
            } else if (cells.length > 2 && !line.startsWith("|--")) {
                String second = cells[2].strip();
                String result = REASON.matcher(second).matches() ? second : "ok";
                String folder = FOLDERS.get(table);
                NAME.matcher(cells[1])
                        .results()
                        .map(MatchResult::group)
                        .forEach(name -> expected.put(folder + name.substring(1, name.length() - 1), result));
            }
        }
        return expected;
    }

    private static Set<String> filesThere() throws IOException {
        try (Stream<Path> files = Files.walk(GOLDEN)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> GOLDEN.relativize(file).toString())
                    .filter(name -> !name.equals("README.md"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String golden(String name) throws IOException {
        return SecondReader.hex(Files.readAllBytes(GOLDEN.resolve(name)));
    }
}
