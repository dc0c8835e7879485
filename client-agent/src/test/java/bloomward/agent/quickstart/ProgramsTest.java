package bloomward.agent.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProgramsTest {

    /// A printed command can be typed again as it stands.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {"--data-dir, --data-dir", "http://a.example:80/x, http://a.example:80/x",
        "a b, 'a b'", "$HOME, '$HOME'", "it's, 'it'\\''s'"})
    void quotesAWordThatAShellWouldChange(String word, String quoted) {
        assertThat(Programs.quoted(word)).isEqualTo(quoted);
    }

    @Test
    void refusesAnotherExitCodeThanTheExpectedOne() throws Exception {
        Programs.Result found = new Programs.Result(List.of("bloomward", "check", "a b"), 1, List.of());
        assertThat(found.expect(1)).isSameAs(found);
        assertThatThrownBy(() -> found.expect(0)).isInstanceOf(StepFailedException.class)
                .hasMessageContaining("bloomward check 'a b' ended with 1 instead of 0");
    }
}
