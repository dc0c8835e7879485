package bloomward.server.feed;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.feed.syntax.FeedFormat;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FormatGuessTest {

    private static FormatGuess guess(String text) {
        return FormatGuess.of(text.getBytes(StandardCharsets.UTF_8), true);
    }

    private static String shown(FormatGuess guess) {
        return switch (guess) {
            case FormatGuess.Sure(FeedFormat format) -> format.label();
            case FormatGuess.Unsure unsure -> unsure.candidates().stream().map(FeedFormat::label).toList().toString();
            case FormatGuess.NotAList(String what) -> what;
        };
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '\u0001', value = {"a.test~b.test > domains",
        "192.0.2.1~192.0.2.2 > ips", "192.0.2.1~b.test > domains", "*.a.test~b.test > wildcards",
        "http://a.test~https://b.test/c > urls", "http://a.test~b.test > mixed", "a.test/b~c.test > mixed",
        "host a.test/~exact b.test/c > expressions", "||a.test^~b.test/c$all > mixed",
        "0.0.0.0 a.test~127.0.0.1 b.test > hosts", "address=/a.test/0.0.0.0 > dnsmasq",
        "local-zone: \"a.test\" static > unbound", "zone \"a.test\" { type master; }; > bind", "a.test CNAME . > rpz",
        "-d a.test > tpl", "2026-01-01,u,domain,a.test,,l > tweetfeed-csv", "# only~# comments > []",
        "some words~more words > []", "one~two~three > []", "a.test~x y~z w > [domains, wildcards, dnscrypt-names]",
        "{\"deny\": [] > deny-allow-json", "{\"whitelist\": [ > eth-phishing-json",
        "[{\"phish_id\":1, > phishtank-json", "{\"x\": 1} > [deny-allow-json, eth-phishing-json, phishtank-json]",
        "[\"a.test\"] > [deny-allow-json, eth-phishing-json, phishtank-json]", "[2001:db8::1]~[2001:db8::2] > ips",
        "<html lang=x > HTML or XML"})
    void recognisesTheContent(String lines, String expected) {
        assertThat(shown(guess(lines.replace('~', '\n') + "\n"))).isEqualTo(expected);
    }

    @Test
    void recognisesAdblockRules() {
        assertThat(shown(guess("[Adblock Plus 2.0]\n! x\n||a.test^\n||b.test/c$all\n@@||c.test^\n")))
                .isEqualTo("adblock");
        assertThat(shown(guess("||a.test^\nb.test\n"))).isEqualTo("mixed");
    }

    @Test
    void recognisesTables() {
        assertThat(shown(guess("# x\n\"1\",\"d\",\"http://a.test\",\"online\",\"t\",\"g\",\"l\",\"r\"\n")))
                .isEqualTo("urlhaus-csv");
        assertThat(shown(guess("phish_id,url,phish_detail_url,a,b,c,d,e\n1,http://a.test,d,s,yes,v,yes,Other\n")))
                .isEqualTo("phishtank-csv");
    }

    @Test
    void aLineThatTheHeadCutsIsNotLookedAt() {
        byte[] head = "http://a.test/\nhttp".getBytes(StandardCharsets.UTF_8);
        assertThat(shown(FormatGuess.of(head, false))).isEqualTo("urls");
        assertThat(shown(FormatGuess.of(head, true))).isEqualTo("[urls, mixed]");
    }

    @Test
    void formatsHaveNames() {
        for (FeedFormat format : FeedFormat.values()) {
            assertThat(FeedFormat.labelled(format.label())).contains(format);
            assertThat(format.description()).isNotBlank();
        }
        assertThat(FeedFormat.labelled("HOSTS")).isEmpty();
    }
}
