package bloomward.format.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

final class NeedsTest {

    private static void need(boolean isThere, Map<String, String> environment) {
        Needs.right("mount", isThere, "no right to mount", environment);
    }

    @Test
    void aRightThatIsThereIsNeverMissed() {
        assertThatCode(() -> need(true, Map.of("CI", "true"))).doesNotThrowAnyException();
        assertThatCode(() -> need(true, Map.of(Needs.LACKING, "mount"))).doesNotThrowAnyException();
    }

    @Test
    void failsWhereNothingMayBeSkipped() {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> need(false, Map.of("CI", "true")))
                .withMessage("no right to mount");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> need(false, Map.of("CI", "true", Needs.LACKING, "mounting,amount")));
    }

    @Test
    void skipsWhereThatIsAllowed() {
        assertThatExceptionOfType(TestAbortedException.class).isThrownBy(() -> need(false, Map.of()));
        assertThatExceptionOfType(TestAbortedException.class)
                .isThrownBy(() -> need(false, Map.of("CI", "true", Needs.LACKING, "x,mount")));
    }
}
