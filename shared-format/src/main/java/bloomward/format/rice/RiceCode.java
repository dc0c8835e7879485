package bloomward.format.rice;

/// The code for `count` increasing numbers below `bound`: how many low bits of a gap are written as they are.
///
/// A gap is the distance to the number before, less one. Gaps of random numbers are geometrically distributed, for
/// which a Golomb code is optimal (Gallager, van Voorhis 1975); Rice's restriction to a power of two costs less than
/// 0.03 bits a number. The best parameter is the whole part of log2 of 0.9624 times the mean gap (Kiely 2004), here in
/// integers so that every program finds the same one: it is not stored, and so there is nothing to disagree about.
///
/// @param count how many numbers
/// @param bound all numbers are smaller; at most 2^56
/// @param lowBits bits of a gap that are written as they are, the Rice parameter
public record RiceCode(long count, long bound, int lowBits) {

    static final long MAX_BOUND = 1L << 56;

    public static RiceCode of(long count, long bound) {
        if (bound < 0 || bound > MAX_BOUND || count < 0 || count > bound) {
            throw new IllegalArgumentException(count + " numbers below " + bound);
        }
        if (count == 0) {
            return new RiceCode(0, bound, 0);
        }
        long meanGap = bound / count;
        return new RiceCode(count, bound, 63 - Long.numberOfLeadingZeros(meanGap - meanGap / 27));
    }

    /// No gap has a larger unary part, or its number would reach the bound.
    long maxQuotient() {
        return bound >>> lowBits;
    }

    /// The bytes that random numbers will probably take.
    public long expectedSizeInBytes() {
        if (count == 0) {
            return 0;
        }
        double unary = 1 / StrictMath.expm1((double) (1L << lowBits) * count / bound);
        return (long) Math.ceil(count * (lowBits + 1 + unary) / 8);
    }

    /// The fewest bytes in which so many numbers can stand: a check before anything is allocated for them.
    public long minSizeInBytes() {
        return (count * (lowBits + 1L) + 7) / 8;
    }
}
