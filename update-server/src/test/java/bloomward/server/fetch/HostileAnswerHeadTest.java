package bloomward.server.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.feed.CountedText;
import bloomward.server.fetch.AnswerHead.Field;
import java.io.ByteArrayInputStream;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Header lines of a publisher's answer that are made for their reader: one line of 64 KiB once kept a processor busy
/// for longer than anybody waits, because a blank could belong to three parts of it.
final class HostileAnswerHeadTest {

    private static long looks(String line) {
        CountedText text = new CountedText(line);
        Field.of(text);
        return text.looks();
    }

    private static void assertLinear(IntFunction<String> lineOfSize) {
        long once = looks(lineOfSize.apply(200));
        assertThat(looks(lineOfSize.apply(400))).isLessThanOrEqualTo(2 * once);
        assertThat(looks(lineOfSize.apply(800))).isLessThanOrEqualTo(4 * once);
    }

    @Test
    void aValueOfBlanksIsReadOnce() {
        assertLinear(size -> "etag: " + " ".repeat(size) + "x");
        assertLinear(size -> "etag: x" + " \t".repeat(size));
        assertLinear(size -> "etag:" + " ".repeat(size));
        assertLinear(size -> "etag: " + "x ".repeat(size));
    }

    @Test
    void aLineThatIsNoFieldIsReadOnce() {
        assertLinear(size -> "etag: " + " ".repeat(size) + "\r");
        assertLinear(size -> "etag: " + "x ".repeat(size) + "\r\r");
        assertLinear(size -> "x".repeat(size));
        assertLinear(size -> " ".repeat(size) + ":");
    }

    @Test
    void aWholeHeadOfBlanksIsRefused() {
        String head = "HTTP/1.1 200 OK\r\netag:" + " ".repeat(60_000) + "\r\r\n\r\n";
        assertThatThrownBy(() -> AnswerHead.read(new ByteArrayInputStream(head.getBytes(ISO_8859_1))))
                .isInstanceOf(FetchException.class);
    }

    @Test
    void stripsBlanksAroundAValueAndKeepsThoseWithin() {
        assertThat(Field.of("Link: \t a  b \t")).contains(new Field("Link", "a  b"));
        assertThat(Field.of("Link:")).contains(new Field("Link", ""));
        assertThat(Field.of("Link: a:b")).contains(new Field("Link", "a:b"));
        assertThat(Field.of("x-text: \u00e2\u0080\u0085")).contains(new Field("x-text", "\u00e2\u0080\u0085"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", ": a", "Link", " Link: a", "Link : a", "Li nk: a", "Link: a\rb", "Link: \u0000",
        "Link: a\u007f", "L\u00efnk: a"})
    void refusesWhatIsNoField(String line) {
        assertThat(Field.of(line)).isEmpty();
    }
}
