package bloomward.format.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CloseOnFailureTest {

    private final AtomicInteger closed = new AtomicInteger();

    private String make(boolean isSound) throws IOException {
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(closed::incrementAndGet)) {
            if (!isSound) {
                throw new IOException("broken");
            }
            return failure.keep("whole");
        }
    }

    @Test
    void leavesOpenWhatIsKept() throws IOException {
        assertThat(make(true)).isEqualTo("whole");
        assertThat(closed).hasValue(0);
    }

    @Test
    void closesOnceWhatIsNotKept() {
        assertThatThrownBy(() -> make(false)).isInstanceOf(IOException.class).hasMessage("broken");
        assertThat(closed).hasValue(1);
    }

    @Test
    void keepsTheFailureInFrontOfThatOfTheClosing() {
        assertThatThrownBy(() -> {
            try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> {
                throw new IOException("cannot close");
            })) {
                failure.keep(failing());
            }
        }).hasMessage("broken").satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }

    private static String failing() throws IOException {
        throw new IOException("broken");
    }
}
