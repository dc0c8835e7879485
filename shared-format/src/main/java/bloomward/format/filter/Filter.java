package bloomward.format.filter;

/// A set of hashes that never says no to a member and seldom says yes to a stranger.
///
/// All kinds take the same 64-bit hash ([bloomward.format.key.KeyHash]); each uses of it what it needs. Reading is safe
/// for all threads as long as nobody writes ([MutableFilter]) and nothing is unmapped (a filter opened from a file
/// lives as long as what opened it).
public sealed interface Filter permits PackedFilter, FlatFilter, MutableFilter {

    FilterKind kind();

    /// False: the hash was certainly not put in. True: it was, or it looks like one that was.
    boolean mightContain(long hash);

    /// How many entries it is meant for.
    long capacity();

    /// How many entries it holds: counted where the kind counts, else how many different ones its fill speaks of.
    long estimatedCount();

    /// Size of what a look-up can touch.
    long sizeInBits();

    /// The share of bits (counters, slots) in use, 0 to 1. Reads the whole filter.
    double fill();

    /// The probability, as filled now, that a hash that was not put in is answered with true. Reads the whole filter.
    double currentRate();

    /// Nine tenths of the capacity are used: time to make a larger one.
    default boolean isNearCapacity() {
        return estimatedCount() >= capacity() - capacity() / 10;
    }
}
