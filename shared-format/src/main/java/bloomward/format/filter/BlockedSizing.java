package bloomward.format.filter;

/// The number of 512-bit lines in a blocked filter, and the number of bits that an entry sets in its line.
///
/// Entries fall into lines by chance, so the load of a line is Poisson distributed and the rate is the mean over all
/// loads (Putze, Sanders, Singler 2007): crowded lines answer strangers much worse than the mean line does, and the
/// textbook formula would promise too much. Crowded lines like fewer bits an entry, so the best number is smaller than
/// the textbook's.
///
/// @param blocks how many lines
/// @param hashes bits that an entry sets
record BlockedSizing(long blocks, int hashes) {

    static final int BLOCK_IN_BITS = 512;

    /// Beyond it more bits never help: the rates that would want them need lines so empty that fewer do as well.
    static final int MAX_HASHES = 28;

    /// Lines are never so crowded: `exp(-load)` would vanish, and the rate is 1 long before.
    private static final double MAX_LOAD = 600;
    /// More lines than any filter can have.
    private static final long NEVER = 1L << 50;
    private static final double FREE_AFTER_ONE_BIT = (BLOCK_IN_BITS - 1.0) / BLOCK_IN_BITS;

    /// The fewest lines that keep the rate; of numbers of bits that do with them, the smallest.
    static BlockedSizing of(long entries, double rate) {
        BlockedSizing best = new BlockedSizing(blocksFor(entries, rate, 1), 1);
        for (int hashes = 2; hashes <= MAX_HASHES; hashes++) {
            long fewer = best.blocks - 1;
            if (fewer > 0 && rate((double) entries / fewer, hashes) <= rate) {
                best = new BlockedSizing(blocksFor(entries, rate, hashes), hashes);
            }
        }
        return best;
    }

    private static long blocksFor(long entries, double rate, int hashes) {
        long few = 0;
        long enough = 1;
        while (rate((double) entries / enough, hashes) > rate) {
            if (enough == NEVER) {
                return NEVER;
            }
            few = enough;
            enough *= 2;
        }
        while (enough - few > 1) {
            long middle = (few + enough) >>> 1;
            if (rate((double) entries / middle, hashes) > rate) {
                few = middle;
            } else {
                enough = middle;
            }
        }
        return enough;
    }

    /// The rate to expect of lines with this mean load.
    static double rate(double load, int hashes) {
        if (load > MAX_LOAD) {
            return 1;
        }
        double freeAfterOneEntry = power(FREE_AFTER_ONE_BIT, hashes);
        double probability = StrictMath.exp(-load);
        double free = 1;
        double sum = 0;
        double most = load + 12 * StrictMath.sqrt(load) + 40;
        for (int entries = 1; entries < most; entries++) {
            probability *= load / entries;
            free *= freeAfterOneEntry;
            sum += probability * power(1 - free, hashes);
        }
        return sum;
    }

    private static double power(double base, int exponent) {
        double result = 1;
        for (int i = 0; i < exponent; i++) {
            result *= base;
        }
        return result;
    }
}
