package bloomward.format.filter;

import bloomward.format.key.KeySpec;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.SplittableRandom;

/// Filters of every kind, filled with the same hashes, for tests.
final class SampleFilters {

    private SampleFilters() {}

    /// Different hashes, the same for the same seed.
    static long[] hashes(long seed, int count) {
        return new SplittableRandom(seed).longs(count).toArray();
    }

    /// A filter of a kind that is made for as many entries as it gets.
    static Filter filled(FilterKind kind, double rate, long... hashes) {
        return switch (kind) {
            case PACKED -> packed(packedSpec(hashes.length, rate), rate, hashes);
            case FLAT -> flat(new KeySpec(0, 40, 7), rate, hashes);
            case CLASSIC, BLOCKED, PARTITIONED, COUNTING, SCALABLE, CUCKOO ->
                filledMutable(kind, hashes.length, rate, hashes);
        };
    }

    static MutableFilter filledMutable(FilterKind kind, long capacity, double rate, long... hashes) {
        MutableFilter filter = MutableFilters.of(kind, capacity, rate);
        for (long hash : hashes) {
            filter.add(hash);
        }
        return filter;
    }

    static PackedFilter packed(KeySpec spec, double rate, long... hashes) {
        long[] keys = Arrays.stream(hashes).map(spec::keyOf).sorted().distinct().toArray();
        long flatBlocks = FlatSizing.blocksFor(new KeySpec(0, 56, 7), hashes.length, rate);
        return PackedFilter.of(spec, flatBlocks, keys, keys.length);
    }

    /// Memory goes when the filter does.
    static FlatFilter flat(KeySpec spec, double rate, long... hashes) {
        return FlatFilter.of(packed(spec, rate, hashes), Arena.ofAuto());
    }

    /// The narrowest keys that strangers meet no oftener than the rate.
    private static KeySpec packedSpec(int entries, double rate) {
        int width = KeySpec.MIN_WIDTH;
        while (entries / (double) (1L << width) > rate) {
            width++;
        }
        return new KeySpec(0, width, 7);
    }
}
