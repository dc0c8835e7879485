package bloomward.server.report;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.wire.ReportNumber;
import bloomward.server.store.ReportKind;
import bloomward.server.store.ReportText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SubmissionReaderTest {

    private static final String NUMBER = "00112233445566778899aabbccddeeff";
    private static final String LEAST = "{\"v\":1,\"number\":\"" + NUMBER
            + "\",\"kind\":\"missed\",\"url\":\"evil.example/a?b\",\"comment\":\"\",\"verdict\":\"clean\"}";

    private static Submission read(String json) throws InvalidSubmissionException {
        return SubmissionReader.read(json.getBytes(UTF_8));
    }

    /// The smallest report, with other text for a field or with a field more.
    private static String with(String field, String value) {
        String changed = LEAST.replaceFirst("\"" + field + "\":(\"[^\"]*\"|\\d+)", "\"" + field + "\":\uffff");
        return (changed.equals(LEAST) ? LEAST.replace("}", ",\"" + field + "\":\uffff}") : changed).replace("\uffff",
                value);
    }

    private static String text(String value) {
        return "\"" + value + "\"";
    }

    @Test
    void readsTheLeast() throws Exception {
        assertThat(read(LEAST)).isEqualTo(new Submission(ReportNumber.parse(NUMBER).orElseThrow(),
                new ReportText(ReportKind.MISSED, "evil.example/a?b", "evil.example/a?b", "", "clean", Optional.empty(),
                        Optional.empty(), OptionalLong.empty())));
    }

    @Test
    void readsAllFieldsInAnyOrder() throws Exception {
        String all = "{\"version\":9007199254740991,\"expression\":\" evil.example/a\",\"list\":\"a-1\",\"verdict\":\"unknown\","
                + "\"comment\":\"zwei\\nZeilen \u00e4 \\ud83d\\ude00\",\"url\":\"https://u:p@EVIL.example:1/%41#x\",\"kind\":\"wrong\",\"number\":\""
                + NUMBER + "\",\"v\":1}";
        assertThat(read(all).text()).isEqualTo(new ReportText(ReportKind.WRONG, "https://u:p@EVIL.example:1/%41#x",
                "evil.example/A", "zwei\nZeilen \u00e4 \ud83d\ude00", "unknown", Optional.of("a-1"),
                Optional.of(" evil.example/a"), OptionalLong.of(9007199254740991L)));
    }

    static List<String> refused() {
        Stream<String> bodies = Stream.of("", " ", "null", "1", "[]", "{}", LEAST + LEAST, LEAST + " 1",
                LEAST.substring(1), LEAST.replace("}", ",}"), "\ufeff" + LEAST, LEAST.replace('"', '\''),
                LEAST.replace("{", "{\"v\":1,"), with("extra", "1"), with("address", text("192.0.2.1")),
                "[".repeat(4000));
        Stream<String> fields = Stream.of("v", "number", "kind", "url", "comment", "verdict")
                .flatMap(field -> Stream.of(LEAST.replace("\"" + field + "\"", "\"list\""), with(field, "null"),
                        with(field, "[]"), with(field, "{}"), with(field, "true"), with(field, "1.0")));
        Stream<String> values = Stream.of(with("v", "2"), with("v", text("1")), with("v", "0"),
                with("number", text(NUMBER + "0")), with("number", text(NUMBER.toUpperCase(java.util.Locale.ROOT))),
                with("number", text("")), with("kind", text("Wrong")), with("kind", text("other")),
                with("verdict", text("blocked")), with("verdict", text("")), with("url", text("")),
                with("url", text("about:blank")), with("url", text("javascript:alert(1)")),
                with("url", text("http://")), with("url", text("http://a.example/\\u0000")),
                with("url", text("http://a.example/\\n")), with("url", text("http://a.example/\\u009f")),
                with("url", text("http://a.example/\\ud800")),
                with("url", text("http://a.example/" + "x".repeat(2032))),
                with("url", text("http://a.example/" + "\u00e4".repeat(1016))), with("comment", text("\\u001b[2J")),
                with("comment", text("a\\rb")), with("comment", text("\\udfff\\ud83d")),
                with("comment", text("x".repeat(1001))), with("list", text("../a")), with("list", text("")),
                with("list", text("A")), with("list", "1"), with("expression", text("evil.example")),
                with("expression", text("Evil.example/ x")), with("expression", text("")), with("version", "0"),
                with("version", "-1"), with("version", "9007199254740992"), with("version", "1.5"),
                with("version", "99999999999999999999999"), with("version", text("1")));
        return Stream.of(bodies, fields, values).flatMap(each -> each).toList();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesEverythingElse(String body) {
        assertThatThrownBy(() -> read(body)).isInstanceOf(InvalidSubmissionException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 40, 80})
    void refusesOtherBytesThanUtf8(int at) {
        byte[] body = LEAST.getBytes(UTF_8);
        body[at] = (byte) 0xff;
        assertThatThrownBy(() -> SubmissionReader.read(body)).isInstanceOf(InvalidSubmissionException.class);
        assertThatThrownBy(() -> SubmissionReader.read(LEAST.getBytes(UTF_16BE)))
                .isInstanceOf(InvalidSubmissionException.class);
        assertThatThrownBy(() -> SubmissionReader.read(Arrays.copyOf(body, 30)))
                .isInstanceOf(InvalidSubmissionException.class);
    }

    @Test
    void takesTheLongestTexts() throws Exception {
        String url = "http://a.example/" + "x".repeat(2048 - 17);
        assertThat(read(with("url", text(url))).text().url()).isEqualTo(url);
        String comment = "\ud83d\ude00".repeat(500) + "x".repeat(500);
        assertThat(read(with("comment", text(comment))).text().comment()).isEqualTo(comment);
    }

    /// A refusal reaches its sender and logs; it repeats nothing.
    @Test
    void aRefusalQuotesNothing() {
        assertThatThrownBy(() -> read(with("kind", text("<b>evil")))).hasMessageNotContaining("evil");
        assertThatThrownBy(() -> read(with("evil", "1"))).hasMessageNotContaining("evil");
        assertThatThrownBy(() -> read("evil")).hasMessageNotContaining("evil");
    }

    @Test
    void whatItSaysHasADigest() throws Exception {
        Submission one = read(LEAST);
        assertThat(read(LEAST.replace(",", " , ")).content()).isEqualTo(one.content());
        for (String other : List.of(with("kind", text("wrong")), with("url", text("evil.example/a?c")),
                with("comment", text("x")), with("verdict", text("listed")), with("list", text("a")),
                with("expression", text("evil.example/")), with("version", "1"))) {
            assertThat(read(other).content()).as(other).isNotEqualTo(one.content());
        }
    }
}
