package bloomward.format.filter;

/// The textbook formulas of a Bloom filter of m bits for n entries with k hashes and a rate p of false positives.
///
/// Bloom, "Space/Time Trade-offs in Hash Coding with Allowable Errors", 1970; with the best k, half of the bits are
/// set. 1,000,000 entries at 1 % need 9.6 bits each, and each tenth of the rate 4.8 bits more. The results go into
/// files, so they are computed with operations that give the same bits on every machine.
public final class Sizing {

    /// About a trillion: up to here a double holds every result exactly.
    public static final long MAX_ENTRIES = 1L << 40;

    private static final double LN_2 = StrictMath.log(2);

    private Sizing() {}

    /// m = -n ln p / ln² 2, rounded up to a whole bit: 9,585,059 for a million entries at 1 %.
    public static long bits(long entries, double rate) {
        if (entries < 0 || entries > MAX_ENTRIES) {
            throw new IllegalArgumentException(entries + " entries, not in 0.." + MAX_ENTRIES);
        }
        if (!(rate > 0 && rate < 1)) {
            throw new IllegalArgumentException("rate " + rate + ", must be between 0 and 1");
        }
        return (long) Math.ceil(-entries * StrictMath.log(rate) / (LN_2 * LN_2));
    }

    /// k = m/n ln 2, rounded, at least 1.
    public static int hashes(long bits, long entries) {
        return (int) Math.max(1, Math.round((double) bits / entries * LN_2));
    }

    /// p = (1 - e^(-kn/m))^k: the rate to expect with so many entries put in.
    public static double rate(long bits, int hashes, long entries) {
        return StrictMath.pow(-StrictMath.expm1(-(double) hashes * entries / bits), hashes);
    }

    /// n = -m/k ln(1 - X/m): how many entries have probably set X of the bits (Swamidass, Baldi 2007).
    ///
    /// A filter with all bits set could hold any number; it is taken for one with half a bit left.
    public static double entries(long bits, int hashes, long bitsSet) {
        double free = Math.max(0.5, (double) (bits - bitsSet));
        return -(double) bits / hashes * StrictMath.log(free / bits);
    }
}
