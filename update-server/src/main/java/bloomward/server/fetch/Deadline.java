package bloomward.server.fetch;

import java.time.Duration;

/// A time by which everything must be done. Measured on the machine's own ticking, which nobody sets.
record Deadline(long nanoTime) {

    static Deadline in(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    long nanosLeft() {
        return nanoTime - System.nanoTime();
    }
}
