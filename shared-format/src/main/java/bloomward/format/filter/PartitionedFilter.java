package bloomward.format.filter;

import bloomward.format.FormatException;

/// A Bloom filter in k equal partitions: an entry sets one bit in each.
///
/// The same bits an entry and the same rate as [ClassicFilter], but for rounding. What the partitions give: an entry
/// always sets k different bits, so no entry is answered worse than another, and the fill of each partition says by
/// itself how many entries there are (Almeida, Baquero, Preguiça, Hutchison, "Scalable Bloom Filters", 2007). The i-th
/// number is that of [ClassicFilter], scaled to the i-th partition. FORMAT.md 9.5.
public final class PartitionedFilter extends BitFilter<PartitionedFilter> {

    private final long partition;

    private PartitionedFilter(FilterShape shape, BitArray bits) {
        super(shape, bits);
        this.partition = shape.units();
    }

    /// An empty filter with the given false positive rate at `capacity` entries.
    public static PartitionedFilter of(long capacity, double rate) {
        FilterShape shape = FilterShape.of(FilterKind.PARTITIONED, capacity, rate, 0);
        return new PartitionedFilter(shape, new BitArray(shape.sizeInBits()));
    }

    static PartitionedFilter over(FilterShape shape, long[] words) throws FormatException {
        return new PartitionedFilter(shape, BitArray.over(shape.sizeInBits(), words));
    }

    static FilterShape shape(long capacity, double rate) {
        long sizedEntries = Math.max(capacity, FilterShape.MIN_SIZED_ENTRIES);
        long bits = Sizing.bits(sizedEntries, rate);
        int hashes = Sizing.hashes(bits, sizedEntries);
        long partition = Math.ceilDiv(bits, hashes);
        return new FilterShape(FilterKind.PARTITIONED, capacity, rate, partition, hashes, partition * hashes);
    }

    @Override
    public boolean mightContain(long hash) {
        long step = HashMix.of(hash);
        for (int i = 0; i < hashes; i++) {
            if (!bits.get(positionOf(hash, step, i))) {
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
            isNew |= bits.set(positionOf(hash, step, i));
        }
        return isNew;
    }

    private long positionOf(long hash, long step, int i) {
        return i * partition + HashMix.reduce(HashMix.probe(hash, step, i), partition);
    }
}
