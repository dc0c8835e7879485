package bloomward.format.filter;

import bloomward.format.key.KeySpec;
import java.util.Arrays;
import java.util.function.LongConsumer;

/// Hashes in any order, some of them more than once, on their way into a filter. In memory, eight bytes each; for one
/// thread.
public final class HashCollector {

    private long[] hashes = new long[1024];
    private int count;
    /// The first so many are sorted, as unsigned numbers, and none stands twice among them.
    private int sorted;

    public HashCollector() {}

    public void add(long hash) {
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, Math.max(count + 1, (int) Math.min(2L * count, Integer.MAX_VALUE - 8)));
        }
        hashes[count++] = hash;
    }

    /// The number of distinct hashes.
    public int distinct() {
        sortDistinct();
        return count;
    }

    /// Gives each different hash once, the smallest first.
    public void forEach(LongConsumer consumer) {
        sortDistinct();
        for (int i = 0; i < count; i++) {
            consumer.accept(hashes[i]);
        }
    }

    /// Packs the keys of all hashes, with as many flat blocks as the rate asks for.
    ///
    /// @throws IllegalArgumentException if keys of this width cannot reach the rate
    public PackedFilter pack(KeySpec spec, double rate) {
        sortDistinct();
        long[] keys = new long[count];
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            long key = spec.keyOf(hashes[i]);
            if (distinct == 0 || keys[distinct - 1] != key) {
                keys[distinct++] = key;
            }
        }
        return PackedFilter.of(spec, FlatSizing.blocksFor(spec, distinct, rate), keys, distinct);
    }

    /// Keys are the top bits of hashes, so hashes in unsigned order have their keys in order.
    private void sortDistinct() {
        if (sorted == count) {
            return;
        }
        flipSigns();
        Arrays.sort(hashes, 0, count);
        flipSigns();
        int distinct = 1;
        for (int i = 1; i < count; i++) {
            if (hashes[i] != hashes[distinct - 1]) {
                hashes[distinct++] = hashes[i];
            }
        }
        count = distinct;
        sorted = distinct;
    }

    /// Turns unsigned order into the signed one by which arrays are sorted, and back.
    private void flipSigns() {
        for (int i = 0; i < count; i++) {
            hashes[i] ^= Long.MIN_VALUE;
        }
    }
}
