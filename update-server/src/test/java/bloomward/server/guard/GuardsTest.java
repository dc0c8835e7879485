package bloomward.server.guard;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GuardsTest {

    private static final Guards GUARDS = Guards.standard();

    static String judged(String expression, Scope scope) {
        Expression judged = new Expression(expression);
        assertThat(judged.scope()).isEqualTo(scope);
        return switch (GUARDS.judge(judged)) {
            case Judgement.Passed() -> "passed";
            case Judgement.Warned(HoldReason reason, String detail) -> "warned " + reason.label() + ": " + detail;
            case Judgement.Held(HoldReason reason, String detail) -> "held " + reason.label() + ": " + detail;
            case Judgement.Rejected(HoldReason reason, String detail) -> "refused " + reason.label() + ": " + detail;
        };
    }

    /// The ten of a curated public list that its own checks had let through.
    @ParameterizedTest
    @CsvSource({"org.in, held public-suffix", "org.im, held public-suffix", "16-b.it, held private-suffix",
        "alwaysdata.net, held private-suffix", "cechire.com, held private-suffix", "servebeer.com, held private-suffix",
        "xii.jp, held private-suffix", "za.com, held private-suffix", "aaaaa-bbbbb.raw.icp0.io, warned wildcard-suffix",
        "xyz12.raw.icp0.io, warned wildcard-suffix"})
    void findsTheSuffixesThatACuratedListHad(String host, String expected) {
        assertThat(judged(host + "/", Scope.HOST)).startsWith(expected + ": ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            co.uk          | held public-suffix: co.uk is a public suffix (rule co.uk)
            aero           | held public-suffix: aero is a public suffix (rule aero)
            com            | held public-suffix: com is a public suffix (rule com)
            unheard        | held public-suffix: unheard is a top-level domain (rule *)
            com.np         | held public-suffix: com.np is a public suffix (rule *.np)
            kawasaki.jp    | held public-suffix: kawasaki.jp lies above a public suffix (rule *.kawasaki.jp)
            github.io      | held private-suffix: github.io is a public suffix of its owner's customers (rule github.io)
            raw.icp0.io    | held private-suffix: raw.icp0.io lies above a public suffix (rule *.raw.icp0.io)
            a.raw.icp0.io  | warned wildcard-suffix: a.raw.icp0.io is a public suffix by the rule *.raw.icp0.io only
            bit.ly         | held shortener: bit.ly is a shortener
            www.bit.ly     | held shortener: bit.ly is a shortener
            youtube.com    | held popular-host: youtube.com is a popular host
            www.youtube.com | held popular-host: youtube.com is a popular host
            emailprotection.link | held shortener: emailprotection.link lies above the shortener url.emailprotection.link
            google.com     | held popular-host: google.com is a popular host
            ncbi.nlm.nih.gov | held popular-host: ncbi.nlm.nih.gov is a popular host
            nlm.nih.gov    | held popular-host: nlm.nih.gov lies above the popular host ncbi.nlm.nih.gov
            captive.apple.com | refused protected-host: captive.apple.com is a protected host
            apple.com      | held popular-host: apple.com is a popular host
            a.captive.apple.com | refused protected-host: a.captive.apple.com lies below the protected host captive.apple.com
            1.1.1.1        | refused protected-host: 1.1.1.1 is a protected host
            1.2.3.4        | passed
            [2001:db8::1]  | passed
            evil.example.com | passed
            phish.google.com | passed
            me.github.io   | passed
            """)
    void judgesAHost(String host, String expected) {
        assertThat(judged(host + "/", Scope.HOST)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"google.com", "bit.ly", "github.io", "co.uk", "apple.com"})
    void aPathOnAHostOfMany(String host) {
        assertThat(judged(host + "/evil", Scope.PREFIX)).isEqualTo("passed");
        assertThat(judged(" " + host + "/evil?q", Scope.EXACT)).isEqualTo("passed");
        assertThat(judged(" " + host + "/", Scope.EXACT)).isEqualTo("passed");
    }

    @Test
    void nothingOnAProtectedHostCanBeListed() {
        assertThat(judged("pypi.org/simple/", Scope.PREFIX)).startsWith("refused protected-host");
        assertThat(judged(" pythonhosted.org/", Scope.EXACT)).startsWith("refused protected-host");
        assertThat(judged(" a.pypi.org/x?y", Scope.EXACT)).startsWith("refused protected-host");
    }

    @Test
    void theGravestReasonIsTheOneThatIsNamed() {
        // A suffix by ICANN, and popular; a suffix by its owner, and popular; a shortener, and popular.
        assertThat(judged("gov.uk/", Scope.HOST)).startsWith("held public-suffix");
        assertThat(judged("blogspot.com/", Scope.HOST)).startsWith("held private-suffix");
        assertThat(judged("t.co/", Scope.HOST)).startsWith("held shortener");
    }

    @Test
    void theListsThatComeWithTheProgramAreThere() {
        assertThat(Guards.standardSuffixes().size()).isGreaterThan(9_000);
        assertThat(Guards.standardPopular().size()).isGreaterThan(500);
        assertThat(Guards.standardProtected().size()).isGreaterThan(200);
        assertThat(Guards.standardShorteners().size()).isGreaterThan(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"googleapis.com", "gov.uk", "microsoft.com", "apple.com", "cloudfront.net", "duckdns.org",
        "ddns.net", "co.jp", "amazonaws.com", "windows.net", "facebook.com", "paypal.com", "bund.de", "gouv.fr"})
    void whatMustNotSlipThroughDoesNot(String host) {
        assertThat(judged(host + "/", Scope.HOST)).doesNotStartWith("passed").doesNotStartWith("warned");
    }

    /// Every host of the lists and every host above one, with and without `www.` and with a label before it.
    @Test
    void passesNoHostThatAListHasOrLiesBelow() {
        HostList popular = Guards.standardPopular();
        HostList protectedHosts = Guards.standardProtected();
        HostList shorteners = Guards.standardShorteners();
        PublicSuffixes suffixes = Guards.standardSuffixes();
        Set<String> hosts = new TreeSet<>(List.of("city.kawasaki.jp", "a.city.kawasaki.jp", "a.kawasaki.jp",
                "b.a.kawasaki.jp", "kawasaki.jp", "localhost", "jp", "203.0.113.7", "[2001:db8::7]", "www.jp"));
        Stream.of(popular, protectedHosts, shorteners).flatMap(HostList::hosts).forEach(host -> {
            for (String above = host; above.contains("."); above = above.substring(above.indexOf('.') + 1)) {
                hosts.addAll(List.of(above, "www." + above, "xyz12." + above, "www.xyz12." + above));
            }
        });
        int passed = 0;
        for (String host : hosts) {
            String site = Hosts.withoutWww(host);
            boolean isKnown = popular.atOrBelow(site).isPresent() || protectedHosts.atOrBelow(host).isPresent()
                    || protectedHosts.atOrAbove(host).isPresent() || shorteners.atOrBelow(site).isPresent()
                    || suffixes.match(host).filter(PublicSuffixes.Match::isSuffix).isPresent()
                    || suffixes.below(host).isPresent();
            boolean passes = judged(host + "/", Scope.HOST).equals("passed");
            assertThat(passes).as(host).isEqualTo(!isKnown);
            passed += passes ? 1 : 0;
        }
        assertThat(passed).isBetween(1_000, hosts.size() - 1_000);
    }
}
