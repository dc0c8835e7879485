package bloomward.format.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.FormatException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// Assertions about signed texts that are refused all the same.
final class ReleaseErrors {

    private ReleaseErrors() {}

    static void assertRefused(FormatException.Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(FormatException.class,
                e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason));
    }

    static void assertRefused(ReleaseException.Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ReleaseException.class, e -> {
            assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason);
            assertThat(e.getMessage()).isNotBlank();
        });
    }
}
