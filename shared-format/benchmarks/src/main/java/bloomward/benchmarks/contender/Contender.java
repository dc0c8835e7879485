package bloomward.benchmarks.contender;

import java.io.IOException;

/// A filter of byte strings, built for a rate of 1 in 1,000 if it supports rates.
///
/// Hashing is part of every operation: a contender that takes numbers hashes the key itself, with XXH3 as ours do.
public interface Contender extends AutoCloseable {

    double RATE = 1e-3;

    /// Makes the filter of these keys.
    @FunctionalInterface
    interface Builder {
        Contender build(byte[][] keys) throws IOException;
    }

    boolean mightContain(byte[] key);

    /// Counts the keys from `from` up to, not including, `to` that it might contain. By default one look-up at a time.
    default int hits(byte[][] keys, int from, int to) {
        int hits = 0;
        for (int i = from; i < to; i++) {
            if (mightContain(keys[i])) {
                hits++;
            }
        }
        return hits;
    }

    /// Bits that a look-up can touch; 0 if unknown.
    long sizeInBits();

    /// Bytes of mapped files, which do not count as heap.
    default long mappedBytes() {
        return 0;
    }

    @Override
    default void close() {}
}
