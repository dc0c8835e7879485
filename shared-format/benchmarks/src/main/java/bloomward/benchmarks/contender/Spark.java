package bloomward.benchmarks.contender;

import org.apache.spark.util.sketch.BloomFilter;

/// `org.apache.spark.util.sketch.BloomFilter`.
final class Spark implements Contender {

    private final BloomFilter filter;

    Spark(byte[][] keys) {
        filter = BloomFilter.create(keys.length, RATE);
        for (byte[] key : keys) {
            filter.putBinary(key);
        }
    }

    @Override
    public boolean mightContain(byte[] key) {
        return filter.mightContainBinary(key);
    }

    @Override
    public long sizeInBits() {
        return filter.bitSize();
    }
}
