package bloomward.format.filter;

import bloomward.format.FormatException;
import java.util.Arrays;

/// A Bloom filter with a counter of four bits in place of each bit, so that entries can be removed.
///
/// Four times the bits of [PartitionedFilter], whose layout it has: in partitions an entry never meets the same counter
/// twice, and adding and removing are exact opposites. Four bits are enough (Fan, Cao, Almeida, Broder, "Summary
/// Cache", 2000): at the capacity the chance that any of m counters is asked to count to 16 is below 1.4e-15 times m. A
/// counter that reached 15 has lost count and stays full permanently, neither adding nor removing changes it: the
/// filter may then keep what was removed, but never loses what was not.
///
/// It counts like a bag: an entry added twice remains until it is removed twice, and an entry added fifteen times
/// remains permanently. FORMAT.md 9.6.
public final class CountingFilter implements RemovableFilter {

    static final int FULL = 15;

    private static final int COUNTER_IN_BITS = 4;
    private static final int COUNTERS_IN_WORD = 64 / COUNTER_IN_BITS;
    private static final long LOWEST_BITS = 0x1111_1111_1111_1111L;

    private final FilterShape shape;
    private final long[] words;
    private final long partition;
    private final int hashes;
    private final long counters;

    private CountingFilter(FilterShape shape, long[] words) {
        this.shape = shape;
        this.words = words;
        this.partition = shape.units();
        this.hashes = shape.bitsPerEntry();
        this.counters = partition * hashes;
    }

    /// An empty filter with the given false positive rate at `capacity` entries.
    public static CountingFilter of(long capacity, double rate) {
        FilterShape shape = FilterShape.of(FilterKind.COUNTING, capacity, rate, 0);
        return new CountingFilter(shape, new BitArray(shape.sizeInBits()).words());
    }

    static CountingFilter over(FilterShape shape, long[] words) throws FormatException {
        return new CountingFilter(shape, BitArray.over(shape.sizeInBits(), words).words());
    }

    static FilterShape shape(long capacity, double rate) {
        FilterShape bits = PartitionedFilter.shape(capacity, rate);
        return new FilterShape(FilterKind.COUNTING, capacity, rate, bits.units(), bits.bitsPerEntry(),
                bits.sizeInBits() * COUNTER_IN_BITS);
    }

    @Override
    public boolean mightContain(long hash) {
        long step = HashMix.of(hash);
        for (int i = 0; i < hashes; i++) {
            if (count(counterOf(hash, step, i)) == 0) {
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
            long counter = counterOf(hash, step, i);
            int count = count(counter);
            isNew |= count == 0;
            if (count < FULL) {
                words[wordOf(counter)] += oneOf(counter);
            }
        }
        return isNew;
    }

    /// Removes a hash once.
    ///
    /// @return false, and nothing has changed, if the filter does not contain it, or if all its counters are full, so
    ///         that it can never be taken out
    @Override
    public boolean remove(long hash) {
        if (!mightContain(hash)) {
            return false;
        }
        boolean changed = false;
        long step = HashMix.of(hash);
        for (int i = 0; i < hashes; i++) {
            long counter = counterOf(hash, step, i);
            if (count(counter) < FULL) {
                words[wordOf(counter)] -= oneOf(counter);
                changed = true;
            }
        }
        return changed;
    }

    /// Adds the counts of the other filter, including its false positives; a sum above 15 is full.
    ///
    /// @throws IllegalArgumentException if the other has another shape: unite filters of one capacity and rate
    public void addAll(CountingFilter other) {
        shape.requireSameAs(other.shape);
        for (long counter = 0; counter < counters; counter++) {
            int sum = Math.min(FULL, count(counter) + other.count(counter));
            words[wordOf(counter)] += oneOf(counter) * (sum - count(counter));
        }
    }

    @Override
    public void clear() {
        Arrays.fill(words, 0);
    }

    @Override
    public FilterKind kind() {
        return FilterKind.COUNTING;
    }

    @Override
    public long capacity() {
        return shape.capacity();
    }

    /// Different entries, estimated from the fill. Reads the whole filter.
    @Override
    public long estimatedCount() {
        return Math.round(Sizing.entries(counters, hashes, countersInUse()));
    }

    @Override
    public long sizeInBits() {
        return shape.sizeInBits();
    }

    @Override
    public double fill() {
        return (double) countersInUse() / counters;
    }

    @Override
    public double currentRate() {
        return Math.pow(fill(), hashes);
    }

    /// The number of full counters, which never change again. Reads the whole filter.
    public long fullCounters() {
        long full = 0;
        for (long word : words) {
            long inPairs = word & word >>> 1;
            full += Long.bitCount(inPairs & inPairs >>> 2 & LOWEST_BITS);
        }
        return full;
    }

    FilterShape shape() {
        return shape;
    }

    long[] words() {
        return words;
    }

    private long countersInUse() {
        long inUse = 0;
        for (long word : words) {
            long inPairs = word | word >>> 1;
            inUse += Long.bitCount((inPairs | inPairs >>> 2) & LOWEST_BITS);
        }
        return inUse;
    }

    private long counterOf(long hash, long step, int i) {
        return i * partition + HashMix.reduce(HashMix.probe(hash, step, i), partition);
    }

    private int count(long counter) {
        return (int) (words[wordOf(counter)] >>> shiftOf(counter)) & FULL;
    }

    private static int wordOf(long counter) {
        return (int) (counter / COUNTERS_IN_WORD);
    }

    private static int shiftOf(long counter) {
        return (int) (counter % COUNTERS_IN_WORD) * COUNTER_IN_BITS;
    }

    private static long oneOf(long counter) {
        return 1L << shiftOf(counter);
    }
}
