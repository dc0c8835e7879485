package bloomward.agent.cli.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Bloomward;
import bloomward.program.testing.Run;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A list becomes a file, the file is asked, flattened and patched, as a person would type it.
final class FilterCommandsTest {

    private static final String LIST = """
            # a comment, then a blank line

            evil.example
            http://Shop.Example:8080/cart/../steal?step=1
             example.test/only/this?page
            mailto:nobody@evil.example
            """;

    @TempDir
    Path folder;

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private Run build(String list, String name, String... options) {
        String[] start = {"filter", "build", "-", "--out", file(name)};
        return Bloomward.withInput(list, Stream.of(start, options).flatMap(Stream::of).toArray(String[]::new));
    }

    @Test
    void buildsWhatLookupFinds() {
        Run built = build(LIST, "list.packed");
        assertThat(built.exitCode()).isZero();
        assertThat(built.out()).isEmpty();
        assertThat(built.err()).contains("line 6: scheme is not http")
                .contains("packed, 3 entries from 4 lines, 1 left out");

        Run found = Bloomward.withInput("""
                https://www.evil.example/any/page
                ftp://shop.example/steal?step=1
                shop.example/steal?step=2
                example.test/only/this?page
                sub.example.test/only/this?page
                """, "filter", "lookup", file("list.packed"), "-o", "jsonl");
        assertThat(found.exitCode()).isEqualTo(1);
        assertThat(found.lines()).containsExactly("""
                {"input":"https://www.evil.example/any/page","hit":true,"expression":"evil.example/","error":null}""", """
                {"input":"ftp://shop.example/steal?step=1","hit":true,"expression":"shop.example/steal?step=1",\
                "error":null}""", """
                {"input":"shop.example/steal?step=2","hit":false,"expression":null,"error":null}""", """
                {"input":"example.test/only/this?page","hit":true,"expression":" example.test/only/this?page",\
                "error":null}""", """
                {"input":"sub.example.test/only/this?page","hit":false,"expression":null,"error":null}""");
    }

    @Test
    void lookupTellsByItsExitCode() {
        build("evil.example", "list.packed");
        assertThat(Bloomward.of("filter", "lookup", file("list.packed"), "good.example").exitCode()).isZero();
        assertThat(Bloomward.of("filter", "lookup", file("list.packed"), "good.example", "evil.example").exitCode())
                .isEqualTo(1);
        Run unjudgeable = Bloomward.of("filter", "lookup", file("list.packed"), "evil.example", "x:y");
        assertThat(unjudgeable.exitCode()).isEqualTo(2);
        assertThat(unjudgeable.out()).contains("hit: evil.example/").contains("x:y  cannot be judged: scheme");
    }

