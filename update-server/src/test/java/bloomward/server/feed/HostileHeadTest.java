package bloomward.server.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.feed.syntax.LineParser;
import bloomward.server.feed.syntax.ParsedLine;
import bloomward.server.feed.syntax.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// The beginning of a list, or a line of its header, made for the readers that recognise its format: each look at it is
/// proportional to its size, and the remains of a line do not make the lines after it dear.
final class HostileHeadTest {

    /// The beginning of a text may be looked at less often than its middle.
    private static final int SLACK = 500;

    private static void assertLinear(IntFunction<String> textOfSize, Consumer<CharSequence> reader) {
        long[] looks = new long[3];
        for (int i = 0; i < looks.length; i++) {
            CountedText text = new CountedText(textOfSize.apply(500 << i));
            reader.accept(text);
            looks[i] = text.looks();
        }
        assertThat(looks[1]).isLessThanOrEqualTo(2 * looks[0] + SLACK);
        assertThat(looks[2]).isLessThanOrEqualTo(4 * looks[0] + SLACK);
    }

    private static ListOutcome read(String list, FeedFormat format) throws IOException {
        return new ListReader(FeedScope.AUTO, Optional.of(format), ListLimits.DEFAULT)
                .read(new ByteArrayInputStream(list.getBytes(ISO_8859_1)), _ -> {});
    }

    private static List<ParsedLine> rpz(String... lines) {
        List<ParsedLine> all = new ArrayList<>();
        LineParser parser = ((FeedFormat.Syntax.OfLines) FeedFormat.RPZ.newSyntax()).parser();
        for (String line : lines) {
            parser.parse(line, all::add);
        }
        return all;
    }

    @Test
    void markupIsFoundByOneLook() {
        assertLinear(" "::repeat, Recognition::isMarkup);
        assertLinear(" \t\n"::repeat, Recognition::isMarkup);
        assertLinear("\r"::repeat, Recognition::isMarkup);
        assertLinear("<!"::repeat, Recognition::isMarkup);
        assertLinear("\n<htm"::repeat, Recognition::isMarkup);
    }

    @Test
    void namesInJsonAreFoundByOneLook() {
        assertLinear(size -> "{\"deny\"" + " ".repeat(size), Recognition::guessJson);
        assertLinear(size -> "{" + "\"deny\"\t".repeat(size), Recognition::guessJson);
        assertLinear(size -> "[" + "\"phish_id\" \n ".repeat(size), Recognition::guessJson);
        assertLinear(size -> "{" + "\"blacklist\" \"allowlist\"".repeat(size), Recognition::guessJson);
    }

    @Test
    void deepJsonIsRefused() throws Exception {
        for (String list : List.of("[".repeat(1 << 20), "{\"deny\":" + "[".repeat(1 << 20), "{\"a\":".repeat(1 << 18),
                "[{\"url\":" + "{\"url\":".repeat(1 << 18))) {
            for (FeedFormat format : List.of(FeedFormat.DENY_ALLOW_JSON, FeedFormat.PHISHTANK_JSON,
                    FeedFormat.ETH_PHISHING_JSON)) {
                assertThat(read(list, format)).isInstanceOf(ListOutcome.Unusable.class);
            }
        }
    }

    /// Each line without an owner repeats the one before: an owner of 64 KiB once made 64 KiB of work of nine bytes.
    @Test
    void anOwnerThatIsNoNameIsNotRepeated() {
        assertThat(rpz("a".repeat(256) + " CNAME .", " CNAME .", " CNAME .", "evil.example CNAME .")).containsExactly(
                ParsedLine.rejected(RejectReason.MALFORMED), ParsedLine.rejected(RejectReason.MALFORMED),
                ParsedLine.rejected(RejectReason.MALFORMED), ParsedLine.host("evil.example"));
    }

    @Test
    void anOriginThatIsNoNameIsNotAppended() {
        String origin = "$ORIGIN " + "a".repeat(256) + ".";
        assertThat(rpz(origin, "evil CNAME .", "$ORIGIN rpz.example.", "evil.test CNAME .")).containsExactly(
                ParsedLine.rejected(RejectReason.MALFORMED), ParsedLine.rejected(RejectReason.OUTSIDE_ZONE),
                ParsedLine.IGNORED, ParsedLine.host("evil.test"));
    }
}
