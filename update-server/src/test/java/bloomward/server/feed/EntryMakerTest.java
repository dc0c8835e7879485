package bloomward.server.feed;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.feed.syntax.ParsedLine;
import bloomward.server.feed.syntax.RejectReason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EntryMakerTest {

    private static String made(FeedScope scope, ParsedLine line) {
        if (!(line instanceof ParsedLine.Accepted accepted)) {
            throw new IllegalArgumentException("nothing accepted: " + line);
        }
        EntryMaker maker = new EntryMaker(scope);
        return maker.make(accepted).map(RejectReason::name).orElseGet(() -> {
            Entry entry = maker.entry(1);
            return entry.expression().scope() + " '" + entry.expression() + "'"
                    + (entry.outOfReach() ? " out of reach" : "");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '\u0001',
            value = {"AUTO > EVIL.test > HOST 'evil.test/'", "AUTO > http://evil.test:81 > HOST 'evil.test/'",
                "AUTO > http://evil.test/ > HOST 'evil.test/'", "AUTO > evil.test/a/ > PREFIX 'evil.test/a/'",
                "AUTO > evil.test/a > PREFIX 'evil.test/a'", "AUTO > evil.test/a?b=1 > PREFIX 'evil.test/a?b=1'",
                "AUTO > evil.test/? > PREFIX 'evil.test/?'", "HOST > http://evil.test > HOST 'evil.test/'",
                "HOST > evil.test/a > HAS_PATH", "HOST > evil.test/?a > HAS_PATH",
                "PREFIX > evil.test > HOST 'evil.test/'", "PREFIX > evil.test/a > PREFIX 'evil.test/a'",
                "EXACT > evil.test > EXACT ' evil.test/'", "EXACT > https://evil.test/a?b#c > EXACT ' evil.test/a?b'"})
    void scopeIsInTheExpression(FeedScope scope, String text, String expected) {
        assertThat(made(scope, ParsedLine.place(text))).isEqualTo(expected);
    }

    @Test
    void aPageIsExactUnlessTheFeedSaysOtherwise() {
        ParsedLine page = ParsedLine.page("http://evil.test/a");
        assertThat(made(FeedScope.AUTO, page)).isEqualTo("EXACT ' evil.test/a'");
        assertThat(made(FeedScope.PREFIX, page)).isEqualTo("PREFIX 'evil.test/a'");
        assertThat(made(FeedScope.AUTO, ParsedLine.page("http://evil.test"))).isEqualTo("EXACT ' evil.test/'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '\u0001', value = {"1.2.3.4.test > HOST '1.2.3.4.test/'",
        "a.b.c.d.e.f.g.h.i.j.k.l.test > HOST 'a.b.c.d.e.f.g.h.i.j.k.l.test/' out of reach",
        "b.c.d.e.f.g.h.i.j.k.l.test > HOST 'b.c.d.e.f.g.h.i.j.k.l.test/'", "1.2.3.4.test/p > PREFIX '1.2.3.4.test/p'",
        "a.b.c.d.e.f.g.h.i.j.k.l.test/p > PREFIX 'a.b.c.d.e.f.g.h.i.j.k.l.test/p' out of reach",
        "evil.test/1/2/3/4/5/6/7/8/ > PREFIX 'evil.test/1/2/3/4/5/6/7/8/'",
        "evil.test/1/2/3/4/5/6/7/8/9/ > PREFIX 'evil.test/1/2/3/4/5/6/7/8/9/' out of reach",
        "evil.test/1/2/3/4/5/6/7/8/9/p > PREFIX 'evil.test/1/2/3/4/5/6/7/8/9/p'",
        "evil.test/1/2/3/4/5/6/7/8/9/?q/ > PREFIX 'evil.test/1/2/3/4/5/6/7/8/9/?q/'",
        "[2001:db8::1]/p > PREFIX '[2001:db8::1]/p'"})
    void saysWhatLiesOutOfReach(String text, String expected) {
        assertThat(made(FeedScope.AUTO, ParsedLine.place(text))).isEqualTo(expected);
    }

    @Test
    void anExactEntryIsNeverOutOfReach() {
        assertThat(made(FeedScope.EXACT, ParsedLine.place("a.b.c.d.e.f.g.h.i.j.k.l.test/1/2/3/4/5/6/7/8/9/")))
                .isEqualTo("EXACT ' a.b.c.d.e.f.g.h.i.j.k.l.test/1/2/3/4/5/6/7/8/9/'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.1.1", "172.16.0.1", "172.31.0.1",
        "192.168.1.1", "224.0.0.1", "255.255.255.255", "0x7f.1", "http://2130706433/", "[::]", "[::1]", "[fe80::1]",
        "[fec0::1]", "[fd00::1]", "[ff02::1]", "[::ffff:10.0.0.1]"})
    void addressesOfNoPublicMachineAreRejected(String address) {
        assertThat(made(FeedScope.AUTO, ParsedLine.place(address))).isEqualTo("PRIVATE_ADDRESS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "100.63.0.1", "100.128.0.1", "169.253.1.1", "172.15.0.1", "172.32.0.1",
        "192.167.0.1", "223.255.255.255", "[2001:db8::1]", "[2606:4700::1]", "[::ffff:192.0.2.1]", "10.test"})
    void publicAddressesAreEntries(String address) {
        assertThat(made(FeedScope.AUTO, ParsedLine.place(address))).startsWith("HOST ");
    }

    @ParameterizedTest
    @CsvSource({"localhost, LOCAL_NAME", "printer.local, LOCAL_NAME", "a.localhost, LOCAL_NAME",
        "router.home.arpa, LOCAL_NAME", "http://intranet/a, LOCAL_NAME", "javascript:alert(1), SCHEME",
        "mailto:a@evil.test, SCHEME", "http://, NO_HOST", "'', NO_HOST", "http://[evil/, BAD_HOST"})
    void whatHasNoExpressionIsRejected(String text, String expected) {
        assertThat(made(FeedScope.AUTO, ParsedLine.place(text))).isEqualTo(expected);
    }

    @Test
    void namesThatCannotBeAreRejected() {
        String label = "a".repeat(63);
        assertThat(made(FeedScope.AUTO, ParsedLine.host(label + ".test"))).startsWith("HOST");
        assertThat(made(FeedScope.AUTO, ParsedLine.host(label + "a.test"))).isEqualTo("BAD_HOST");
        assertThat(made(FeedScope.AUTO, ParsedLine.host("a" + label + ".b"))).isEqualTo("BAD_HOST");
        assertThat(made(FeedScope.AUTO, ParsedLine.host(String.join(".", List.of(label, label, label, label)))))
                .isEqualTo("BAD_HOST");
        assertThat(made(FeedScope.AUTO, ParsedLine.place("evil.test/" + "a".repeat(20_000)))).isEqualTo("URL_TOO_LONG");
    }
}
