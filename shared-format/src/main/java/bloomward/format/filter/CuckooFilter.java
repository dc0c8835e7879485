package bloomward.format.filter;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.util.Arrays;

/// Fingerprints in buckets of four: entries can be removed, and at low rates it is smaller than a Bloom filter.
///
/// An entry is a fingerprint of f bits in one of two buckets (Fan, Andersen, Kaminsky, Mitzenmacher, "Cuckoo Filter:
/// Practically Better Than Bloom", 2014). If both are full, entries that are there move to their other buckets, for
/// which the fingerprint must be enough to find it. The paper takes the bucket number xor a hash of the fingerprint,
/// which needs a power of two of buckets and so wastes up to half of them. Here the two numbers add up to a hash of the
/// fingerprint, modulo the number of buckets: that too leads back to where it came from, and works for any number of
/// buckets.
///
/// Room is searched breadth first and nothing moves before it is found, so an [#add] that fails has changed nothing,
/// there is no victim to keep aside, and the same adds in the same order give the same bits.
///
/// It counts like a bag: an entry added twice remains until it is removed twice. More than eight of one fingerprint and
/// bucket never fit. An entry that seems to be present must be added nevertheless: the fingerprint found may belong to
/// another entry, and disappears when that one is removed. FORMAT.md 9.8.
public final class CuckooFilter implements RemovableFilter {

    static final int SLOTS_IN_BUCKET = 4;

    /// Up to here buckets of four can be filled without long searches; they stick at about 0.98.
    private static final double MAX_LOAD = 0.95;
    /// In few buckets chance can crowd more entries than fit: with these, less than one filter in 10,000 meets that.
    private static final int SPARE_BUCKETS = 16;
    /// Fingerprints of fewer bits offer too few second buckets, and of a billion entries some would find no place.
    private static final int MIN_FINGERPRINT_IN_BITS = 7;
    private static final int MAX_SEARCHED_SLOTS = 4096;
    private static final long NO_SLOT = -1;

    private final FilterShape shape;
    private final long[] words;
    private final long buckets;
    private final int fingerprintInBits;
    /// All bits of a fingerprint; a fingerprint is a number from 1 to this, 0 is an empty slot.
    private final long mask;
    private long entries;

    private CuckooFilter(FilterShape shape, long[] words) {
        this.shape = shape;
        this.words = words;
        this.buckets = shape.units();
        this.fingerprintInBits = shape.bitsPerEntry();
        this.mask = (1L << fingerprintInBits) - 1;
        this.entries = shape.entries();
    }

    /// An empty filter with at most the given false positive rate at `capacity` entries.
    public static CuckooFilter of(long capacity, double rate) {
        FilterShape shape = FilterShape.of(FilterKind.CUCKOO, capacity, rate, 0);
        return new CuckooFilter(shape, new BitArray(shape.sizeInBits()).words());
    }

    static CuckooFilter over(FilterShape shape, long[] words) throws FormatException {
        CuckooFilter filter = new CuckooFilter(shape, BitArray.over(shape.sizeInBits(), words).words());
        long found = filter.slotsInUse();
        if (found != shape.entries()) {
            throw new FormatException(Reason.MALFORMED,
                    "body: " + found + " fingerprints, expected " + shape.entries());
        }
        return filter;
    }

    static FilterShape shape(long capacity, double rate, long entries) {
        int fingerprintInBits = MIN_FINGERPRINT_IN_BITS;
        while (((1L << fingerprintInBits) - 1) * rate < 2 * SLOTS_IN_BUCKET * MAX_LOAD) {
            fingerprintInBits++;
        }
        long buckets = (long) Math.ceil(capacity / (SLOTS_IN_BUCKET * MAX_LOAD)) + SPARE_BUCKETS;
        long slots = buckets * SLOTS_IN_BUCKET;
        if (entries < 0 || entries > slots) {
            throw new IllegalArgumentException(entries + " entries, there are " + slots + " slots");
        }
        return new FilterShape(FilterKind.CUCKOO, capacity, rate, buckets, fingerprintInBits, slots * fingerprintInBits)
                .withEntries(entries);
    }

    @Override
    public boolean mightContain(long hash) {
        long fingerprint = fingerprintOf(hash);
        long bucket = bucketOf(hash);
        return find(bucket, fingerprint) != NO_SLOT || find(otherBucket(bucket, fingerprint), fingerprint) != NO_SLOT;
    }

    /// Adds a hash, even if it seems to be present.
    ///
    /// @throws FilterFullException if there is no room; nothing has changed then
    @Override
    public boolean add(long hash) {
        long fingerprint = fingerprintOf(hash);
        long first = bucketOf(hash);
        long second = otherBucket(first, fingerprint);
        boolean isNew = find(first, fingerprint) == NO_SLOT && find(second, fingerprint) == NO_SLOT;
        long slot = find(first, 0);
        if (slot == NO_SLOT) {
            slot = find(second, 0);
        }
        if (slot == NO_SLOT) {
            slot = makeRoom(first, second);
        }
        put(slot, fingerprint);
        entries++;
        return isNew;
    }

