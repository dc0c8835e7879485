package bloomward.format.filter;

/// Further 64-bit numbers from the one hash of an entry (FORMAT.md 9.2).
final class HashMix {

    /// 2^64 divided by the golden ratio, odd: its multiples lie as far from each other as they can.
    static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private HashMix() {}

    /// The number after `state` in SplitMix64 (Steele, Lea, Flood 2014; constants of Stafford's variant 13): a
    /// bijection in which every bit of the state moves every bit of the result.
    static long of(long state) {
        long mixed = state + GOLDEN;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /// The i-th number of a hash: `hash + i * step + i³ * golden`, modulo 2^64.
    ///
    /// This is enhanced double hashing (Dillinger, Manolios, "Bloom Filters in Probabilistic Verification", 2004; that
    /// two numbers suffice: Kirsch, Mitzenmacher 2006). Without the cubic part an entry whose step is small would meet
    /// few different bits, and a filter for a hundred entries would break its promise by a fifth.
    ///
    /// @param step [#of] the hash
    static long probe(long hash, long step, long i) {
        return hash + i * (step + i * i * GOLDEN);
    }

    /// One of `range` numbers from 0 on, each by the same share of all 2^64 hashes but one: the top bits decide. Unlike
    /// a remainder it takes no division, and unlike an int it does not end at 2^31.
    static long reduce(long hash, long range) {
        return Math.unsignedMultiplyHigh(hash, range);
    }
}
