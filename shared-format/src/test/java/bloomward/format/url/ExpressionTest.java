package bloomward.format.url;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ExpressionTest {

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '\u0001', ignoreLeadingAndTrailingWhitespace = false,
            value = {"evil.example/>evil.example/>HOST", "evil.example/a/>evil.example/a/>PREFIX",
                " evil.example/a?b>evil.example/a?b>EXACT", "[2001:db8::1]/>[2001:db8::1]/>HOST"})
    void hasAScopeAndIsShownWithoutItsMark(String text, String shown, Scope scope) {
        Expression expression = new Expression(text);
        assertThat(expression.shown()).isEqualTo(shown);
        assertThat(expression.scope()).isEqualTo(scope).isEqualTo(Scope.of(text.getBytes(US_ASCII), 0, text.length()));
        assertThat(expression.toBytes()).isEqualTo(text.getBytes(US_ASCII));
        assertThat(expression).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "/", " /", "evil.example", " evil.example", "/a", " /a", "  evil.example/",
        "evil.example/ a", "evil.example/\t", "evil.example/\u00e4", "evil.example/\u007f", "evil.example/\n"})
    void refusesWhatHasNotTheForm(String text) {
        assertThat(Expression.isExpression(text)).isFalse();
        assertThatThrownBy(() -> new Expression(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }

    @Test
    void isAsLongAsTheLongestExactForm() {
        String longest = " a.example/" + "x".repeat(Expression.MAX_LENGTH - 11);
        assertThat(new Expression(longest).text()).hasSize(UrlExpressions.MAX_LENGTH + 1);
        assertThat(Expression.isExpression(longest + "x")).isFalse();
    }

    @Test
    void standsInTheOrderOfItsBytes() {
        assertThat(new Expression(" b.example/")).isLessThan(new Expression("a.example/"));
        assertThat(new Expression("a.example/")).isEqualByComparingTo(new Expression("a.example/"));
    }
}
