package bloomward.benchmarks.contender;

import org.apache.commons.codec.digest.MurmurHash3;
import org.apache.commons.collections4.bloomfilter.EnhancedDoubleHasher;
import org.apache.commons.collections4.bloomfilter.Hasher;
import org.apache.commons.collections4.bloomfilter.Shape;
import org.apache.commons.collections4.bloomfilter.SimpleBloomFilter;

/// `org.apache.commons.collections4.bloomfilter.SimpleBloomFilter`, hashed with the MurmurHash3 of commons-codec.
final class Collections4 implements Contender {

    private final SimpleBloomFilter filter;

    Collections4(byte[][] keys) {
        filter = new SimpleBloomFilter(Shape.fromNP(keys.length, RATE));
        for (byte[] key : keys) {
            filter.merge(hasher(key));
        }
    }

    @Override
    public boolean mightContain(byte[] key) {
        return filter.contains(hasher(key));
    }

    private static Hasher hasher(byte[] key) {
        long[] hash = MurmurHash3.hash128x64(key);
        return new EnhancedDoubleHasher(hash[0], hash[1]);
    }

    @Override
    public long sizeInBits() {
        return filter.getShape().getNumberOfBits();
    }
}
