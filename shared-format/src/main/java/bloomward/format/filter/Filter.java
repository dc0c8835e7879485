package bloomward.format.filter;

/// A set of hashes that never says no to a member and seldom says yes to a stranger.
///
/// All kinds take the same 64-bit hash ([bloomward.format.key.KeyHash]); each uses the bits it needs. Reading is
/// thread-safe as long as no thread writes ([MutableFilter]) and nothing is unmapped (a filter from a file lives as
/// long as the file is open).
public sealed interface Filter permits PackedFilter, FlatFilter, MutableFilter {

    FilterKind kind();

    /// Returns false if the hash was certainly not added, true if it was added or is a false positive.
    boolean mightContain(long hash);

    /// The number of entries it is meant for.
    long capacity();

    /// The number of entries it contains: counted by the kinds that count, otherwise estimated from the fill.
    long estimatedCount();

    /// The number of bits that a look-up can touch.
    long sizeInBits();

    /// The share of bits (counters, slots) in use, 0 to 1. Reads the whole filter.
    double fill();

    /// The probability, as filled now, that a hash that was not put in is answered with true. Reads the whole filter.
    double currentRate();

    /// Whether nine tenths of the capacity are used, so that a larger filter is due.
    default boolean isNearCapacity() {
        return estimatedCount() >= capacity() - capacity() / 10;
    }
}
