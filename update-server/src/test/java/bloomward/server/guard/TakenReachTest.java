package bloomward.server.guard;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What has URLs in common with an entry, as people type both. `AllowedAwayTest` shows what comes of it.
final class TakenReachTest {

    /// The expression of a host or URL, or of one page alone.
    private static Expression typed(String url, String scope) {
        UrlExpressions expressions = new UrlExpressions();
        assertThat(expressions.read(url)).isEmpty();
        String text = expressions.expression(0).text();
        return new Expression(scope.equals("exact") ? " " + text.strip() : text);
    }

    private static Map<Expression, Boolean> taken(String entry, String allowed, String scope) {
        return AllowConflicts.of(List.of(typed(allowed, scope))).taking(typed(entry, "auto"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            evil.example              | evil.example                          | auto
            sub.evil.example          | evil.example                          | auto
            http://evil.example/a     | evil.example                          | auto
            evil.example              | www.evil.example                      | auto
            evil.example              | http://evil.example/login             | auto
            evil.example              | http://evil.example/a/                | auto
            evil.example              | http://evil.example/login?from=mail   | auto
            evil.example              | http://evil.example/login             | exact
            evil.example              | http://evil.example/                  | exact
            evil.example              | a.b.c.d.e.f.evil.example              | auto
            http://evil.example/a/    | http://evil.example/a/b/              | auto
            http://evil.example/a/    | http://evil.example/a/page            | auto
            http://evil.example/a     | http://evil.example/a?b=1             | auto
            http://evil.example/a     | http://evil.example/a                 | exact
            http://evil.example/a     | www.evil.example                      | auto
            http://evil.example/a/    | http://www.evil.example/a/b/c         | auto
            www.evil.example          | http://evil.example/login             | auto
            192.0.2.7                 | http://192.0.2.7/login                | auto
            192.0.2.7                 | http://0xc0.0.519/login               | auto
            [2001:db8::7]             | http://[2001:DB8:0::7]/login          | auto
            xn--bcher-kva.example     | http://b\u00fccher.example/login      | auto
            evil.example              | HTTP://Alice@EVIL.example.:80//%6cogin | auto
            """)
    void takesReach(String entry, String allowed, String scope) {
        assertThat(taken(entry, allowed, scope)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            evil.example              | other.example                         | auto
            evil.example              | notevil.example                       | auto
            www.evil.example          | mail.evil.example                     | auto
            http://evil.example/a     | http://evil.example/b                 | auto
            http://evil.example/a     | http://evil.example/ab                | auto
            http://evil.example/a/    | http://evil.example/a                 | exact
            http://evil.example/a?b=1 | http://evil.example/a?b=2             | auto
            http://evil.example/a     | http://www.evil.example/b             | auto
            www.evil.example          | http://evil.example/                  | exact
            192.0.2.7                 | 192.0.2.8                             | auto
            """)
    void takesNothing(String entry, String allowed, String scope) {
        assertThat(taken(entry, allowed, scope)).isEmpty();
    }
}
