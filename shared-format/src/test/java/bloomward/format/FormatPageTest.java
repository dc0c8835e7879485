package bloomward.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.confirm.Bucket;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.FullHash;
import bloomward.format.key.KeyCursor;
import bloomward.format.key.KeyHash;
import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// FORMAT.md and the code say the same: its worked examples are read out of the page and opened.
final class FormatPageTest {

    /// An offset and up to sixteen bytes; the rest of the line is for people.
    private static final Pattern HEX_LINE = Pattern.compile("(?m)^[0-9a-f]{4}  ((?:[0-9a-f]{2}(?: {1,2}|$)){1,16})");
    private static final Pattern KEY_ROW = Pattern
            .compile("(?m)^\\| `([^`]+)` \\| ([0-9a-f]{16}) \\| ([0-9a-f]{9}) \\|$");

    private final String page = read();

    private static String read() {
        try {
            return Files.readString(Path.of("FORMAT.md"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private String section(String title) {
        int from = page.indexOf("\n## " + title);
        assertThat(from).as(title).isPositive();
        int to = page.indexOf("\n## ", from + 1);
        return page.substring(from, to < 0 ? page.length() : to);
    }

    private static byte[] hex(String section) {
        StringBuilder digits = new StringBuilder();
        HEX_LINE.matcher(section).results().forEach(line -> digits.append(line.group(1).replace(" ", "")));
        return HexFormat.of().parseHex(digits);
    }

    @Test
    void thePackedExampleHoldsWhatThePageSays() throws FormatException {
        String section = section("10 Worked example");
        byte[] bytes = hex(section);
        assertThat(bytes).hasSize(82);
        FilterFile file = FilterFile.open(MemorySegment.ofArray(bytes));
        PackedFilter packed = file.packed();
        KeyHash hash = file.hash().keyHash();
        assertThat(file.hash().canonical()).isEqualTo(UrlExpressions.CANONICAL);

        List<MatchResult> rows = KEY_ROW.matcher(section).results().toList();
        assertThat(rows).hasSize(3);
        List<Long> keys = new ArrayList<>();
        for (MatchResult row : rows) {
            assertThat(hash.of(row.group(1))).as(row.group(1)).isEqualTo(Long.parseUnsignedLong(row.group(2), 16));
            assertThat(packed.mightContain(hash.of(row.group(1)))).as(row.group(1)).isTrue();
            keys.add(Long.parseLong(row.group(3), 16));
        }
        KeyCursor cursor = packed.keys();
        for (long key : keys) {
            assertThat(cursor.next()).isEqualTo(key);
        }
        assertThat(cursor.next()).isEqualTo(KeyCursor.END);
    }

    @Test
    void theFlatFormHasTheBitsThatThePageNames() throws FormatException {
        String section = section("10 Worked example");
        MatchResult sentence = Pattern.compile("the bits of `evil\\.example/` are ([0-9, and]+) in words 0 to 7")
                .matcher(section)
                .results()
                .findFirst()
                .orElseThrow();
        PackedFilter packed = FilterFile.open(MemorySegment.ofArray(hex(section))).packed();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment words = FlatFilter.of(packed, arena).words();
            String[] bits = sentence.group(1).split(", | and ");
            assertThat(bits).hasSize(8);
            for (int word = 0; word < 8; word++) {
                long value = words.get(ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN), word * 8L);
                assertThat(value >>> Integer.parseInt(bits[word]) & 1).as("word " + word).isEqualTo(1);
            }
        }
    }

    @Test
    void theLibraryExampleHoldsWhatThePageSays() throws FormatException {
        FilterFile file = FilterFile.open(MemorySegment.ofArray(hex(section("9 Library file"))));
        assertThat(file.filter().mightContain(file.hash().keyHash().of("bloom"))).isTrue();
        assertThat(file.filter().mightContain(file.hash().keyHash().of("stranger"))).isFalse();
    }

    @Test
    void theExpressionsOfTheExampleAreThoseOfThePage() {
        String section = section("2 From URL to expressions");
        UrlExpressions url = new UrlExpressions();
        assertThat(url.read("http://a.b.c.d.example.test/1/2.html?x")).isEmpty();
        assertThat(section)
                .contains((url.count() - 1) + " expressions, of which the first is\n`" + url.expression(0) + "`")
                .contains("the last `" + url.expression(url.count() - 2) + "`")
                .contains("the exact form `" + url.exact() + "`");
    }

    @Test
    void theExamplesThatAreReadInTwoWaysHaveThePathsOfThePage() {
        String section = section("2 From URL to expressions");
        List<MatchResult> rows = Pattern.compile("(?m)^\\| `(http[^`]*)` \\| `(a\\.test)` \\| (.*) \\| (.*) \\|$")
                .matcher(section)
                .results()
                .toList();
        assertThat(rows).hasSize(2);
        UrlExpressions url = new UrlExpressions();
        for (MatchResult row : rows) {
            assertThat(url.read(row.group(1))).isEmpty();
            String paths = IntStream.range(0, url.count() - 1)
                    .mapToObj(i -> "`" + url.expression(i).text().substring("a.test".length()) + "`")
                    .collect(Collectors.joining(", "));
            assertThat(row.group(3) + ", " + row.group(4)).isEqualTo(paths);
            assertThat(IntStream.range(0, url.count()).filter(url::isSure).mapToObj(url::expression))
                    .containsExactly(new Expression("a.test/"));
        }
    }

    @Test
    void theConfirmExampleProvesWhatThePageSays() throws FormatException {
        String section = section("16 Confirm answers");
        byte[] answer = hex(section);
        assertThat(answer).hasSize(189);
        MatchResult root = Pattern.compile("The root is\n`([0-9a-f]{64})`")
                .matcher(section)
                .results()
                .findFirst()
                .orElseThrow();
        BucketBits bits = new BucketBits(1);
        Bucket bucket = ConfirmAnswer.parse(answer)
                .prove(ConfirmRoot.ofDigest(HexFormat.of().parseHex(root.group(1))), bits, 1);
        List<MatchResult> rows = Pattern.compile("(?m)^\\| `([^`]+)` \\| ([0-9a-f]{8}) \\| 1 \\|$")
                .matcher(section)
                .results()
                .toList();
        assertThat(rows).hasSize(3);
        for (int i = 0; i < 3; i++) {
            byte[] expression = rows.get(i).group(1).getBytes(UTF_8);
            FullHash hash = FullHash.of(expression, 0, expression.length);
            ConfirmRecord listing = new ConfirmRecord(hash, List.of(Scope.PREFIX, Scope.HOST, Scope.EXACT).get(i),
                    new Category(i == 1 ? "malware" : "phishing"));
            assertThat(hash.toString()).startsWith(rows.get(i).group(2));
            assertThat(bucket.find(hash)).containsExactly(listing);
            assertThat(bucket.records().get(i)).isEqualTo(listing);
        }
    }
}
