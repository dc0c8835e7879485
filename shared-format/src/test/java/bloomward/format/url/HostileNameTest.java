package bloomward.format.url;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Allocation;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Names made to keep UTS #46 busy: as long as a URL may be, of characters that are dear to map, compose, order, check
/// and encode.
final class HostileNameTest {

    private static final int ROOM = UrlExpressions.MAX_LENGTH - "http:///".length();

    /// A name of the longest length, and whether it is one for UTS #46.
    enum Name {

        DISTINCT_LETTERS(0x4e00, 5000, ""), DISTINCT_LETTERS_IN_LABELS(0x4e00, 5000, "."),
        DISTINCT_SYLLABLES(0xac00, 11_000, ""), COMBINING_MARKS(0x300, 0x6f, ""),
        COMBINING_MARKS_IN_LABELS(0x300, 0x6f, "."), ARABIC(0x620, 0x20, ""), ARABIC_AND_LATIN("\u0627a"),
        ARABIC_AND_LATIN_LABELS("\u0627.a."), HEBREW_AND_DIGITS("\u05d01\u06f1."),
        MARKS_OUT_OF_ORDER("\u0315\u0300\u05ae\u0321\u0345"), DECOMPOSED_SYLLABLES("\u1100\u1161\u11a8"),
        LONG_MAPPINGS("\ufdfa"), LONG_MAPPINGS_IN_LABELS("\ufdfa."), DOUBLED_BY_MAPPING("\u33c2\u3300"),
        IGNORED("\u00ad"), IGNORED_IN_LABELS("\u00ad\u200b."), JOINERS("\u0915\u094d\u200d"), JOINERS_REFUSED("\u200d"),
        NON_JOINERS("\u0628\u200c\u0628"), NON_JOINERS_AFTER_TRANSPARENT("\u0628\u0650\u200c"),
        FULL_WIDTH("\uff21\uff0e"), DOTS("\u3002"), ACE_LABELS("xn--bcher-kva."), BAD_ACE_LABELS("xn--\u00fc."),
        BAD_ACE_IN_ONE_LABEL("\u00fcxn--"), LONG_ACE_LABEL("\u00fc.xn--", "a9"), SUPPLEMENTARY("\ud83d\ude00"),
        DISALLOWED("\ue000"), DISALLOWED_IN_LABELS("\ue000."), REPLACEMENT("\ufffd");

        private final String text;

        Name(String piece) {
            this("", piece);
        }

        Name(String start, String piece) {
            text = start + piece.repeat(ROOM / piece.getBytes(UTF_8).length + 1);
        }

        Name(int first, int count, String separator) {
            text = IntStream.range(0, ROOM)
                    .mapToObj(i -> Character.toString(first + i % count))
                    .collect(Collectors.joining(separator));
        }

        /// The name cut to length, at a character.
        String url(int room) {
            int end = 0;
            int size = 0;
            while (end < text.length() && size <= room - 4) {
                int point = text.codePointAt(end);
                end += Character.charCount(point);
                size += Character.toString(point).getBytes(UTF_8).length;
            }
            return "http://" + text.substring(0, end) + "/";
        }
    }

    private final UrlLaws laws = new UrlLaws();
    private final UrlExpressions urls = new UrlExpressions();

    /// The cost of a name: a thousand bytes of garbage for each byte at the very most, and milliseconds, where work
    /// that grew with the square of the length would take much longer than the limit.
    @ParameterizedTest
    @EnumSource
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void breaksNoLawAndCostsLittle(Name name) {
        byte[] url = name.url(ROOM).getBytes(UTF_8);
        urls.read(url);
        long before = Allocation.ofThisThread();
        urls.read(url);
        assertThat(Allocation.ofThisThread() - before).isLessThan(1000L * UrlExpressions.MAX_LENGTH);
        for (int room : new int[] {40, 300, 3000, ROOM}) {
            laws.hold(name.url(room).getBytes(UTF_8));
        }
    }
}
