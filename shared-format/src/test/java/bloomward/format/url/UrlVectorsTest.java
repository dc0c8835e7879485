package bloomward.format.url;

import static bloomward.format.url.UrlExpressions.MAX_LENGTH;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every rule of the canonical form by written examples, the published ones of Safe Browsing first.
final class UrlVectorsTest {

    private final UrlExpressions urls = new UrlExpressions();
    private final UrlExpressions documented = UrlExpressions.ofSafeBrowsing();

    static List<List<String>> safeBrowsing() throws IOException {
        return Vectors.read("safe-browsing.tsv");
    }

    static List<List<String>> canonical() throws IOException {
        return Vectors.read("canonical.tsv");
    }

    static List<List<String>> expressions() throws IOException {
        return Vectors.read("expressions.tsv");
    }

    @Test
    void noTableHasLostItsRows() throws IOException {
        assertThat(safeBrowsing()).hasSize(33);
        assertThat(canonical()).hasSizeGreaterThan(350);
        assertThat(expressions()).hasSizeGreaterThan(55);
        assertThat(Vectors.read("canonical-2.tsv")).hasSizeGreaterThan(140);
        assertThat(Vectors.read("expressions-2.tsv")).hasSizeGreaterThan(65);
        assertThat(Stream.of(safeBrowsing(), canonical(), expressions()).flatMap(List::stream))
                .allSatisfy(row -> assertThat(row).hasSize(2));
        assertThat(Stream.of(safeBrowsing(), canonical()).flatMap(List::stream).map(List::getFirst))
                .doesNotHaveDuplicates();
    }

    @Test
    void everyReasonHasARow() throws IOException {
        assertThat(canonicalTwo().stream().map(List::getLast).filter(column -> column.startsWith("!")).distinct())
                .containsExactlyInAnyOrderElementsOf(Stream.of(Unjudgeable.values())
                        .filter(reason -> reason != Unjudgeable.TOO_LONG && reason != Unjudgeable.DOTS)
                        .map(reason -> "!" + reason)
                        .toList());
    }

    static List<List<String>> canonicalTwo() throws IOException {
        return two("canonical-2.tsv", List.of(safeBrowsing(), canonical()));
    }

    static List<List<String>> expressionsTwo() throws IOException {
        return two("expressions-2.tsv", List.of(expressions()));
    }

    /// The rows of canonical 1, with the differences and additions of canonical 2.
    private static List<List<String>> two(String name, List<List<List<String>>> tables) throws IOException {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        tables.stream().flatMap(List::stream).forEach(row -> rows.put(row.getFirst(), row));
        for (List<String> row : Vectors.read(name)) {
            assertThat(row).hasSize(2).isNotEqualTo(rows.put(row.getFirst(), row));
        }
        return List.copyOf(rows.values());
    }

    @ParameterizedTest
    @MethodSource("canonicalTwo")
    void hasThisCanonicalForm(List<String> row) {
        assertThat(form(urls, row)).isEqualTo(row.getLast());
    }

    @ParameterizedTest
    @MethodSource({"safeBrowsing", "canonical"})
    void hasThisCanonicalFormOfSafeBrowsing(List<String> row) {
        assertThat(form(documented, row)).isEqualTo(row.getLast());
    }

