package bloomward.format.release;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.confirm.Category;
import bloomward.format.url.UrlExpressions;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TestEntriesTest {

    private static final String MALWARE = "malware.listed.bloomward.test/";

    @Test
    void areExpressionsOfTheirOwnUrls() {
        assertThat(TestEntries.listed(new Category("malware"))).isEqualTo(MALWARE);
        assertThat(expressions(MALWARE)).contains(MALWARE).doesNotContain(TestEntries.neverListed());
        assertThat(expressions(TestEntries.neverListed())).contains("never.unlisted.bloomward.test/");
        assertThat(expressions(TestEntries.listed(new Category("xn--a-")))).contains("xn--a-.listed.bloomward.test/");
    }

    @Test
    void passASetThatHasThemAll() throws Exception {
        check(Set.of(MALWARE, "other.example/"));
    }

    @Test
    void refuseASetThatLacksOneOrHasTheOther() {
        ReleaseErrors.assertRefused(ReleaseException.Reason.TEST_ENTRIES, () -> check(Set.of("phishing.example/")));
        ReleaseErrors.assertRefused(ReleaseException.Reason.TEST_ENTRIES,
                () -> check(Set.of(MALWARE, TestEntries.neverListed())));
    }

    private static void check(Set<String> entries) throws ReleaseException {
        TestEntries.check(SampleReleases.list("malware", 1), bytes -> entries.contains(new String(bytes, US_ASCII)));
    }

    private static List<String> expressions(String url) {
        UrlExpressions expressions = new UrlExpressions();
        assertThat(expressions.read(url)).isEmpty();
        return IntStream.range(0, expressions.count()).mapToObj(i -> expressions.expression(i).text()).toList();
    }
}
