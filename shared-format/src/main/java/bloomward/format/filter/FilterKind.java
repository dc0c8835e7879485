package bloomward.format.filter;

/// The kinds of filter. The number of a kind is written into files and never reused.
public enum FilterKind {

    /// Sorted keys, Golomb-Rice coded: the form on disk and on the wire.
    PACKED(1),
    /// Split blocks of 512 bits: the form in memory.
    FLAT(2),
    /// Bloom's own, k bits anywhere, by double hashing.
    CLASSIC(3),
    /// All bits of a key in one cache line.
    BLOCKED(4),
    /// One range of bits for each of the k hashes.
    PARTITIONED(5),
    /// Four-bit counters instead of bits: keys can be removed.
    COUNTING(6),
    /// A row of growing filters: no capacity to know before.
    SCALABLE(7),
    /// Fingerprints in buckets: keys can be removed, fewer bits at low rates.
    CUCKOO(8);

    private final int number;

    FilterKind(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
