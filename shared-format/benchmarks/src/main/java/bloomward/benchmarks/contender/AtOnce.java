package bloomward.benchmarks.contender;

import bloomward.format.filter.FlatFilter;

/// The flat filter as the check of a URL asks it: for about as many keys at once as a URL has expressions. For one thread.
final class AtOnce implements Contender {

    private static final int KEYS = 8;

    private final Mapped one;
    private final FlatFilter filter;
    private final long[] hashes = new long[KEYS];

    AtOnce(Mapped one) {
        this.one = one;
        this.filter = (FlatFilter) one.filter();
    }

    @Override
    public int hits(byte[][] keys, int from, int to) {
        int hits = 0;
        for (int i = from; i < to; i += KEYS) {
            int count = Math.min(KEYS, to - i);
            for (int j = 0; j < count; j++) {
                hashes[j] = one.hash().of(keys[i + j]);
            }
            hits += Long.bitCount(filter.mightContainEach(hashes, 0, count));
        }
        return hits;
    }

    @Override
    public boolean mightContain(byte[] key) {
        return one.mightContain(key);
    }

    @Override
    public long sizeInBits() {
        return one.sizeInBits();
    }

    @Override
    public long mappedBytes() {
        return one.mappedBytes();
    }

    @Override
    public void close() {
        one.close();
    }
}