    @Override
    public boolean remove(long hash) {
        long fingerprint = fingerprintOf(hash);
        long bucket = bucketOf(hash);
        long slot = find(bucket, fingerprint);
        if (slot == NO_SLOT) {
            slot = find(otherBucket(bucket, fingerprint), fingerprint);
        }
        if (slot == NO_SLOT) {
            return false;
        }
        put(slot, 0);
        entries--;
        return true;
    }

    @Override
    public void clear() {
        Arrays.fill(words, 0);
        entries = 0;
    }

    @Override
    public FilterKind kind() {
        return FilterKind.CUCKOO;
    }

    @Override
    public long capacity() {
        return shape.capacity();
    }

    /// Exactly the entries added and not removed; an entry added twice counts twice.
    @Override
    public long estimatedCount() {
        return entries;
    }

    @Override
    public long sizeInBits() {
        return shape.sizeInBits();
    }

    @Override
    public double fill() {
        return (double) entries / (buckets * SLOTS_IN_BUCKET);
    }

    /// A stranger meets the fingerprints of two buckets, each of which may be its own.
    @Override
    public double currentRate() {
        return -Math.expm1(2 * SLOTS_IN_BUCKET * fill() * Math.log1p(-1.0 / mask));
    }

    FilterShape shape() {
        return shape.withEntries(entries);
    }

    long[] words() {
        return words;
    }

    private long fingerprintOf(long hash) {
        return 1 + HashMix.reduce(HashMix.of(hash), mask);
    }

    private long bucketOf(long hash) {
        return HashMix.reduce(hash, buckets);
    }

    /// The other of the two buckets in which the fingerprint may stand; both are the same for one bucket in `buckets`.
    private long otherBucket(long bucket, long fingerprint) {
        long other = HashMix.reduce(HashMix.of(fingerprint), buckets) - bucket;
        return other < 0 ? other + buckets : other;
    }

    /// Moves entries to their other buckets until a slot of one of the two buckets is empty.
    ///
    /// The way found is a shortest one, so no slot is on it twice, and its moves can be made from the end to the start.
    private long makeRoom(long first, long second) {
        long[] slots = new long[MAX_SEARCHED_SLOTS];
        int[] cameFrom = new int[MAX_SEARCHED_SLOTS];
        int known = appendSlots(slots, cameFrom, 0, first, -1);
        known = appendSlots(slots, cameFrom, known, second, -1);
        for (int at = 0; at < known; at++) {
            long bucket = otherBucket(slots[at] / SLOTS_IN_BUCKET, get(slots[at]));
            long empty = find(bucket, 0);
            if (empty != NO_SLOT) {
                return moveAlong(slots, cameFrom, at, empty);
            }
            if (known < MAX_SEARCHED_SLOTS) {
                known = appendSlots(slots, cameFrom, known, bucket, at);
            }
        }
        throw new FilterFullException("no room for one more: " + entries + " entries in " + buckets * SLOTS_IN_BUCKET
                + " slots, made for " + capacity());
    }

    private static int appendSlots(long[] slots, int[] cameFrom, int known, long bucket, int from) {
        for (int i = 0; i < SLOTS_IN_BUCKET; i++) {
            slots[known + i] = bucket * SLOTS_IN_BUCKET + i;
            cameFrom[known + i] = from;
        }
        return known + SLOTS_IN_BUCKET;
    }

    private long moveAlong(long[] slots, int[] cameFrom, int last, long empty) {
        long target = empty;
        for (int at = last; at >= 0; at = cameFrom[at]) {
            put(target, get(slots[at]));
            target = slots[at];
        }
        return target;
    }

    /// The first slot of a bucket with this fingerprint, or with none if it is 0.
    private long find(long bucket, long fingerprint) {
        long first = bucket * SLOTS_IN_BUCKET;
        for (long slot = first; slot < first + SLOTS_IN_BUCKET; slot++) {
            if (get(slot) == fingerprint) {
                return slot;
            }
        }
        return NO_SLOT;
    }

    private long slotsInUse() {
        long used = 0;
        for (long slot = 0; slot < buckets * SLOTS_IN_BUCKET; slot++) {
            if (get(slot) != 0) {
                used++;
            }
        }
        return used;
    }

    private long get(long slot) {
        long bit = slot * fingerprintInBits;
        int index = (int) (bit >>> 6);
        int shift = (int) bit & 63;
        long value = words[index] >>> shift;
        if (shift + fingerprintInBits > 64) {
            value |= words[index + 1] << (64 - shift);
        }
        return value & mask;
    }

    private void put(long slot, long fingerprint) {
        long bit = slot * fingerprintInBits;
        int index = (int) (bit >>> 6);
        int shift = (int) bit & 63;
        words[index] = (words[index] & ~(mask << shift)) | fingerprint << shift;
        if (shift + fingerprintInBits > 64) {
            words[index + 1] = (words[index + 1] & ~(mask >>> (64 - shift))) | fingerprint >>> (64 - shift);
        }
    }
}
