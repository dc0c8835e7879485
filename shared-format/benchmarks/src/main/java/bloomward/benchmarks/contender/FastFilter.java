package bloomward.benchmarks.contender;

import bloomward.format.key.KeyHash;
import java.util.Arrays;
import org.fastfilter.Filter;
import org.fastfilter.bloom.BlockedBloom;
import org.fastfilter.bloom.Bloom;
import org.fastfilter.cuckoo.Cuckoo16;
import org.fastfilter.xor.Xor16;

/// The filters of fastfilter_java. They take numbers, for which we use our hashes of the keys.
final class FastFilter implements Contender {

    /// The minimum number of bits at which its blocked filter reaches the rate; the 17 of an unblocked one give twice
    /// the rate.
    private static final int BLOCKED_BITS = 22;

    private final KeyHash hash = KeyHash.seeded(1);
    private final Filter filter;

    private FastFilter(Maker maker, byte[][] keys) {
        filter = maker.make(Arrays.stream(keys).mapToLong(hash::of).toArray());
    }

    /// Makes a filter of hashes.
    private interface Maker {
        Filter make(long[] hashes);
    }

    static FastFilter bloom(byte[][] keys) {
        return new FastFilter(hashes -> Bloom.construct(hashes, -Math.log(RATE) / Math.log(2) / Math.log(2)), keys);
    }

    static FastFilter blockedBloom(byte[][] keys) {
        return new FastFilter(hashes -> BlockedBloom.construct(hashes, BLOCKED_BITS), keys);
    }

    static FastFilter cuckoo16(byte[][] keys) {
        return new FastFilter(Cuckoo16::construct, keys);
    }

    static FastFilter xor16(byte[][] keys) {
        return new FastFilter(Xor16::construct, keys);
    }

    @Override
    public boolean mightContain(byte[] key) {
        return filter.mayContain(hash.of(key));
    }

    @Override
    public long sizeInBits() {
        return filter.getBitCount();
    }
}
