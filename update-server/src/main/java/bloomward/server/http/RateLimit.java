package bloomward.server.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/// Token buckets in constant memory for any number of keys: a seeded hash selects a key's bucket, and the few keys that
/// share a bucket share its tokens. A bucket is one number, the time at which it will be full again (GCRA).
public final class RateLimit {

    private final AtomicLongArray fullAt;
    private final long interval;
    private final long depth;
    private final long seed;
    private final LongSupplier nanos;
    private final long start;

    /// @param buckets a power of two
    /// @param nanos a clock that never goes back
    public RateLimit(int buckets, RateRule rule, long seed, LongSupplier nanos) {
        this.fullAt = new AtomicLongArray(buckets);
        this.interval = Math.max(1, (long) (1e9 / rule.perSecond()));
        this.depth = interval * rule.burst();
        this.seed = seed;
        this.nanos = nanos;
        this.start = nanos.getAsLong();
    }

    /// Takes one token.
    ///
    /// @return how long to wait; zero if a token was taken
    public Duration take(Object key) {
        int bucket = bucket(key);
        long now = nanos.getAsLong() - start;
        while (true) {
            long old = fullAt.get(bucket);
            long next = Math.max(old, now) + interval;
            if (next - now > depth) {
                return Duration.ofNanos(next - now - depth);
            }
            if (fullAt.compareAndSet(bucket, old, next)) {
                return Duration.ZERO;
            }
        }
    }

    private int bucket(Object key) {
        long hash = (key.hashCode() ^ seed) * 0x9e3779b97f4a7c15L;
        hash = (hash ^ (hash >>> 32)) * 0xd6e8feb86659fd93L;
        return (int) (hash >>> 32) & (fullAt.length() - 1);
    }
}
