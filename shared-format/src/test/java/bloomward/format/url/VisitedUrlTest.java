package bloomward.format.url;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Fuzz;
import bloomward.format.testing.Allocation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Behaviour of canonical 2 for URLs that are read in more than one way, or are made to be read without end; it finds
/// all that canonical 1 finds.
final class VisitedUrlTest {

    private final UrlExpressions urls = new UrlExpressions();

    /// The expressions that name the page in both readings are all that may allow it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-",
            value = {"http://h.test/a/b?q=%20|h.test/a/b?q=%20 h.test/a/b h.test/ h.test/a/  h.test/a/b?q=%20",
                "http://h.test/a/b%20c/|h.test/a/b%20c/ h.test/ h.test/a/  h.test/a/b%20c/",
                "http://h.test/a//b\\.%2F|h.test/a/b/ h.test/ h.test/a/",
                "http://h.test/~mallory/x%2F..%2F..%2Fok|h.test/", "http://h.test/a/x%2F..%2Fok|h.test/ h.test/a/",
                "http://h.test/a/%252e%252e/a/ok|h.test/ h.test/a/", "http://h.test/a%2Fok|h.test/",
                "http://h.test/a%5Cok|h.test/", "http://h.test/a/%2541|h.test/ h.test/a/",
                "http://h.test/a/b?q=%2541|h.test/a/b h.test/ h.test/a/",
                "http://h.test/%2e%2e/a/%41|h.test/a/A h.test/ h.test/a/  h.test/a/A",
                "http://h.test/a%3Fb|h.test/a%3Fb h.test/  h.test/a%3Fb",
                "http://h.test/100%/%zz|h.test/100%25/%25zz h.test/ h.test/100%25/  h.test/100%25/%25zz",
                "http://h.test/a/%2F/b|h.test/ h.test/a/"})
    void isSureOfWhatBothReadingsHave(String url, String sure) {
        assertThat(urls.read(url)).isEmpty();
        assertThat(IntStream.range(0, urls.count())
                .filter(urls::isSure)
                .mapToObj(i -> urls.expression(i).text())
                .collect(Collectors.joining(" "))).isEqualTo(sure);
    }

    @Test
    void looksUpAsManyDirectoriesAsAPathMayLeaveAndNotOneMore() {
        String host = "http://a.b.c.d.e.f.g.h.i.j.k.l.m.test/";
        String left = IntStream.range(0, 32).mapToObj(i -> i + "%2F..%2F").collect(Collectors.joining());
        String path = "a/b/c/d/e/f/g/h/i?q";
        assertThat(urls.read(host + left + path)).isEmpty();
        assertThat(urls.count()).isEqualTo(UrlExpressions.MAX_COUNT).isEqualTo(12 * (2 + 9 + 32) + 1);
        assertThat(urls.expression(urls.count() - 2).text()).isEqualTo("m.test/31/");
        assertThat(urls.read(host + left + "31%2F..%2F" + path)).as("none twice").isEmpty();
        assertThat(urls.read(host + left + "32%2F..%2F" + path)).contains(Unjudgeable.DOTS);
        assertThat(urls.count()).as("its host only").isEqualTo(12);
        assertThat(urls.expression(11).text()).isEqualTo("m.test/");
    }

    /// A listed host stays listed, whatever stands behind it.
    @ParameterizedTest
    @ValueSource(strings = {"/%s%%2F", "/?%s", "?%s", "/a/%s", "\\%s", "/#%s", "#%s", ":80/%s", "/ %s"})
    void readsTheHostOfAUrlThatCannotBeJudged(String behind) {
        for (String url : List.of("http://a.evil.test", "//\t/a.%65vil.test", "http://u:p@A.e\u00advil.test")) {
            for (int length : List.of(17_000, 70_000)) {
                assertThat(urls.read(url + behind.formatted("x".repeat(length)))).contains(Unjudgeable.TOO_LONG);
                assertThat(expressions(urls)).containsExactly("a.evil.test/", "evil.test/");
                assertThat(urls.isSure(0)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://%s", "http://%s.evil.test/", "http://%s@evil.test/", "http:%s//evil.test/", "%s"})
    void readsNoHostThatIsTooFarBehind(String url) {
        assertThat(urls.read(url.formatted("x".repeat(17_000)))).contains(Unjudgeable.TOO_LONG);
        assertThat(urls.count()).isZero();
    }

    @Test
    void keepsSixtyFourKibibytesOfWhatAPathLeavesAndNotMore() {
        String wide = "\u0001".repeat(5000); // 15,000 bytes when written
        assertThat(urls.read("http://h.test/" + wide + "%2Fa%2F..%2Fb%2F..%2Fc%2F..%2Fd%2F..%2F..%2Fok"))
                .contains(Unjudgeable.DOTS);
        assertThat(urls.read("http://h.test/" + wide + "%2Fa%2F..%2Fb%2F..%2Fc%2F..%2F..%2Fok")).isEmpty();
        assertThat(urls.canonical()).isEqualTo("http://h.test/ok");
        assertThat(urls.count()).isEqualTo(2 + 4 + 1);
    }

    /// Expressions too long for any entry, or too deep, are not looked up.
    @Test
    void leavesOutWhatNoEntryReaches() {
        assertThat(urls.read("http://h.test/" + "\u0001".repeat(6000) + "%2F..%2Fok")).isEmpty();
        assertThat(urls.count()).isEqualTo(3);
        assertThat(urls.read("http://h.test/1/2/3/4/5/6/7/8/9" + "%2F..".repeat(9) + "%2Fok")).isEmpty();
        assertThat(urls.count()).isEqualTo(2 + 8 + 1);
    }

    /// Combining marks are put in order with the square of their number, so a long name is not mapped at all.
    @ParameterizedTest
    @ValueSource(strings = {"\u0301\u0316", "%CC%81%CC%96", "\u0315\u0300\u05ae\u0321\u0345", "\u00ad", "\ufdfa",
        "\uff05", "\uff0565", "%25EF%25BC%2585"})
    void mapsNoNameThatIsLongerThanAnyOfTheDns(String piece) {
        String rest = "http://a" + piece.repeat(15_000 / piece.getBytes(UTF_8).length) + ".test/";
        byte[] url = rest.getBytes(UTF_8);
        assertThat(urls.read(url)).contains(Unjudgeable.BAD_HOST);
        long before = Allocation.ofThisThread();
        urls.read(url);
        assertThat(Allocation.ofThisThread() - before).isLessThan(1000);
    }

    @Test
    void mapsNamesOfUpToAKibibyte() {
        String ignored = "\u00ad".repeat(509);
        assertThat(urls.read("http://e" + ignored + "vil.test/")).as("1,027 bytes").contains(Unjudgeable.BAD_HOST);
        assertThat(urls.read("http://e" + ignored.substring(2) + "vil.test/")).as("1,023 bytes").isEmpty();
        assertThat(urls.canonical()).isEqualTo("http://evil.test/");
        assertThat(urls.read("http://e" + ignored.substring(1) + "il.test/")).as("1,024 bytes").isEmpty();
    }

    /// This is why lists of canonical 1 can be asked with these expressions.
    @Test
    void asksEverythingThatCanonicalOneAsks() {
        UrlExpressions documented = UrlExpressions.ofSafeBrowsing();
        UrlMaker maker = new UrlMaker(Fuzz.random(11));
        int same = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] url = maker.url();
            Optional<Unjudgeable> refused = urls.read(url);
            if (refused.isPresent() || documented.read(url).isPresent()) {
                continue;
            }
            String host = host(urls);
            if (host.equals(host(documented))) {
                same++;
                assertThat(urls.canonical()).isEqualTo(documented.canonical());
                assertThat(expressions(urls)).as(Vectors.escape(url)).containsAll(expressions(documented));
            } else {
                assertThat(host(documented) + Vectors.escape(url)).as("mapped and escaped").contains("%");
            }
        }
        assertThat(same).isGreaterThan(3_000);
    }

    private static String host(UrlExpressions urls) {
        String whole = urls.exact().shown();
        return whole.substring(0, whole.indexOf('/'));
    }

    private static List<String> expressions(UrlExpressions urls) {
        return IntStream.range(0, urls.count()).mapToObj(i -> urls.expression(i).text()).toList();
    }
}