    @ParameterizedTest
    @ValueSource(strings = {"flat", "classic", "blocked", "partitioned", "counting", "scalable", "cuckoo"})
    void everyKindIsBuiltShownAndAsked(String kind) {
        String list = String.join("\n", IntStream.range(0, 1000).mapToObj(i -> "host" + i + ".example").toList());
        assertThat(build(list, kind, "--kind", kind, "--seed", "7").exitCode()).isZero();
        Run shown = Bloomward.of("filter", "inspect", file(kind), "-o", "json");
        assertThat(shown.exitCode()).isZero();
        assertThat(shown.out()).contains("\"kind\":\"" + kind + "\"", "\"seed\":7", "\"canonical\":2");
        Run found = Bloomward.withInput(list, "filter", "lookup", file(kind), "-o", "jsonl");
        assertThat(found.lines()).hasSize(1000).allMatch(line -> line.contains("\"hit\":true"));
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void readsAGzippedListFromAFile() throws IOException {
        Files.write(folder.resolve("list.gz"), gzip("evil.example\n"));
        assertThat(Bloomward.of("filter", "build", file("list.gz"), "--out", file("packed")).exitCode()).isZero();
        assertThat(Bloomward.of("filter", "lookup", file("packed"), "evil.example").exitCode()).isEqualTo(1);
    }

    @Test
    void onlyAnExactFormMeansOnePage() {
        build("  http://indented.example/x\n one.example/page\n\thttp://tab.example/x\n spelt.example/%61\n", "list");
        assertThat(hits("indented.example/x?y", "tab.example/x?y", "spelt.example/a?y")).isEqualTo(3);
        assertThat(hits("one.example/page")).isEqualTo(1);
        assertThat(hits("one.example/page?y")).isZero();
    }

    private long hits(String... urls) {
        String[] command = {"filter", "lookup", file("list"), "-o", "jsonl"};
        Run run = Bloomward.of(Stream.of(command, urls).flatMap(Stream::of).toArray(String[]::new));
        return run.lines().stream().filter(line -> line.contains("\"hit\":true")).count();
    }

    @Test
    void refusesAListWhoseGzipIsDamagedBehindItsFirstMember() throws IOException {
        byte[] first = gzip("a.example\n");
        byte[] second = gzip("b.example\n");
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(first);
        both.writeBytes(second);
        Files.write(folder.resolve("both.gz"), both.toByteArray());
        assertThat(Bloomward.of("filter", "build", file("both.gz"), "--out", file("list")).exitCode()).isZero();
        assertThat(hits("a.example", "b.example")).isEqualTo(2);

        byte[] damaged = both.toByteArray();
        damaged[first.length + 2] = 7; // no such method of compression
        Files.write(folder.resolve("damaged.gz"), damaged);
        Run run = Bloomward.of("filter", "build", file("damaged.gz"), "--out", file("other"));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("damaged.gz: cannot be read: ");
        for (int length : new int[] {first.length - 1, first.length - 9, both.size() - 1}) {
            Files.write(folder.resolve("cut.gz"), Arrays.copyOf(both.toByteArray(), length));
            assertThat(Bloomward.of("filter", "build", file("cut.gz"), "--out", file("other")).exitCode()).isEqualTo(2);
        }
        assertThat(folder.resolve("other")).doesNotExist();
    }

    @Test
    void aLineThatStandsAHundredTimesIsOneEntry() {
        for (String kind : new String[] {"packed", "cuckoo", "counting"}) {
            Run run = build("a.example\n".repeat(100), "list", "--kind", kind);
            assertThat(run.err()).contains(" 1 entries from 100 lines");
        }
    }

    @Test
    void takesEverySeedOf64Bits() {
        build("a.example\n", "list", "--seed", "18446744073709551615");
        assertThat(Bloomward.of("filter", "inspect", file("list"), "-o", "json").out())
                .contains("\"seed\":18446744073709551615");
        assertThat(build("a.example\n", "x", "--seed", "-1").exitCode()).isEqualTo(2);
    }

    @Test
    void strictWritesNothingWhenALineIsLeftOut() {
        Run run = build(LIST, "list.packed", "--strict");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("1 line cannot be judged; nothing written");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void flattensToTheFileThatBuildMakes() throws IOException {
        build(LIST, "packed", "--rate", "0.01");
        build(LIST, "flat", "--rate", "0.01", "--form", "flat");
        assertThat(Bloomward.of("filter", "flatten", file("packed"), "--out", file("flattened")).exitCode()).isZero();
        assertThat(Files.mismatch(folder.resolve("flat"), folder.resolve("flattened"))).isEqualTo(-1);
    }

    @Test
    void aDeltaMakesTheNewFileFromTheOldOne() throws IOException {
        build("a.example\nb.example\nc.example\n", "old");
        build("b.example\nc.example\nd.example\ne.example\n", "new");
        assertThat(Bloomward.of("filter", "delta", file("old"), file("new"), "--out", file("delta")).exitCode())
                .isZero();
        assertThat(Bloomward.of("filter", "inspect", file("delta"), "-o", "json").out()).contains("\"type\":\"delta\"",
                "\"removed\":1", "\"added\":2", "\"baseEntries\":3", "\"entries\":4");
        assertThat(Bloomward.of("filter", "apply", file("old"), file("delta"), "--out", file("made")).exitCode())
                .isZero();
        assertThat(Files.mismatch(folder.resolve("new"), folder.resolve("made"))).isEqualTo(-1);
    }

    @Test
    void aDeltaOnTheWrongFileWritesNothing() throws IOException {
        build("a.example\n", "old");
        build("b.example\n", "new");
        Bloomward.of("filter", "delta", file("old"), file("new"), "--out", file("delta"));
        byte[] before = Files.readAllBytes(folder.resolve("new"));
        Run run = Bloomward.of("filter", "apply", file("new"), file("delta"), "--out", file("new"));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("wrong base");
        assertThat(Files.readAllBytes(folder.resolve("new"))).isEqualTo(before);
        assertThat(folder).isDirectoryContaining(p -> p.endsWith("delta"))
                .isDirectoryNotContaining(p -> p.toString().endsWith(".part"));
    }

    @Test
    void saysWhichFileIsBadAndWhy() throws IOException {
        Files.writeString(folder.resolve("text"), "no filter at all");
        build("a.example\n", "packed");
        byte[] bytes = Files.readAllBytes(folder.resolve("packed"));
        bytes[bytes.length - 5] ^= 1;
        Files.write(folder.resolve("flipped"), bytes);
        assertFails("inspect", "text", "not our file");
        assertFails("inspect", "flipped", "checksum");
        assertFails("lookup", "flipped", "checksum");
        assertFails("inspect", "missing", "no such file");
        assertFails("inspect", ".", "not a regular file");
        Run wrongKind = Bloomward.of("filter", "apply", file("packed"), file("packed"), "--out", file("out"));
        assertThat(wrongKind.exitCode()).isEqualTo(2);
        assertThat(wrongKind.err()).contains("expected a delta, found a file of type");
    }

    private void assertFails(String command, String name, String reason) {
        Run run = Bloomward.of("filter", command, file(name));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("bloomward filter " + command + ": " + file(name))
                .contains(reason)
                .hasLineCount(1);
    }

    @Test
    void refusesToReplaceWhatIsNoFile() {
        assertThat(build(LIST, ".").err()).contains("not a regular file");
        Run run = Bloomward.withInput(LIST, "filter", "build", "-", "--out", "/dev/null");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("/dev/null: not a regular file");
        assertThat(build(LIST, "no/such").err()).contains("its folder does not exist").doesNotContain(".part");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void writesThroughALinkToWhatIsNotThereYet() throws IOException {
        Files.createSymbolicLink(folder.resolve("link"), Path.of("target"));
        assertThat(build("a.example\n", "link").exitCode()).isZero();
        assertThat(folder.resolve("link")).isSymbolicLink();
        assertThat(folder.resolve("target")).isRegularFile();
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        assertThat(build("a.example\n", "loop").err()).contains("too many symbolic links");
    }

    @Test
    void keepsThePermissionsOfTheFileItReplaces() throws IOException {
        Path file = Files.writeString(folder.resolve("list"), "old");
        Set<PosixFilePermission> secret = PosixFilePermissions.fromString("rw-------");
        Files.setPosixFilePermissions(file, secret);
        assertThat(build("a.example\n", "list").exitCode()).isZero();
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(secret);
    }

    @Test
    void writesAFileWithTheLongestName() {
        assertThat(build("a.example\n", "x".repeat(255)).exitCode()).isZero();
    }

    @Test
    void writesThroughALinkAndLeavesItALink() throws IOException {
        Files.writeString(folder.resolve("target"), "old");
        Files.createSymbolicLink(folder.resolve("link"), Path.of("target"));
        assertThat(build("a.example\n", "link").exitCode()).isZero();
        assertThat(folder.resolve("link")).isSymbolicLink();
        assertThat(Bloomward.of("filter", "lookup", file("target"), "a.example").exitCode()).isEqualTo(1);
    }

    @Test
    void plansByTheTextbookAndForBothForms() {
        Run run = Bloomward.of("filter", "plan", "--entries", "1000000", "--rate", "0.01", "-o", "json");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("\"bits\":9585059", "\"bytes\":1198133", "\"k\":7", "\"width\":36");
        assertThat(Bloomward.of("filter", "plan", "--entries", "10").out())
                .containsPattern("\ngrowth\n  entries  wireBytes  rateIfNotResized  flatBytesIfResized\n        5  ");
        Run narrow = Bloomward.of("filter", "plan", "--entries", "100000", "--width", "28", "-o", "json");
        assertThat(narrow.exitCode()).isZero();
        assertThat(narrow.out()).contains("\"flatBytesIfResized\":null");
    }

    @Test
    void buildsTheWidthThatWasPlanned() {
        String list = IntStream.range(0, 100).mapToObj(i -> "h" + i + ".example\n").collect(Collectors.joining());
        assertThat(Bloomward.of("filter", "plan", "--entries", "100", "--rate", "1e-9", "-o", "json").out())
                .contains("\"width\":44");
        assertThat(build(list, "planned", "--rate", "1e-9", "--form", "flat").exitCode()).isZero();
        assertThat(Bloomward.of("filter", "inspect", file("planned"), "-o", "json").out()).contains("\"width\":44");
        assertThat(build(list, "usual").exitCode()).isZero();
        assertThat(Bloomward.of("filter", "inspect", file("usual"), "-o", "json").out()).contains("\"width\":36");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "-1", "nan"})
    void plansForNoImpossibleRate(String rate) {
        Run run = Bloomward.of("filter", "plan", "--entries", "10", "--rate", rate);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("rate");
        assertThat(build(LIST, "x", "--rate", rate).exitCode()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesOptionsThatMakeNoFilter() {
        assertThat(build(LIST, "x", "--width", "15").err()).contains("key width 15");
        assertThat(build(LIST, "x", "--width", "16", "--rate", "1e-9").err()).contains("cannot be reached");
        assertThat(Bloomward.of("filter", "plan", "--entries", "-5").err()).contains("--entries -5");
        assertThat(Bloomward.of("filter", "plan", "--entries", "0").err()).contains("--entries 0");
        assertThat(folder).isEmptyDirectory();
    }
}
