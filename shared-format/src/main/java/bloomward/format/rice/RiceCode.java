package bloomward.format.rice;

/// The Golomb-Rice code for `count` increasing numbers below `bound`, with its parameter.
///
/// A gap is the distance to the previous number, less one. Gaps of random numbers are geometrically distributed, for
/// which a Golomb code is optimal (Gallager, van Voorhis 1975); Rice's restriction to a power of two costs less than
/// 0.03 bits per number. The best parameter is the integer part of log2 of 0.9624 times the mean gap (Kiely 2004),
/// computed here in integers so that every program finds the same one: it is not stored, so no two programs can
/// disagree.
///
/// @param count number of numbers
/// @param bound all numbers are smaller; at most 2^56
/// @param lowBits low bits of a gap, written unchanged: the Rice parameter
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

    /// The largest unary part of a gap; with a larger one, its number would reach the bound.
    long maxQuotient() {
        return bound >>> lowBits;
    }

    /// The expected size for random numbers, in bytes.
    public long expectedSizeInBytes() {
        if (count == 0) {
            return 0;
        }
        double unary = 1 / StrictMath.expm1((double) (1L << lowBits) * count / bound);
        return (long) Math.ceil(count * (lowBits + 1 + unary) / 8);
    }

    /// The minimum size of so many numbers, in bytes: checked before memory is allocated for them.
    public long minSizeInBytes() {
        return (count * (lowBits + 1L) + 7) / 8;
    }
}
