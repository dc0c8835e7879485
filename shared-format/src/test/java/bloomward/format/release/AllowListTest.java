package bloomward.format.release;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AllowListTest {

    private static final Instant END = Instant.parse("2026-12-01T00:00:00Z");
    private static final String HEAD = "bloomward allow v1 canonical 1\n";

    @Test
    void isSortedTextAndFindsWhatIsInIt() throws Exception {
        AllowList list = of("good.example/", " good.example/only?this", "a.example/b/");
        assertThat(new String(list.toBytes(), ISO_8859_1))
                .isEqualTo(HEAD + " good.example/only?this\na.example/b/\ngood.example/\n");
        assertThat(list.canonical()).isEqualTo(1);
        assertThat(list.size()).isEqualTo(3);
        assertThat(list.expression(1)).isEqualTo("a.example/b/");
        byte[] text = "xxgood.example/yy".getBytes(ISO_8859_1);
        assertThat(list.contains(text, 2, 13)).isTrue();
        assertThat(list.contains(text, 2, 12)).isFalse();
        assertThat(list.contains(text, 2, 14)).isFalse();
        assertThat(list.contains(text, 1, 14)).isFalse();
        assertThat(list.contains(" good.example/only?this".getBytes(ISO_8859_1))).isTrue();
    }

    @Test
    void mayBeEmpty() throws Exception {
        AllowList list = of();
        assertThat(list.toBytes()).asString(ISO_8859_1).isEqualTo(HEAD);
        assertThat(list.size()).isZero();
        assertThat(list.contains(new byte[0])).isFalse();
        assertThat(list.contains("a/".getBytes(ISO_8859_1))).isFalse();
    }

    @Test
    void findsAllOfManyAndNothingElse() throws Exception {
        Random random = new Random(8);
        List<byte[]> in = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            in.add((Integer.toString(random.nextInt(100_000), 36) + "/" + i).getBytes(ISO_8859_1));
        }
        AllowList list = AllowList.of(1, in);
        assertThat(AllowList.parse(list.toBytes()).toBytes()).isEqualTo(list.toBytes());
        assertThat(in).allMatch(list::contains);
        for (int i = 0; i < 5000; i++) {
            assertThat(list.contains((Integer.toString(random.nextInt(100_000), 36) + "/-" + i).getBytes(ISO_8859_1)))
                    .isFalse();
        }
    }

    @Test
    void namesAnExpressionOnce() throws Exception {
        assertThat(of("a/", "a/").size()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"b/\na/\n", "a/\na/\n", "\n", "a\n", "/a\n", "  a/\n", "a /\n", "a/ \n", "a/\r\n",
        "a/\u007f\n", "a/\u00e9\n", "a/\t\n", "a/\n\n", " \n", " /\n"})
    void refusesWhatIsNoSortedExpression(String lines) {
        assertRefused(Reason.MALFORMED, HEAD + lines);
    }

    @Test
    void refusesWhatIsNoAllowFile() {
        assertRefused(Reason.NOT_OUR_FILE, "");
        assertRefused(Reason.NOT_OUR_FILE, "a/\n");
        assertRefused(Reason.TOO_NEW, "bloomward allow v3 canonical 1\n");
        assertRefused(Reason.TOO_NEW, "bloomward allow v10\n");
        assertRefused(Reason.MALFORMED, "bloomward allow v0 canonical 1\n");
        assertRefused(Reason.MALFORMED, "bloomward allow v1\n");
        assertRefused(Reason.MALFORMED, "bloomward allow v1 canonical 01\n");
        assertRefused(Reason.MALFORMED, "bloomward allow v1 canonical 65536\n");
        assertRefused(Reason.MALFORMED, "bloomward allow v1 canonical \n");
        assertRefused(Reason.TRUNCATED, HEAD.strip());
        assertRefused(Reason.TRUNCATED, HEAD + "a/\nb/");
        assertRefused(Reason.MALFORMED, HEAD + "a/" + "b".repeat(16 * 1024) + "\n");
    }

    @Test
    void allowsForTheListOfAnEntryAndUntilItsEnd() throws Exception {
        AllowList list = ofEntries(entry("a/", "one", ""), entry("a/", "two", END.toString()),
                entry("b/", "", END.toString()), entry(" c/d", "", ""));
        assertThat(new String(list.toBytes(), ISO_8859_1)).isEqualTo("""
                bloomward allow v2 canonical 1
                 c/d * -
                a/ one -
                a/ two 2026-12-01T00:00:00Z
                b/ * 2026-12-01T00:00:00Z
                """);
        assertThat(AllowList.parse(list.toBytes()).toBytes()).isEqualTo(list.toBytes());
        Instant before = END.minusSeconds(1);
        assertThat(allowing(list, "a/", "one", END)).contains(entry("a/", "one", ""));
        assertThat(allowing(list, "a/", "two", before)).contains(entry("a/", "two", END.toString()));
        assertThat(allowing(list, "a/", "two", END)).isEmpty();
        assertThat(allowing(list, "a/", "three", before)).isEmpty();
        assertThat(allowing(list, "b/", "three", before)).contains(entry("b/", "", END.toString()));
        assertThat(allowing(list, "b/", "three", END)).isEmpty();
        assertThat(allowing(list, " c/d", "three", END)).contains(entry(" c/d", "", ""));
        assertThat(allowing(list, "c/d", "three", END)).isEmpty();
        assertThat(list.contains(" c/d".getBytes(ISO_8859_1))).isTrue();
        assertThat(list.contains("a/".getBytes(ISO_8859_1))).as("not for every list").isFalse();
        assertThat(list.contains("b/".getBytes(ISO_8859_1))).as("not without an end").isFalse();
    }

    @Test
    void everyListIsAllowedByAFileOfVersion1() throws Exception {
        assertThat(allowing(of("a/"), "a/", "any", END)).contains(entry("a/", "", ""));
        assertThat(allowing(of("a/"), "b/", "any", END)).isEmpty();
    }

    @Test
    void aFileOfAnotherVersionThanTheManifestNamesIsRefused() throws Exception {
        AllowList plain = of("a/");
        AllowList newer = ofEntries(entry("a/", "", ""));
        plain.requireVersionOf(SampleReleases.MANIFEST);
        newer.requireVersionOf(SampleReleases.allowingByList());
        assertThat(FormatErrors.of(() -> plain.requireVersionOf(SampleReleases.allowingByList())).reason())
                .isEqualTo(Reason.MALFORMED);
        assertThat(FormatErrors.of(() -> newer.requireVersionOf(SampleReleases.MANIFEST)).reason())
                .isEqualTo(Reason.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/\n", "a/ *\n", "a/ * - \n", "a/  * -\n", "a/ * -\r\n", "a/ ** -\n", "a/ One -\n",
        "a/ one 2026-12-01T00:00:00.000Z\n", "a/ one 1999-12-01T00:00:00Z\n", "a/ one 2026-12-01\n", "a/ one\t-\n",
        "a/ two -\na/ one -\n", "a/ one -\na/ one 2026-12-01T00:00:00Z\n", "a/ one -\na/ one -\n", " * -\n", "a * -\n",
        "\n", " \n", "a/ \u00e9 -\n"})
    void refusesWhatIsNoSortedEntry(String lines) {
        assertRefused(Reason.MALFORMED, "bloomward allow v2 canonical 1\n" + lines);
    }

    @Test
    void versionOneAllowsNoMoreThanVersionTwo() throws Exception {
        AllowList full = ofEntries(entry("a/", "", ""), entry("b/", "", END.toString()), entry("c/", "one", ""));
        of("a/", "b/").requireWithin(full);
        of().requireWithin(full);
        for (AllowList more : List.of(of("a/", "c/"), of("d/"), full)) {
            assertThat(FormatErrors.of(() -> more.requireWithin(full)).reason()).isEqualTo(Reason.MALFORMED);
        }
    }

    private static Optional<AllowEntry> allowing(AllowList list, String expression, String name, Instant time) {
        byte[] bytes = ("x" + expression + "y").getBytes(ISO_8859_1);
        return list.allowing(bytes, 1, bytes.length - 2, name, time);
    }

    private static AllowEntry entry(String expression, String list, String end) {
        return new AllowEntry(expression, list.isEmpty() ? Optional.empty() : Optional.of(list),
                end.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(end)));
    }

    private static AllowList ofEntries(AllowEntry... entries) throws FormatException {
        return AllowList.ofEntries(1, List.of(entries));
    }

    @Test
    void refusesAFileThatIsTooLarge() throws Exception {
        byte[] file = new byte[AllowList.MAX_SIZE_IN_BYTES + 1];
        assertThat(FormatErrors.of(() -> AllowList.parse(file)).reason()).isEqualTo(Reason.MALFORMED);
        List<byte[]> many = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            many.add((i + "/" + "x".repeat(16_000)).getBytes(ISO_8859_1));
        }
        assertThat(FormatErrors.of(() -> AllowList.of(1, many)).reason()).isEqualTo(Reason.MALFORMED);
    }

    private static AllowList of(String... expressions) throws FormatException {
        List<byte[]> bytes = new ArrayList<>();
        for (String expression : expressions) {
            bytes.add(expression.getBytes(ISO_8859_1));
        }
        return AllowList.of(1, bytes);
    }

    private static void assertRefused(Reason reason, String file) {
        FormatException e = FormatErrors.of(() -> AllowList.parse(file.getBytes(ISO_8859_1)));
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason);
    }
}
