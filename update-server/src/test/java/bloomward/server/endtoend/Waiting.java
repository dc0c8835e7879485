package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Waits for servers that learn from one another in their own time.
final class Waiting {

    static final Duration PATIENCE = Duration.ofSeconds(90);

    private Waiting() {}

    /// A question that is asked until the answer is yes.
    @FunctionalInterface
    interface Question {
        boolean isSo() throws Exception;
    }

    /// Asks again and again.
    static void until(String what, Question question) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!question.isSo()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            if (Thread.interrupted()) {
                throw new InterruptedException(what);
            }
        }
    }
}
