package bloomward.benchmarks.contender;

import org.apache.datasketches.filters.bloomfilter.BloomFilter;
import org.apache.datasketches.filters.bloomfilter.BloomFilterBuilder;

/// `org.apache.datasketches.filters.bloomfilter.BloomFilter`, in the heap.
final class DataSketches implements Contender {

    private final BloomFilter filter;

    DataSketches(byte[][] keys) {
        filter = BloomFilterBuilder.createByAccuracy(keys.length, RATE);
        for (byte[] key : keys) {
            filter.update(key);
        }
    }

    @Override
    public boolean mightContain(byte[] key) {
        return filter.query(key);
    }

    @Override
    public long sizeInBits() {
        return filter.getCapacity();
    }
}
