package bloomward.server.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.guard.PublicSuffixes.Below;
import bloomward.server.guard.PublicSuffixes.Match;
import bloomward.server.guard.PublicSuffixes.RuleKind;
import bloomward.server.guard.PublicSuffixes.Section;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PublicSuffixesTest {

    private static final String SMALL = """
            // ===BEGIN ICANN DOMAINS===
            com
            jp  // what stands behind a blank is a comment
            *.kawasaki.jp
            !city.kawasaki.jp
            公司.cn
            // ===END ICANN DOMAINS===
            // ===BEGIN PRIVATE DOMAINS===
            Host.COM
            *.raw.host.com
            deep.customers.example.com
            // ===END PRIVATE DOMAINS===
            """;

    private static PublicSuffixes parsed(String text) throws IOException, GuardDataException {
        return PublicSuffixes.parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// The cases that publicsuffix.org gives to implementers of the algorithm: a host, and its registered name.
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            com, -
            example.com, example.com
            b.example.com, example.com
            a.b.example.com, example.com
            example.example, example.example
            b.example.example, example.example
            biz, -
            domain.biz, domain.biz
            a.b.domain.biz, domain.biz
            uk.com, -
            example.uk.com, example.uk.com
            a.b.example.uk.com, example.uk.com
            test.ac, test.ac
            mm, -
            c.mm, -
            b.c.mm, b.c.mm
            a.b.c.mm, b.c.mm
            jp, -
            test.jp, test.jp
            ac.jp, -
            test.ac.jp, test.ac.jp
            kyoto.jp, -
            test.kyoto.jp, test.kyoto.jp
            ide.kyoto.jp, -
            b.ide.kyoto.jp, b.ide.kyoto.jp
            a.b.ide.kyoto.jp, b.ide.kyoto.jp
            c.kobe.jp, -
            b.c.kobe.jp, b.c.kobe.jp
            a.b.c.kobe.jp, b.c.kobe.jp
            city.kobe.jp, city.kobe.jp
            www.city.kobe.jp, city.kobe.jp
            ck, -
            test.ck, -
            b.test.ck, b.test.ck
            www.ck, www.ck
            www.www.ck, www.ck
            us, -
            test.us, test.us
            ak.us, -
            test.ak.us, test.ak.us
            k12.ak.us, -
            test.k12.ak.us, test.k12.ak.us
            xn--85x722f.com.cn, xn--85x722f.com.cn
            xn--85x722f.xn--55qx5d.cn, xn--85x722f.xn--55qx5d.cn
            www.xn--85x722f.xn--55qx5d.cn, xn--85x722f.xn--55qx5d.cn
            xn--55qx5d.cn, -
            xn--fiqs8s, -
            xn--85x722f.xn--fiqs8s, xn--85x722f.xn--fiqs8s
            co.uk, -
            github.io, -
            me.github.io, me.github.io
            192.0.2.1, -
            [2001:db8::1], -
            """)
    void saysWhatWasRegistered(String host, String registrable) {
        assertThat(Guards.standardSuffixes().registrable(host)).isEqualTo(Optional.ofNullable(registrable));
    }

    @Test
    void saysWhichRuleDecided() throws Exception {
        PublicSuffixes small = parsed(SMALL);
        assertThat(small.size()).isEqualTo(8);
        assertThat(small.match("com")).contains(new Match("com", "com", Section.ICANN, RuleKind.PLAIN, true));
        assertThat(small.match("a.com")).contains(new Match("com", "com", Section.ICANN, RuleKind.PLAIN, false));
        assertThat(small.match("a.b.host.com"))
                .contains(new Match("host.com", "host.com", Section.PRIVATE, RuleKind.PLAIN, false));
        assertThat(small.match("x.raw.host.com"))
                .contains(new Match("x.raw.host.com", "*.raw.host.com", Section.PRIVATE, RuleKind.WILDCARD, true));
        assertThat(small.match("raw.host.com"))
                .contains(new Match("host.com", "host.com", Section.PRIVATE, RuleKind.PLAIN, false));
        assertThat(small.match("a.city.kawasaki.jp"))
                .contains(new Match("kawasaki.jp", "!city.kawasaki.jp", Section.ICANN, RuleKind.EXCEPTION, false));
        assertThat(small.match("a.kawasaki.jp"))
                .contains(new Match("a.kawasaki.jp", "*.kawasaki.jp", Section.ICANN, RuleKind.WILDCARD, true));
        assertThat(small.match("a.xn--55qx5d.cn"))
                .contains(new Match("xn--55qx5d.cn", "xn--55qx5d.cn", Section.ICANN, RuleKind.PLAIN, false));
        assertThat(small.match("example")).contains(new Match("example", "*", Section.NONE, RuleKind.DEFAULT, true));
        assertThat(small.match("192.0.2.1")).isEmpty();
        assertThat(small.isSuffix("city.kawasaki.jp")).isFalse();
    }

    @Test
    void saysWhatLiesAboveASuffix() throws Exception {
        PublicSuffixes small = parsed(SMALL);
        assertThat(small.below("kawasaki.jp")).contains(new Below("*.kawasaki.jp", Section.ICANN));
        assertThat(small.below("raw.host.com")).contains(new Below("*.raw.host.com", Section.PRIVATE));
        assertThat(small.below("customers.example.com"))
                .contains(new Below("deep.customers.example.com", Section.PRIVATE));
        assertThat(small.below("example.com")).contains(new Below("deep.customers.example.com", Section.PRIVATE));
        assertThat(small.below("cn")).contains(new Below("xn--55qx5d.cn", Section.ICANN));
        assertThat(small.below("deep.customers.example.com")).isEmpty();
        assertThat(small.below("other.example.com")).isEmpty();
        assertThat(small.below("city.kawasaki.jp")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            com | line 1: a rule outside the two sections
            // ===BEGIN ICANN DOMAINS===~a.*.com | line 2: a rule that is not a name, or has a star that is not its first label
            // ===BEGIN ICANN DOMAINS===~* | line 2: a rule that is not a name, or has a star that is not its first label
            // ===BEGIN ICANN DOMAINS===~com~http://x/ | line 3: a rule that is not a name, or has a star that is not its first label
            // ===BEGIN ICANN DOMAINS===~192.0.2.1 | line 2: a rule that is not a name, or has a star that is not its first label
            """)
    void saysWhereAListIsWrong(String lines, String message) {
        assertThatThrownBy(() -> parsed(lines.replace('~', '\n'))).isInstanceOf(GuardDataException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "// ===BEGIN ICANN DOMAINS===\ncom\n// ===END ICANN DOMAINS===\n"})
    void refusesWhatIsNotTheWholeList(String text) {
        assertThatThrownBy(() -> parsed(text)).isInstanceOf(GuardDataException.class)
                .hasMessageStartingWith("not a Public Suffix List");
        int cut = SMALL.indexOf("// ===END PRIVATE");
        assertThatThrownBy(() -> parsed(SMALL.substring(0, cut))).isInstanceOf(GuardDataException.class);
    }
}
