package bloomward.format.url;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScopeTest {

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '\u0001', ignoreLeadingAndTrailingWhitespace = false,
            value = {"evil.test/>HOST", "192.0.2.1/>HOST", "[2001:db8::1]/>HOST", "evil.test/a>PREFIX",
                "evil.test/a/>PREFIX", "evil.test/?>PREFIX", "evil.test/?a=/>PREFIX", "evil.test//>PREFIX",
                " evil.test/>EXACT", " evil.test/a?b>EXACT", "evil.test>PREFIX"})
    void standsInTheExpression(String expression, Scope scope) {
        byte[] bytes = expression.getBytes(US_ASCII);
        assertThat(Scope.of(bytes, 0, bytes.length)).isEqualTo(scope);
        byte[] inside = (" /" + expression + "/ /").getBytes(US_ASCII);
        assertThat(Scope.of(inside, 2, bytes.length)).isEqualTo(scope);
    }
}
