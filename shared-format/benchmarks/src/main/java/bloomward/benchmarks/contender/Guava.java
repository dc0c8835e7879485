package bloomward.benchmarks.contender;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;

/// `com.google.common.hash.BloomFilter`.
final class Guava implements Contender {

    private final BloomFilter<byte[]> filter;
    private final long keyCount;

    Guava(byte[][] keys) {
        keyCount = keys.length;
        filter = BloomFilter.create(Funnels.byteArrayFunnel(), keys.length, RATE);
        for (byte[] key : keys) {
            filter.put(key);
        }
    }

    @Override
    public boolean mightContain(byte[] key) {
        return filter.mightContain(key);
    }

    /// Guava does not disclose it; this is its computation from count and rate, rounded up to words.
    @Override
    public long sizeInBits() {
        long bits = (long) (-keyCount * Math.log(RATE) / (Math.log(2) * Math.log(2)));
        return (bits + 63) / 64 * 64;
    }
}
