package bloomward.format.filter;

import bloomward.format.FormatException;

/// Bloom's own filter: an entry sets k bits anywhere.
///
/// The fewest bits of all kinds that set bits, 9.6 an entry at 1 % and 14.4 at 0.1 %, paid with k cache lines for a
/// member and about two for a stranger. The k positions come from two numbers by double hashing ([HashMix#probe]), each
/// scaled to the number of bits. FORMAT.md 9.3.
public final class ClassicFilter implements MutableFilter {

    private final FilterShape shape;
    private final BitArray bits;
    private final long length;
    private final int hashes;

    private ClassicFilter(FilterShape shape, BitArray bits) {
        this.shape = shape;
        this.bits = bits;
        this.length = bits.length();
        this.hashes = shape.bitsPerEntry();
    }

    /// An empty filter that answers strangers wrongly at the given rate when it holds `capacity` entries.
    public static ClassicFilter of(long capacity, double rate) {
        return of(FilterShape.of(FilterKind.CLASSIC, capacity, rate, 0));
    }

    static ClassicFilter of(FilterShape shape) {
        return new ClassicFilter(shape, new BitArray(shape.units()));
    }

    static ClassicFilter over(FilterShape shape, long[] words) throws FormatException {
        return new ClassicFilter(shape, BitArray.over(shape.units(), words));
    }

    static FilterShape shape(long capacity, double rate) {
        long sizedEntries = Math.max(capacity, FilterShape.MIN_SIZED_ENTRIES);
        long bits = Sizing.bits(sizedEntries, rate);
        return new FilterShape(FilterKind.CLASSIC, capacity, rate, bits, Sizing.hashes(bits, sizedEntries), bits);
    }

    @Override
    public boolean mightContain(long hash) {
        long step = HashMix.of(hash);
        for (int i = 0; i < hashes; i++) {
            if (!bits.get(HashMix.reduce(HashMix.probe(hash, step, i), length))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean add(long hash) {
        boolean isNew = false;
        long step = HashMix.of(hash);
        for (int i = 0; i < hashes; i++) {
            isNew |= bits.set(HashMix.reduce(HashMix.probe(hash, step, i), length));
        }
        return isNew;
    }

    /// Puts in all that the other contains, strangers that look like members of it included.
    ///
    /// @throws IllegalArgumentException if the other has another shape: unite filters of one capacity and rate
    public void addAll(ClassicFilter other) {
        shape.requireSameAs(other.shape);
        bits.setAll(other.bits);
    }

    @Override
    public void clear() {
        bits.clear();
    }

    @Override
    public FilterKind kind() {
        return FilterKind.CLASSIC;
    }

    @Override
    public long capacity() {
        return shape.capacity();
    }

    /// Estimated from the fill. Reads the whole filter.
    @Override
    public long estimatedCount() {
        return Math.round(Sizing.entries(length, hashes, bits.ones()));
    }

    @Override
    public long sizeInBits() {
        return length;
    }

    @Override
    public double fill() {
        return (double) bits.ones() / length;
    }

    @Override
    public double currentRate() {
        return Math.pow(fill(), hashes);
    }

    FilterShape shape() {
        return shape;
    }

    long ones() {
        return bits.ones();
    }

    long[] words() {
        return bits.words();
    }
}
