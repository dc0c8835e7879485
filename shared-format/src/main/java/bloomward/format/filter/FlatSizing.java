package bloomward.format.filter;

import bloomward.format.key.KeySpec;

/// The number of blocks that a flat filter needs for a rate.
///
/// Keys fall into blocks by chance, so the load of a block is Poisson distributed and the rate is the mean over all
/// loads: a formula for the average load alone would promise too much. The result goes into files whose digests are
/// signed, so it is computed with operations that give the same bits on every machine.
public final class FlatSizing {

    private FlatSizing() {}

    /// The fewest blocks with which `entries` keys are answered wrongly at no more than the rate.
    ///
    /// @throws IllegalArgumentException if keys of this width collide more often than that
    public static long blocksFor(KeySpec spec, long entries, double rate) {
        if (!(rate > 0 && rate < 1)) {
            throw new IllegalArgumentException("rate " + rate + ", must be between 0 and 1");
        }
        if (entries < 0) {
            throw new IllegalArgumentException(entries + " entries");
        }
        if (keyRate(spec, entries) >= rate) {
            throw new IllegalArgumentException("rate " + rate + " cannot be reached: of " + entries + " keys of "
                    + spec.width() + " bits one in " + Math.round(1 / keyRate(spec, entries)) + " is met by chance");
        }
        long most = FlatFilter.maxBlocks(entries);
        long few = 0;
        long enough = 1;
        while (rate(spec, entries, enough) > rate) {
            if (enough == most) {
                throw new IllegalArgumentException(
                        "rate " + rate + " for " + entries + " entries needs too many blocks");
            }
            few = enough;
            enough = Math.min(2 * enough, most);
        }
        while (enough - few > 1) {
            long middle = (few + enough) >>> 1;
            if (rate(spec, entries, middle) > rate) {
                few = middle;
            } else {
                enough = middle;
            }
        }
        return enough;
    }

    /// Whether there is a number of blocks with which so many keys are answered wrongly at no more than the rate.
    public static boolean isReachable(KeySpec spec, long entries, double rate) {
        return rate(spec, entries, FlatFilter.maxBlocks(entries)) <= rate;
    }

    /// The expected rate of a flat filter of so many blocks: its key collides, or its eight bits are set by others.
    public static double rate(KeySpec spec, long entries, long blocks) {
        double keys = keyRate(spec, entries);
        return keys + (1 - keys) * blockRate((double) entries / blocks);
    }

    /// The probability that the key of a stranger is one of the keys: the rate of a packed filter.
    public static double keyRate(KeySpec spec, long entries) {
        return -StrictMath.expm1(-(double) entries / (1L << spec.width()));
    }

    private static double blockRate(double load) {
        if (load > 600) {
            return 1; // exp(-load) would vanish
        }
        double probability = StrictMath.exp(-load);
        double wordMiss = 1;
        double sum = 0;
        double most = load + 12 * StrictMath.sqrt(load) + 40;
        for (int keys = 1; keys < most; keys++) {
            probability *= load / keys;
            wordMiss *= 63.0 / 64;
            double hit = 1 - wordMiss;
            hit *= hit;
            hit *= hit;
            sum += probability * hit * hit;
        }
        return sum;
    }
}
