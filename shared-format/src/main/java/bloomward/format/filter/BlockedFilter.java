package bloomward.format.filter;

import bloomward.format.FormatException;

/// A Bloom filter whose entries set all their k bits in one line of 512 bits.
///
/// A look-up reads one line instead of k, for 8 % more bits an entry at 0.1 % (15.5 instead of 14.4) and little more at
/// 1 % (Putze, Sanders, Singler, "Cache-, Hash- and Space-Efficient Bloom Filters", 2007). A line is as long as a cache
/// line; a Java array does not begin at one, so it mostly lies in two neighbours, which processors fetch together.
/// [FlatFilter], whose memory is aligned, has it in one.
///
/// The line is chosen by the top bits of the hash, the bits in it by slices of nine bits of further numbers: double
/// hashing among only 512 places would repeat itself too often. The sizes come from [BlockedSizing]. FORMAT.md 9.4.
public final class BlockedFilter extends BitFilter<BlockedFilter> {

    private static final int WORDS_IN_BLOCK = BlockedSizing.BLOCK_IN_BITS / 64;
    private static final int SLICE_IN_BITS = 9;
    private static final int SLICES_IN_NUMBER = 64 / SLICE_IN_BITS;

    private final long blocks;

    private BlockedFilter(FilterShape shape, BitArray bits) {
        super(shape, bits);
        this.blocks = shape.units();
    }

    /// An empty filter with the given false positive rate at `capacity` entries.
    public static BlockedFilter of(long capacity, double rate) {
        FilterShape shape = FilterShape.of(FilterKind.BLOCKED, capacity, rate, 0);
        return new BlockedFilter(shape, new BitArray(shape.sizeInBits()));
    }

    static BlockedFilter over(FilterShape shape, long[] words) throws FormatException {
        return new BlockedFilter(shape, BitArray.over(shape.sizeInBits(), words));
    }

    static FilterShape shape(long capacity, double rate) {
        BlockedSizing sizing = BlockedSizing.of(capacity, rate);
        return new FilterShape(FilterKind.BLOCKED, capacity, rate, sizing.blocks(), sizing.hashes(),
                sizing.blocks() * BlockedSizing.BLOCK_IN_BITS);
    }

    @Override
    public boolean mightContain(long hash) {
        long block = HashMix.reduce(hash, blocks) * BlockedSizing.BLOCK_IN_BITS;
        long state = hash;
        for (int left = hashes; left > 0; left -= SLICES_IN_NUMBER) {
            long slices = HashMix.of(state);
            for (int i = Math.min(left, SLICES_IN_NUMBER); i > 0; i--) {
                if (!bits.get(block + (slices & BlockedSizing.BLOCK_IN_BITS - 1))) {
                    return false;
                }
                slices >>>= SLICE_IN_BITS;
            }
            state += HashMix.GOLDEN;
        }
        return true;
    }

    @Override
    public boolean add(long hash) {
        long block = HashMix.reduce(hash, blocks) * BlockedSizing.BLOCK_IN_BITS;
        boolean isNew = false;
        long state = hash;
        for (int left = hashes; left > 0; left -= SLICES_IN_NUMBER) {
            long slices = HashMix.of(state);
            for (int i = Math.min(left, SLICES_IN_NUMBER); i > 0; i--) {
                isNew |= bits.set(block + (slices & BlockedSizing.BLOCK_IN_BITS - 1));
                slices >>>= SLICE_IN_BITS;
            }
            state += HashMix.GOLDEN;
        }
        return isNew;
    }

    /// Estimated line by line, because lines are filled unevenly. Reads the whole filter.
    @Override
    public long estimatedCount() {
        double sum = 0;
        for (long block = 0; block < blocks; block++) {
            sum += Sizing.entries(BlockedSizing.BLOCK_IN_BITS, hashes, onesIn(block));
        }
        return Math.round(sum);
    }

    @Override
    public double currentRate() {
        double sum = 0;
        for (long block = 0; block < blocks; block++) {
            sum += Math.pow((double) onesIn(block) / BlockedSizing.BLOCK_IN_BITS, hashes);
        }
        return sum / blocks;
    }

    private int onesIn(long block) {
        int ones = 0;
        int first = (int) (block * WORDS_IN_BLOCK);
        for (int i = first; i < first + WORDS_IN_BLOCK; i++) {
            ones += Long.bitCount(bits.words()[i]);
        }
        return ones;
    }
}
