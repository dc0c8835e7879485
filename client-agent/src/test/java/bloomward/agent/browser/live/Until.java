package bloomward.agent.browser.live;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/// Looks again until it is as expected: browsers tell no end of what they do.
public final class Until {

    /// The limit of every wait for a browser or a program, which only one that hangs reaches.
    public static final Duration PATIENCE = Duration.ofMinutes(2);

    /// The limit of a test: that of several waits.
    public static final int TEST_SECONDS = 600;

    private static final Duration PAUSE = Duration.ofMillis(50);

    private Until() {}

    public static void is(String what, Callable<Boolean> question) {
        holds(what, question, answer -> answer);
    }

    /// @return the first answer that is as expected
    public static <T> T holds(String what, Callable<T> question, Predicate<T> expectation) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        Object last = "nothing";
        while (System.nanoTime() < end) {
            try {
                T answer = question.call();
                if (expectation.test(answer)) {
                    return answer;
                }
                last = answer;
            } catch (Exception e) { // a page that goes away under the question; the last one is shown
                last = e;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        throw new AssertionError("waited in vain for " + what + "; at last: " + last);
    }
}
