package bloomward.server.guard;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AllowConflictsTest {

    private static final Expression GOOD = new Expression("good.test/");
    private static final AllowConflicts ALLOWED = AllowConflicts.of(List.of(GOOD, new Expression("mixed.test/docs/"),
            new Expression(" page.test/a?b"), new Expression("[2001:db8::1]/")));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', nullValues = "-", textBlock = """
            good.test/           | good.test/
            sub.good.test/       | good.test/
            sub.good.test/a/b?c  | good.test/
            " good.test/a"       | good.test/
            verygood.test/       | -
            test/                | -
            mixed.test/          | -
            mixed.test/docs/a/   | mixed.test/docs/
            mixed.test/docs      | -
            " mixed.test/docs/"  | mixed.test/docs/
            " page.test/a?b"     | " page.test/a?b"
            page.test/a?b        | -
            page.test/           | -
            [2001:db8::1]/x      | [2001:db8::1]/
            """)
    void anEntryIsHiddenByWhatCoversIt(String expression, String allowed) {
        assertThat(ALLOWED.hiding(new Expression(expression)).map(Expression::text).orElse(null)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            good.test/           | "{good.test/=true}"
            test.good.test/a     | "{good.test/=true}"
            mixed.test/          | "{mixed.test/docs/=false}"
            www.mixed.test/      | "{mixed.test/docs/=false}"
            mixed.test/docs/a/   | "{mixed.test/docs/=true}"
            mixed.test/docs      | "{}"
            mixed.test/other/    | "{}"
            page.test/           | "{ page.test/a?b=false}"
            page.test/a          | "{ page.test/a?b=false}"
            " page.test/a?b"     | "{ page.test/a?b=true}"
            " page.test/a"       | "{}"
            page.test/a?c        | "{}"
            www.page.test/       | "{}"
            [2001:db8::1]/x      | "{[2001:db8::1]/=true}"
            [2001:db8::2]/x      | "{}"
            """)
    void anEntryLosesReachToWhatHasAUrlInCommon(String expression, String taking) {
        assertThat(ALLOWED.taking(new Expression(expression))).hasToString(taking);
    }

    /// An allowed expression with a URL in common with the entry takes reach.
    @Test
    void takesWhatIsOfBothByTheirExpressions() {
        Random random = new Random(7);
        UrlExpressions urls = new UrlExpressions();
        for (int i = 0; i < 20_000; i++) {
            Expression allowed = any(random, urls);
            Expression listed = any(random, urls);
            boolean isCommon = false;
            for (int u = 0; u < 40 && !isCommon; u++) {
                assertThat(urls.read(url(random))).isEmpty();
                Set<Expression> of = all(urls);
                isCommon = of.contains(allowed) && of.contains(listed);
            }
            if (isCommon) {
                assertThat(AllowConflicts.of(List.of(allowed)).taking(listed)).as("%s and %s", allowed, listed)
                        .containsKey(allowed);
            }
        }
    }

    private static String url(Random random) {
        List<String> hosts = List.of("a.test", "b.a.test", "c.b.a.test", "d.test");
        List<String> paths = List.of("/", "/x", "/x/", "/x/y", "/x/y/z/", "/x?q", "/x/y?q");
        return "http://" + hosts.get(random.nextInt(hosts.size())) + paths.get(random.nextInt(paths.size()));
    }

    private static Set<Expression> all(UrlExpressions urls) {
        Set<Expression> all = new TreeSet<>();
        for (int i = 0; i < urls.count(); i++) {
            all.add(urls.expression(i));
        }
        return all;
    }

    private static Expression any(Random random, UrlExpressions urls) {
        urls.read(url(random));
        return urls.expression(random.nextInt(urls.count()));
    }

    @Test
    void theConflictIsHeldForAPerson() {
        Judgement.Held held = AllowConflicts.conflict(GOOD.shown(), true, 2, new Expression(" good.test/a"));
        assertThat(held.reason()).isEqualTo(HoldReason.ALLOW_CONFLICT);
        assertThat(held.detail()).isEqualTo("good.test/ hides 2 listed entries, such as good.test/a");
        assertThat(AllowConflicts.conflict(GOOD.shown(), true, 1, new Expression(" good.test/a")).detail())
                .isEqualTo("good.test/ hides 1 listed entry, such as good.test/a");
        assertThat(AllowConflicts.conflict("www.good.test/", false, 1, GOOD).detail())
                .isEqualTo("www.good.test/ hides parts of 1 listed entry, such as good.test/");
        assertThat(held.needsSecondPerson()).isFalse();
    }
}
