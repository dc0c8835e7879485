package bloomward.format.filter;

/// The common part of the kinds that set bits in one array: everything except the choice of bits for an entry.
///
/// @param <F> the kind itself
abstract sealed class BitFilter<F extends BitFilter<F>> implements MutableFilter
        permits ClassicFilter, PartitionedFilter, BlockedFilter {

    final BitArray bits;
    /// Bits that an entry sets.
    final int hashes;
    private final FilterShape shape;

    BitFilter(FilterShape shape, BitArray bits) {
        this.shape = shape;
        this.bits = bits;
        this.hashes = shape.bitsPerEntry();
    }

    /// Adds all entries of the other filter, including its false positives.
    ///
    /// @throws IllegalArgumentException if the other has another shape: unite filters of one capacity and rate
    public void addAll(F other) {
        shape.requireSameAs(other.shape());
        bits.setAll(other.bits);
    }

    @Override
    public void clear() {
        bits.clear();
    }

    @Override
    public FilterKind kind() {
        return shape.kind();
    }

    @Override
    public long capacity() {
        return shape.capacity();
    }

    /// Estimated from the fill. Reads the whole filter.
    @Override
    public long estimatedCount() {
        return Math.round(Sizing.entries(bits.length(), hashes, bits.ones()));
    }

    @Override
    public long sizeInBits() {
        return bits.length();
    }

    @Override
    public double fill() {
        return (double) bits.ones() / bits.length();
    }

    @Override
    public double currentRate() {
        return Math.pow(fill(), hashes);
    }

    FilterShape shape() {
        return shape;
    }

    long[] words() {
        return bits.words();
    }
}
