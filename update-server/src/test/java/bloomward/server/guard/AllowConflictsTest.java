package bloomward.server.guard;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.url.Expression;
import java.util.List;
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

    @Test
    void theConflictIsHeldForAPerson() {
        Judgement.Held held = AllowConflicts.conflict(GOOD, 2, new Expression(" good.test/a"));
        assertThat(held.reason()).isEqualTo(HoldReason.ALLOW_CONFLICT);
        assertThat(held.detail()).isEqualTo("good.test/ hides 2 listed entries, such as good.test/a");
        assertThat(AllowConflicts.conflict(GOOD, 1, new Expression(" good.test/a")).detail())
                .isEqualTo("good.test/ hides 1 listed entry, such as good.test/a");
        assertThat(held.needsSecondPerson()).isFalse();
    }
}
