package bloomward.server.feed.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Results of each format for its lines.
///
/// In the tables `-` is a line that is not counted, `evil.test` a host, `~evil.test/a` a place, `=http://evil.test` a
/// page, and upper case a reason; several results are separated by `+`.
final class LineParserTest {

    private static List<String> read(FeedFormat format, String... lines) {
        List<String> said = new ArrayList<>();
        switch (format.newSyntax()) {
            case FeedFormat.Syntax.OfJson _ -> throw new IllegalArgumentException("not a format of lines: " + format);
            case FeedFormat.Syntax.OfLines(LineParser parser) -> {
                for (String line : lines) {
                    parser.parse(line, parsed -> said.add(shown(parsed)));
                }
            }
        }
        return said;
    }

    private static String shown(ParsedLine parsed) {
        return switch (parsed) {
            case ParsedLine.Ignored _ -> "-";
            case ParsedLine.Rejected(RejectReason reason) -> reason.name();
            case ParsedLine.Accepted(String text, ParsedLine.Meaning meaning) -> switch (meaning) {
                case HOST -> text;
                case PLACE -> "~" + text;
                case PAGE -> "=" + text;
            };
        };
    }

    private static void check(FeedFormat format, String line, String expected) {
        assertThat(String.join("+", read(format, line))).as("%s: %s", format, line).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '\u0001', ignoreLeadingAndTrailingWhitespace = true,
            value = {"# comment > -", "! comment > -", "; comment > -", "http://evil.test/a > ~http://evil.test/a",
                "http://evil.test/a#b > ~http://evil.test/a#b", "http://evil.test/a b # note > ~http://evil.test/a b",
                "javascript:alert(1) > ~javascript:alert(1)", "evil.test > MALFORMED", "evil.test:80/a > MALFORMED",
                "HTTPS://evil.test > ~HTTPS://evil.test"})
    void urls(String line, String expected) {
        check(FeedFormat.URLS, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>',
            value = {"evil.test > evil.test", "evil.test. > evil.test", "evil_x.test > evil_x.test",
                "evil.test # note > evil.test", "192.0.2.1 > 192.0.2.1", "2001:db8::1 > [2001:db8::1]",
                "localhost > LOCAL_NAME", "evil.test/a > MALFORMED", "*.evil.test > MALFORMED", "evil test > MALFORMED",
                "-. > MALFORMED", "user@evil.test > MALFORMED", "evil.test:80 > MALFORMED", ". > MALFORMED"})
    void domains(String line, String expected) {
        check(FeedFormat.DOMAINS, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {"*.evil.test > evil.test", ".evil.test > evil.test", "evil.test > evil.test",
        "*.test > LOCAL_NAME", "a.*.test > MALFORMED", "* > MALFORMED"})
    void wildcards(String line, String expected) {
        check(FeedFormat.WILDCARDS, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>',
            value = {"192.0.2.1 > 192.0.2.1", "192.0.2.1/32 > 192.0.2.1", "192.0.2.0/24 > ADDRESS_RANGE",
                "192.0.2.1-192.0.2.9 > ADDRESS_RANGE", "192.0.* > ADDRESS_RANGE", "2001:db8::1 > [2001:db8::1]",
                "2001:db8::1/128 > [2001:db8::1]", "2001:db8::/32 > ADDRESS_RANGE", "192.0.2.1/a > MALFORMED",
                "192.0.2.1/24/32 > MALFORMED", "192.0.2.256 > MALFORMED", "192.0.2 > MALFORMED",
                "evil.test > MALFORMED"})
    void ips(String line, String expected) {
        check(FeedFormat.IPS, line, expected);
        check(FeedFormat.DNSCRYPT_IPS, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>',
            value = {"0.0.0.0 evil.test > evil.test", "127.0.0.1\tevil.test > evil.test", "::1 evil.test > evil.test",
                ":: evil.test > evil.test", "0.0.0.0 a.test b.test localhost # note > a.test+b.test+LOCAL_NAME",
                "192.0.2.1 printer.test > NOT_BLOCKED", "fe80::1%lo0 localhost > LOCAL_NAME",
                "255.255.255.255 broadcasthost > LOCAL_NAME", "0.0.0.0 0.0.0.0 > 0.0.0.0", "0.0.0.0 > MALFORMED",
                "evil.test > MALFORMED", "evil.test other.test > MALFORMED", "0.0.0.0 evil.test/a > MALFORMED",
                "# 0.0.0.0 evil.test > -"})
    void hosts(String line, String expected) {
        check(FeedFormat.HOSTS, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>',
            value = {"! Title: x > -", "[Adblock Plus 2.0] > -", "# x > -", "||evil.test^ > evil.test",
                "||evil.test > evil.test", "||*.evil.test^ > evil.test", "||evil.test^| > evil.test",
                "||evil.test:8080^ > evil.test", "||192.0.2.1^ > 192.0.2.1", "||evil.test^$all > evil.test",
                "||evil.test^$document,popup > evil.test", "||evil.test/a.exe$all > ~evil.test/a.exe",
                "||evil.test/a^$all > ~evil.test/a", "||evil.test/a?b=$1 > ~evil.test/a?b=$1",
                "||evil.test^$third-party > CONDITION", "||evil.test^$document,domain=a.test > CONDITION",
                "@@||evil.test^ > EXCEPTION", "evil.test##.ad > COSMETIC", "##.ad > COSMETIC", "||ev*l.test^ > PATTERN",
                "/ads/* > PATTERN", "evil.test > PATTERN", "|https://evil.test/a| > PATTERN",
                "|https://evil.test/a > ~https://evil.test/a", "||test^ > LOCAL_NAME", "||^ > MALFORMED"})
    void adblock(String line, String expected) {
        check(FeedFormat.ADBLOCK, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>',
            value = {"! x > -", "evil.test > evil.test", "evil.test/a?b=1 > ~evil.test/a?b=1",
                "evil.test/a$all > ~evil.test/a", "evil.test:81/a > ~evil.test/a", "192.0.2.1 > 192.0.2.1",
                "[2001:db8::1]:81/a > ~[2001:db8::1]/a", "||evil.test/a$all > ~evil.test/a",
                "http://evil.test/a # note > ~http://evil.test/a", "evil.test   # note > evil.test",
                "@@||evil.test^ > EXCEPTION", "*.evil.test > PATTERN", "a b > MALFORMED"})
    void mixed(String line, String expected) {
        check(FeedFormat.MIXED, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>',
            value = {"address=/evil.test/0.0.0.0 > evil.test", "address=/evil.test/ > evil.test",
                "address=/evil.test/:: > evil.test", "address=/evil.test/# > evil.test",
                "address=/a.test/b.test/0.0.0.0 > a.test+b.test", "address=/evil.test/192.0.2.1 > NOT_BLOCKED",
                "server=/evil.test/ > evil.test", "local=/evil.test/ > evil.test",
                "server=/evil.test/192.0.2.53 > NOT_BLOCKED", "server=/evil.test/# > NOT_BLOCKED",
                "address=/*.evil.test/ > evil.test", "address=/#/0.0.0.0 > MALFORMED", "address=/evil.test > MALFORMED",
                "cache-size=100 > MALFORMED", "evil.test > MALFORMED", "address=//0.0.0.0 > MALFORMED"})
    void dnsmasq(String line, String expected) {
        check(FeedFormat.DNSMASQ, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '\u0001', value = {"server: > -",
        "local-zone: \"evil.test\" always_nxdomain > evil.test", "local-zone: \"evil.test.\" static > evil.test",
        "  local-zone: evil.test refuse > evil.test", "local-zone: \"evil.test\" transparent > NOT_BLOCKED",
        "local-data: \"evil.test A 0.0.0.0\" > evil.test", "local-data: \"evil.test. 60 IN A 192.0.2.1\" > NOT_BLOCKED",
        "local-zone: \"evil.test\" > MALFORMED", "evil.test > MALFORMED"})
    void unbound(String line, String expected) {
        check(FeedFormat.UNBOUND, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '\u0001',
            value = {"// x > -", "/* x */ > -", "# x > -",
                "zone \"evil.test\" { type master; notify no; file \"null.zone.file\"; }; > evil.test",
                "zone \"evil.test\" IN { type primary; file \"x\"; }; > evil.test",
                "zone \"evil.test\" { type forward; forwarders { 192.0.2.1; }; }; > NOT_BLOCKED",
                "zone \"evil.test\" { > MALFORMED", "zone \"evil.test\" { file \"x\"; }; > MALFORMED",
                "options { type master; }; > MALFORMED"})
    void bind(String line, String expected) {
        check(FeedFormat.BIND, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>',
            value = {"; x > -", "$TTL 300 > -", "@ IN NS localhost. > -", "'  NS localhost.' > -",
                "@ IN SOA localhost. root.localhost. 1 86400 3600 604800 30 > -", "evil.test CNAME . > evil.test",
                "*.evil.test CNAME . ; note > evil.test", "evil.test 60 IN CNAME *. > evil.test",
                "EVIL.test IN 1h cname rpz-drop. > evil.test", "evil.test CNAME rpz-passthru. > EXCEPTION",
                "www.search.test CNAME safe.search.test. > NOT_BLOCKED", "evil.test A 0.0.0.0 > evil.test",
                "evil.test A 192.0.2.1 > NOT_BLOCKED", "24.0.2.0.192.rpz-ip CNAME . > OTHER_TRIGGER",
                "ns.evil.test.rpz-nsdname CNAME . > OTHER_TRIGGER", "evil.test. CNAME . > OUTSIDE_ZONE",
                "@ CNAME . > MALFORMED", "evil.test CNAME > MALFORMED", "evil.test > MALFORMED",
                "evil.test CNAME . . > MALFORMED", "$INCLUDE more.zone > MALFORMED"})
    void rpz(String line, String expected) {
        check(FeedFormat.RPZ, line, expected);
    }

    @Test
    void rpzNamesAreRelativeToTheirZone() {
        assertThat(read(FeedFormat.RPZ, "$ORIGIN rpz.example.", "a.test CNAME .", "b.test.rpz.example. CNAME .",
                "c.test. CNAME .", "$ORIGIN test.rpz.example.", "d CNAME .", "*.d CNAME .", "\tA 0.0.0.0"))
                .containsExactly("-", "a.test", "b.test", "OUTSIDE_ZONE", "-", "d.test", "d.test", "d.test");
        assertThat(read(FeedFormat.RPZ, "rpz.example. 60 IN SOA a. b. 1 2 3 4 5", "a.test CNAME .",
                "b.test.rpz.example. CNAME .")).containsExactly("-", "a.test", "b.test");
    }

    @Test
    void rpzStartOfZoneMayTakeSeveralLinesAndSwallowsNone() {
        assertThat(read(FeedFormat.RPZ, "@ SOA a. b. ( 1 ; serial", " 2h", " 3 4 5 )", "a.test CNAME ."))
                .containsExactly("-", "-", "-", "a.test");
        assertThat(read(FeedFormat.RPZ, "@ SOA a. b. ( 1 2 3 4 5", "a.test CNAME .", "b.test CNAME ."))
                .containsExactly("-", "a.test", "b.test");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>',
            value = {"msFilterList > -", ": Expires=1 > -", "# > -", "-d evil.test > evil.test",
                "-d evil.test /a > ~evil.test/a", "-d evil.test a > ~evil.test/a", "+d good.test > EXCEPTION",
                "- ads > PATTERN", "evil.test > MALFORMED", "-d a b c > MALFORMED"})
    void tpl(String line, String expected) {
        check(FeedFormat.TPL, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>',
            value = {"# x > -", "evil.test > evil.test", "*.evil.test > evil.test", "=evil.test > CONDITION",
                "evil.test @work > CONDITION", "ads* > PATTERN", "ev?l.test > PATTERN", "ev[ai]l.test > PATTERN",
                "evil test > MALFORMED"})
    void dnscryptNames(String line, String expected) {
        check(FeedFormat.DNSCRYPT_NAMES, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>',
            value = {"# x > -", "host evil.test/ > ~evil.test/", "host evil.test > evil.test",
                "prefix evil.test/a?b=1 # x > ~evil.test/a?b=1", "exact evil.test/ > =evil.test/",
                "exact evil.test/a > =evil.test/a", "host evil.test/a > HAS_PATH", "host evil > LOCAL_NAME",
                "page evil.test/ > MALFORMED", "evil.test > MALFORMED", "host evil.test b > MALFORMED"})
    void expressions(String line, String expected) {
        check(FeedFormat.EXPRESSIONS, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '\u0001', value = {"# id,dateadded,url,url_status > -",
        "\"1\",\"2026-01-01\",\"http://evil.test/a,b\",\"online\",\"x\",\"t\",\"None\",\"l\",\"r\" > =http://evil.test/a,b",
        "\"1\",\"2026-01-01\",\"http://evil.test/\"\"a\",\"online\",\"t\",\"None\",\"l\",\"r\" > =http://evil.test/\"a",
        "\"1\",\"2026-01-01\",\"http://evil.test/a,\"online\",\"x\",\"t\",\"None\",\"l\",\"r\" > MALFORMED",
        "\"1\",\"2026-01-01\",\"http://evil.test/a\" > MALFORMED", "\"1\",\"2 > MALFORMED",
        "id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter > -",
        "\"x\",\"2026-01-01\",\"http://evil.test/a\",\"online\",\"x\",\"t\",\"None\",\"l\",\"r\" > MALFORMED",
        "\"1\",\"2026-01-01\",\"evil.test/a\",\"online\",\"x\",\"t\",\"None\",\"l\",\"r\" > MALFORMED"})
    void urlhaus(String line, String expected) {
        check(FeedFormat.URLHAUS_CSV, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '\u0001',
            value = {"phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target > -",
                "1,http://evil.test/a,d,s,yes,v,yes,Other > =http://evil.test/a",
                "1,\"http://evil.test/a,b?c=1&amp;d=2\",d,s,yes,v,yes,Other > =http://evil.test/a,b?c=1&d=2",
                "1,http://evil.test/a,d,s,no,v,yes,Other > UNVERIFIED", "1,evil.test,d,s,yes,v,yes,Other > MALFORMED",
                "1,http://evil.test/a > MALFORMED"})
    void phishtank(String line, String expected) {
        check(FeedFormat.PHISHTANK_CSV, line, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '\u0001',
            value = {"2026-01-01 00:00:00,u,url,http://evil.test/a,#t,l > ~http://evil.test/a",
                "2026-01-01 00:00:00,u,domain,evil.test,,l > evil.test", "2026-01-01,u,ip,192.0.2.1,,l > 192.0.2.1",
                "2026-01-01,u,ip,192.0.2.1:81,,l > 192.0.2.1", "2026-01-01,u,sha256,00ff,,l > OTHER_KIND",
                "2026-01-01,u,md5,00ff,,l > OTHER_KIND", "2026-01-01,u,domain,evil.test,l > MALFORMED",
                "2026-01-01,u,else,evil.test,,l > MALFORMED", "2026-01-01,u,url,evil.test,,l > MALFORMED"})
    void tweetfeed(String line, String expected) {
        check(FeedFormat.TWEETFEED_CSV, line, expected);
    }
}
