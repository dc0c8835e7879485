package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SpellingsTest {

    @ParameterizedTest
    @ValueSource(strings = {"evil.example/", "a.evil.example/b/", "evil.example/b.html?c=/d/&e=1", "192.0.2.1/",
        "xn--bcher-kva.example/", "evil.example/a_~b"})
    void mostExpressionsHaveOne(String expression) {
        assertThat(Spellings.of(new Expression(expression))).containsExactly(expression);
        assertThat(mayDiffer(expression)).isFalse();
    }

    /// The texts of each client for the pages of an entry, as the sources of Firefox, also of older ones, and of
    /// google/safebrowsing say.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', value = {
        // expression, documents, Firefox, Go
        "a.example/%C3%A9, a.example/%C3%A9, a.example/%C3%A9, a.example/%c3%a9",
        "a.example/%25, a.example/%25, a.example/%25, a.example/%25",
        "a.example/b%3Fc, a.example/b?c, a.example/b?c, a.example/b?c",
        "a.example/b%23c, a.example/b%23c, a.example/b#c, a.example/b%23c",
        "a.example/b?u=http://c, a.example/b?u=http://c, a.example/b?u=http:/c, a.example/b?u=http://c",
        "[2001:db8::1]/, [2001:db8::1]/, 2001:db8::1/, [2001:db8::1]/",
        "a.example/b?, a.example/b?, a.example/b?, a.example/b", "a.example/?, a.example/?, a.example/?, a.example/?",
        "a.example/b/?, a.example/b/?, a.example/b/?, a.example/b/?"})
    void aFewHaveMore(String expression, String documented, String firefox, String go) {
        assertThat(Spellings.of(new Expression(expression))).contains(documented, firefox, go)
                .isSubsetOf(documented, firefox, go, expression);
        assertThat(mayDiffer(expression)).isTrue();
    }

    @Test
    void theExactFormBecomesItsFullExpression() {
        assertThat(Spellings.of(new Expression(" a.example/b?c"))).containsExactly("a.example/b?c");
        assertThat(Spellings.of(new Expression(" a.example/%C3"))).containsExactlyInAnyOrder("a.example/%C3",
                "a.example/%c3");
    }

    @Test
    void theQuickLookMissesNone() {
        Random random = new Random(5);
        String bytes = "ab./?%23C3F[]:#&=";
        for (int round = 0; round < 100_000; round++) {
            StringBuilder path = new StringBuilder("a.example/");
            for (int i = random.nextInt(10); i > 0; i--) {
                path.append(bytes.charAt(random.nextInt(bytes.length())));
            }
            UrlExpressions url = new UrlExpressions();
            if (url.read(path.toString()).isEmpty()) {
                for (int i = 0; i < url.count(); i++) {
                    Expression expression = url.expression(i);
                    assertThat(mayDiffer(expression.text()) || Spellings.of(expression).size() == 1)
                            .as(expression.text())
                            .isTrue();
                }
            }
        }
    }

    private static boolean mayDiffer(String expression) {
        byte[] bytes = (" " + expression).getBytes(US_ASCII);
        return Spellings.mayDiffer(bytes, 1, bytes.length - 1);
    }
}