    @ParameterizedTest
    @MethodSource("expressionsTwo")
    void hasTheseExpressions(List<String> row) {
        assertThat(expressions(urls, row)).isEqualTo(row.getLast());
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void hasTheseExpressionsOfSafeBrowsing(List<String> row) {
        assertThat(expressions(documented, row)).isEqualTo(row.getLast());
    }

    private static String form(UrlExpressions urls, List<String> row) {
        return urls.read(Vectors.bytes(row.getFirst())).map(reason -> "!" + reason).orElseGet(urls::canonical);
    }

    private static String expressions(UrlExpressions urls, List<String> row) {
        Optional<Unjudgeable> refused = urls.read(Vectors.bytes(row.getFirst()));
        if (refused.isPresent()) {
            return "!" + refused.get();
        }
        assertThat(urls.exact().text()).isEqualTo(" " + urls.expression(0));
        return IntStream.range(0, urls.count() - 1)
                .mapToObj(i -> urls.expression(i).text())
                .collect(Collectors.joining(" "));
    }

    @Test
    void anUnjudgeableUrlLeavesNoExpressionsOfTheOneBefore() {
        assertThat(urls.read("http://a.b.test/c/d?e")).isEmpty();
        for (String url : List.of("", "mailto:a@b", "http://", "http://[/", "x".repeat(MAX_LENGTH + 1))) {
            assertThat(urls.read(url)).isPresent();
            assertThat(urls.count()).isZero();
            assertThatThrownBy(urls::exact).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void everyReasonSaysSomethingOfItsOwn() {
        assertThat(Stream.of(Unjudgeable.values()).map(Unjudgeable::reason)).doesNotHaveDuplicates()
                .allSatisfy(reason -> assertThat(reason).isNotBlank());
    }

    @Test
    void judgesSixteenKibibytesAsGivenAndNotOneMore() {
        String fragment = "http://example.test/#";
        assertThat(urls.read(fragment + "f".repeat(MAX_LENGTH - fragment.length()))).isEmpty();
        assertThat(urls.canonical()).isEqualTo("http://example.test/");
        assertThat(urls.read(fragment + "f".repeat(MAX_LENGTH - fragment.length() + 1))).contains(Unjudgeable.TOO_LONG);
        byte[] oneMore = (fragment + "f".repeat(MAX_LENGTH)).getBytes(US_ASCII);
        assertThat(urls.read(oneMore, 0, MAX_LENGTH)).isEmpty();
        assertThat(urls.read(oneMore, 0, MAX_LENGTH + 1)).contains(Unjudgeable.TOO_LONG);
        byte[] blanks = " ".repeat(MAX_LENGTH + 1).getBytes(US_ASCII);
        assertThat(urls.read(blanks)).contains(Unjudgeable.TOO_LONG);
        assertThat(urls.read(blanks, 1, MAX_LENGTH)).contains(Unjudgeable.EMPTY);
        // Ninety bytes too long, though not in characters.
        assertThat(urls.read(fragment + "\u00fc".repeat((MAX_LENGTH - fragment.length() + 90) / 2)))
                .contains(Unjudgeable.TOO_LONG);
    }

    @Test
    void judgesSixteenKibibytesInCanonicalFormAndNotOneMore() {
        for (String scheme : List.of("http", "https", "ws", "wss", "ftp")) {
            for (String part : List.of("/", "/?", "/a/../", "//?")) {
                String start = scheme + "://example.test" + part;
                assertThat(urls.read(start)).isEmpty();
                int room = MAX_LENGTH - urls.canonical().length();
                // Escaped, the first part is three times as long.
                int controls = (room - 1) / 3;
                String rest = "\u0001".repeat(controls) + "a".repeat(room - 3 * controls);
                assertThat(urls.read(start + rest)).as(start).isEmpty();
                assertThat(urls.canonical()).hasSize(MAX_LENGTH);
                assertThat(urls.read(start + rest + "a")).as(start).contains(Unjudgeable.TOO_LONG);
            }
        }
        for (int length = MAX_LENGTH - 40; length <= MAX_LENGTH; length++) {
            String noSlash = "http://" + "a".repeat(length - 7);
            assertThat(urls.read(noSlash).isEmpty()).isEqualTo(length < MAX_LENGTH);
            assertThat(urls.read("http://example.test/" + "a".repeat(length - 20))).isEmpty();
            String noScheme = "a".repeat(length);
            assertThat(urls.read(noScheme).isEmpty()).isEqualTo(length + 8 <= MAX_LENGTH);
        }
    }

    @Test
    void whatDotsTakeAwayDoesNotCount() {
        String escaped = "\u0001".repeat(6000);
        assertThat(urls.read("http://example.test/" + escaped + "/../a")).isEmpty();
        assertThat(urls.canonical()).isEqualTo("http://example.test/a");
        assertThat(urls.read("http://example.test/" + escaped + "%2f..%2Fa")).isEmpty();
        assertThat(urls.canonical()).isEqualTo("http://example.test/a");
    }

    @Test
    void aRangeOfAnArrayIsReadAsIfItWereTheWhole() {
        byte[] within = Vectors.bytes("http://wrong.test/http://example.test/a?b#/wrong");
        assertThat(urls.read(within, 18, 23)).isEmpty();
        assertThat(urls.canonical()).isEqualTo("http://example.test/a?b");
        assertThat(urls.read(within, 18, 0)).contains(Unjudgeable.EMPTY);
    }

    @Test
    void halfASurrogatePairIsAReplacementCharacter() {
        assertThat(urls.read("http://example.test/\ud800x\udc00")).isEmpty();
        assertThat(urls.canonical()).isEqualTo("http://example.test/%EF%BF%BDx%EF%BF%BD");
    }
}
