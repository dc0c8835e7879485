package bloomward.format.filter;

/// The parameters of a mutable filter, and the sizes that follow from them: everything except its words.
///
/// The sizes are a function of kind, capacity, rate and entries, the same on every machine, so a shape that does not
/// fit itself cannot be made, and the size of a filter is known before any memory is taken for it.
public final class FilterShape {

    /// The lowest rate that a 64-bit hash can provide.
    public static final double MIN_RATE = 0x1p-50;

    /// Textbook sizes promise too much to fewer entries, because chance does not level out: they get the bits of so
    /// many.
    static final long MIN_SIZED_ENTRIES = 64;

    /// Words of the longest array that every Java machine can make: 17 GB.
    private static final long MAX_WORDS = Integer.MAX_VALUE - 8;

    private final FilterKind kind;
    private final long capacity;
    private final double rate;
    private final long entries;
    private final long units;
    private final int bitsPerEntry;
    private final long sizeInBits;
    private final long sizeInWords;

    /// A shape of words in one piece.
    FilterShape(FilterKind kind, long capacity, double rate, long units, int bitsPerEntry, long sizeInBits) {
        this(kind, capacity, rate, 0, units, bitsPerEntry, sizeInBits, (sizeInBits + 63) >>> 6);
        if (sizeInWords > MAX_WORDS) {
            throw new IllegalArgumentException(capacity + " entries at a rate of " + rate + " need " + sizeInBits
                    + " bits, at most " + MAX_WORDS * 64);
        }
    }

    FilterShape(FilterKind kind, long capacity, double rate, long entries, long units, int bitsPerEntry,
            long sizeInBits, long sizeInWords) {
        this.kind = kind;
        this.capacity = capacity;
        this.rate = rate;
        this.entries = entries;
        this.units = units;
        this.bitsPerEntry = bitsPerEntry;
        this.sizeInBits = sizeInBits;
        this.sizeInWords = sizeInWords;
    }

    /// The shape of a filter of this kind, made for `capacity` entries and a rate, with so many entries counted in.
    ///
    /// @param entries 0 for the kinds that do not count
    /// @throws IllegalArgumentException if there is no such filter
    public static FilterShape of(FilterKind kind, long capacity, double rate, long entries) {
        if (capacity < 0 || capacity > Sizing.MAX_ENTRIES) {
            throw new IllegalArgumentException("capacity " + capacity + ", not in 0.." + Sizing.MAX_ENTRIES);
        }
        if (!(rate >= MIN_RATE && rate < 1)) {
            throw new IllegalArgumentException("rate " + rate + ", must be at least " + MIN_RATE + " and less than 1");
        }
        return switch (kind) {
            case CLASSIC -> uncounted(entries, ClassicFilter.shape(capacity, rate));
            case BLOCKED -> uncounted(entries, BlockedFilter.shape(capacity, rate));
            case PARTITIONED -> uncounted(entries, PartitionedFilter.shape(capacity, rate));
            case COUNTING -> uncounted(entries, CountingFilter.shape(capacity, rate));
            case SCALABLE -> ScalableFilter.shape(capacity, rate, entries);
            case CUCKOO -> CuckooFilter.shape(capacity, rate, entries);
            case PACKED, FLAT -> throw noMutableKind(kind);
        };
    }

    static IllegalArgumentException noMutableKind(FilterKind kind) {
        return new IllegalArgumentException(kind + " is not a mutable kind: such a filter is made from sorted keys");
    }

    private static FilterShape uncounted(long entries, FilterShape shape) {
        if (entries != 0) {
            throw new IllegalArgumentException(
                    entries + " entries counted in a filter that does not count, expected 0");
        }
        return shape;
    }

    FilterShape withEntries(long counted) {
        return new FilterShape(kind, capacity, rate, counted, units, bitsPerEntry, sizeInBits, sizeInWords);
    }

    /// Refuses to unite filters in which one hash means different bits.
    void requireSameAs(FilterShape other) {
        if (units != other.units || bitsPerEntry != other.bitsPerEntry) {
            throw new IllegalArgumentException(
                    "only filters of one shape can be united: this is " + this + ", that " + other);
        }
    }

    public FilterKind kind() {
        return kind;
    }

    /// The number of entries that the filter was made for; for a scalable one, by its first layer.
    public long capacity() {
        return capacity;
    }

    /// The rate it was made for.
    public double rate() {
        return rate;
    }

    /// Entries counted in; 0 for the kinds that do not count.
    public long entries() {
        return entries;
    }

    /// Bits (classic), blocks (blocked), bits of a partition (partitioned), counters of a partition (counting), layers
    /// (scalable) or buckets (cuckoo).
    public long units() {
        return units;
    }

    /// Bits or counters that an entry sets, in the first layer of a scalable filter; the bits of a fingerprint in a
    /// cuckoo filter.
    public int bitsPerEntry() {
        return bitsPerEntry;
    }

    /// The number of bits that a look-up can touch.
    public long sizeInBits() {
        return sizeInBits;
    }

    /// The words of 64 bits that hold it.
    public long sizeInWords() {
        return sizeInWords;
    }

    @Override
    public String toString() {
        return "%s(capacity %d, rate %s, units %d, bits an entry %d)".formatted(kind, capacity, rate, units,
                bitsPerEntry);
    }
}
