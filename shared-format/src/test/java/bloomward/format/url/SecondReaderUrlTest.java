package bloomward.format.url;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Fuzz;
import bloomward.format.SecondReader;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// The second reader finds the same canonical form and expressions. UTS #46 it does not have: it says so where a host needs it,
/// which is counted, and must be true.
final class SecondReaderUrlTest {

    private static final int URLS = 10_000;
    private static final String IDN = "idn";

    private final UrlExpressions urls = new UrlExpressions();

    @Test
    void hostileUrlsMeanTheSame() throws Exception {
        UrlMaker maker = new UrlMaker(Fuzz.random(6));
        List<byte[]> made = new ArrayList<>();
        for (int i = 0; i < URLS; i++) {
            made.add(maker.url());
        }
        int skipped = skipped(made);
        System.out.println("second reader: " + skipped + " of " + URLS + " hostile URLs need UTS #46");
        assertThat(skipped).isBetween(URLS / 10, URLS / 2);
    }

    /// Where no host is spelt in letters beyond ASCII, nothing is skipped.
    @Test
    void asciiUrlsMeanTheSameAndNoneIsSkipped() throws Exception {
        UrlMaker maker = new UrlMaker(Fuzz.random(7));
        List<byte[]> made = new ArrayList<>();
        while (made.size() < URLS) {
            String url = maker.text();
            if (url.chars().allMatch(c -> c < 0x80) && !url.contains("%")) {
                made.add(url.getBytes(UTF_8));
            }
        }
        assertThat(skipped(made)).isZero();
    }

    @Test
    void bytesByChanceMeanTheSame() throws Exception {
        RandomGenerator random = Fuzz.random(8);
        List<byte[]> made = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(1 << random.nextInt(1, 12))];
            random.nextBytes(bytes);
            if (i % 2 == 0 && bytes.length > 8) {
                System.arraycopy("http://a".getBytes(UTF_8), 0, bytes, 0, 8);
            }
            made.add(bytes);
        }
        for (int length = 16_370; length < 16_390; length++) {
            made.add("a".repeat(length).getBytes(UTF_8));
            made.add(("a/" + " ".repeat(3) + "b".repeat(length - 14)).getBytes(UTF_8));
        }
        assertThat(skipped(made)).isLessThan(100);
    }

    /// @return how many the second reader leaves to UTS #46; all others mean the same
    private int skipped(List<byte[]> made) throws Exception {
        SecondReader reader = new SecondReader();
        for (byte[] url : made) {
            reader.expect(meaning(url), "url", SecondReader.hex(url));
        }
        List<String> answers = reader.answers();
        int skipped = 0;
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i).equals(IDN)) {
                assertThat(new String(made.get(i), UTF_8)).as(Vectors.escape(made.get(i)))
                        .matches("(?s).*([^\\x00-\\x7f]|%[0-9A-Fa-f%]).*");
                skipped++;
            } else {
                assertThat(answers.get(i)).as(Vectors.escape(made.get(i))).isEqualTo(meaning(made.get(i)));
            }
        }
        return skipped;
    }

    private String meaning(byte[] url) {
        if (urls.read(url).isPresent()) {
            return "unjudgeable";
        }
        StringBuilder meaning = new StringBuilder(urls.canonical());
        for (int i = 0; i < urls.count(); i++) {
            meaning.append('\t').append(urls.isSure(i) ? "" : "?").append(urls.expression(i));
        }
        return meaning.toString();
    }
}
