package bloomward.server.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FeedChangeTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # before | after | kept | expected
            1000 | 1000 | 1000 | -
            1000 |  900 |  900 | -
            1000 |  899 |  899 | feed-shrank: lost 101 of 1000 entries, more than 10 %
            1000 | 1250 | 1000 | -
            1000 | 1251 | 1000 | feed-grew: gained 251 of 1000 entries, more than 25 %
            1000 | 1000 |    0 | feed-shrank: lost 1000 of 1000 entries, more than 10 %
            1000 | 1150 |  900 | -
            1000 | 1151 |  900 | feed-grew: gained 251 of 1000 entries, more than 25 %
            1000 |    0 |    0 | feed-shrank: lost 1000 of 1000 entries, more than 10 %
              10 |    6 |    6 | -
              10 |    5 |    5 | feed-shrank: lost 5 of 10 entries, more than 10 %
              10 |   14 |   10 | -
              10 |   15 |   10 | feed-grew: gained 5 of 10 entries, more than 25 %
               4 |    0 |    0 | -
               0 | 1000 |    0 | -
            """)
    void holdsWhatChangedMoreThanUsual(long before, long after, long kept, String expected) {
        assertThat(FeedChange.of(before, after, kept)
                .map(held -> held.reason().label() + ": " + held.detail())
                .orElse("-")).isEqualTo(expected);
    }

    @Test
    void limitsAreTheFeedsOwn() {
        var limits = new FeedChange.Limits(100, 400, 0);
        assertThat(FeedChange.of(300, 300, 0, limits)).isEmpty();
        assertThat(FeedChange.of(2, 11, 2, limits)).isPresent();
        assertThat(FeedChange.of(100, 99, 99, new FeedChange.Limits(0, 0, 0))).isPresent();
    }

    @Test
    void refusesCountsThatCannotBe() {
        assertThatThrownBy(() -> FeedChange.of(10, 5, 6)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("6 kept of 10");
        assertThatThrownBy(() -> new FeedChange.Limits(-1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
