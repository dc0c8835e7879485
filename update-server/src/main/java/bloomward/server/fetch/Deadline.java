package bloomward.server.fetch;

import java.time.Duration;

/// A deadline for a whole fetch, measured with the monotonic clock.
record Deadline(long nanoTime) {

    static Deadline in(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    long nanosLeft() {
        return nanoTime - System.nanoTime();
    }
}
