package bloomward.agent.confirm;

import java.util.function.LongSupplier;

/// A bound on the requests that are sent: a token bucket. Safe for all threads.
final class RateBound {

    private static final double NANOS = 1e9;

    private final int perSecond;
    private final int burst;
    private final LongSupplier nanoTime;
    private double left;
    private long last;

    RateBound(int perSecond, int burst, LongSupplier nanoTime) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.nanoTime = nanoTime;
        this.left = burst;
        this.last = nanoTime.getAsLong();
    }

    /// Whether one more may be sent now, which is then counted.
    synchronized boolean take() {
        long now = nanoTime.getAsLong();
        left = Math.min(burst, left + (now - last) * (perSecond / NANOS));
        last = now;
        if (left < 1) {
            return false;
        }
        left--;
        return true;
    }
}
