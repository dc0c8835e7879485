package bloomward.benchmarks.contender;

import bloomward.format.filter.MutableFilter;
import bloomward.format.key.KeyHash;

/// One of our kinds that accept new keys.
final class Mutable implements Contender {

    private final MutableFilter filter;
    private final KeyHash hash = KeyHash.seeded(1);

    Mutable(MutableFilter empty, byte[][] keys) {
        filter = empty;
        for (byte[] key : keys) {
            filter.add(hash.of(key));
        }
    }

    @Override
    public boolean mightContain(byte[] key) {
        return filter.mightContain(hash.of(key));
    }

    @Override
    public long sizeInBits() {
        return filter.sizeInBits();
    }
}
