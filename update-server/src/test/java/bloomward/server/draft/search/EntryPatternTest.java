package bloomward.server.draft.search;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.url.Expression;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EntryPatternTest {

    /// An underscore stands for the space of an exact form.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', nullValues = "-", textBlock = """
            evil.example           | evil.example/           | true
            evil.example           | _evil.example/a         | true
            evil.example           | www.evil.example/a?b    | true
            evil.example           | devil.example/          | false
            evil.example           | evil.example.other/     | false
            evil.example           | other.example/evil.example/ | false
            EVIL.example.          | evil.example/           | true
            https://evil.example/  | www.evil.example/       | true
            bücher.example         | xn--bcher-kva.example/  | true
            192.0.2.1              | 192.0.2.1/a             | true
            *.evil.example         | www.evil.example/       | true
            *.evil.example         | evil.example/           | false
            *.example              | evil.example/           | true
            weebly                 | login.weebly.example/   | true
            LOGIN                  | evil.example/Login.php  | true
            *evil.example*         | devil.example/          | true
            http://evil.example/a  | evil.example/a/b        | true
            evil.example/a         | _evil.example/b         | false
            """)
    void matches(String pattern, String expression, boolean expected) {
        assertThat(EntryPattern.parse(pattern).orElseThrow().matches(new Expression(expression.replace('_', ' '))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "**", "*.", "a*b", "a.example*", "http://", "*a*b*"})
    void refusesWhatMeansNothing(String pattern) {
        assertThat(EntryPattern.parse(pattern)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example/", " evil.example/a"})
    void withoutWordsMatchesAll(String expression) {
        assertThat(EntryPattern.parse("").orElseThrow().matches(new Expression(expression))).isTrue();
    }
}
