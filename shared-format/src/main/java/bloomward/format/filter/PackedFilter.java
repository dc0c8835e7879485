package bloomward.format.filter;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.key.KeyCursor;
import bloomward.format.key.KeySpec;
import bloomward.format.rice.RiceCode;
import bloomward.format.rice.RiceReader;
import bloomward.format.rice.RiceWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The form on disk and on the wire: a Bloom filter with one hash function and 2^width bits, stored compressed as its
/// sorted distinct keys, Golomb-Rice coded. Immutable and safe for all threads.
///
/// A compressed Bloom filter is smallest with few hash functions (Mitzenmacher, "Compressed Bloom Filters", 2002), and
/// with one it is a Golomb-coded set (Putze, Sanders, Singler 2007): about log2(2^width / n) + 1.5 bits an entry. It is
/// also the only form from which small patches can be cut, because an entry more or less changes one gap and moves the
/// rest.
///
/// A look-up decodes from the nearest point of an index that is derived when the filter is opened: one point for 16
/// to 32 keys, of many keys for 32 to 64, found by the top bits of the key. It costs at most 0.3 µs: it stands behind a
/// [FlatFilter].
public final class PackedFilter implements Filter {

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int KEYS_PER_POINT = 16;
    /// From so many keys on, a point has twice as many: the index then takes 4 MB of a small heap, in an update twice.
    private static final long MANY_KEYS = 1L << 22;
    /// A word has them from any bit of its first byte on.
    private static final int BITS_AT_ONCE = 56;

    private final KeySpec spec;
    private final long flatBlocks;
    private final MemorySegment coded;
    private final RiceCode code;

    /// A key with these top bits stands, if it does, from here on.
    private final int pointShift;
    private final long[] pointBit;
    private final long[] keyBeforePoint;

    private PackedFilter(KeySpec spec, long entries, long flatBlocks, MemorySegment coded) throws FormatException {
        this.spec = spec;
        this.flatBlocks = flatBlocks;
        this.coded = coded;
        this.code = RiceCode.of(entries, 1L << spec.width());
        if (code.minSizeInBytes() > coded.byteSize()) {
            throw new FormatException(Reason.MALFORMED,
                    entries + " keys need at least " + code.minSizeInBytes() + " bytes, there are " + coded.byteSize());
        }
        int keysPerPoint = entries < MANY_KEYS ? KEYS_PER_POINT : 2 * KEYS_PER_POINT;
        int pointBits = Math.clamp(63 - Long.numberOfLeadingZeros(entries / keysPerPoint | 1), 0,
                Math.min(spec.width(), 28));
        this.pointShift = spec.width() - pointBits;
        this.pointBit = new long[(1 << pointBits) + 1];
        this.keyBeforePoint = new long[1 << pointBits];
        readThrough();
    }

    /// Opens coded keys after reading them through once.
    ///
    /// @param coded the bits; the filter reads them for as long as it is used
    /// @throws FormatException if they are not `entries` keys in their one possible form
    public static PackedFilter open(KeySpec spec, long entries, long flatBlocks, MemorySegment coded)
            throws FormatException {
        if (entries < 0 || entries > 1L << spec.width()) {
            throw new FormatException(Reason.MALFORMED, entries + " keys of " + spec.width() + " bits");
        }
        if (flatBlocks < 1 || flatBlocks > FlatFilter.maxBlocks(entries)) {
            throw new FormatException(Reason.MALFORMED,
                    "flat block count " + flatBlocks + ", not in 1.." + FlatFilter.maxBlocks(entries));
        }
        return new PackedFilter(spec, entries, flatBlocks, coded);
    }

    /// Packs keys in memory; of two gigabytes or more, write a file instead.
    ///
    /// @param sortedKeys the first `count` are increasing and fit the width
    public static PackedFilter of(KeySpec spec, long flatBlocks, long[] sortedKeys, int count) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(count * 2 + 16);
        try {
            encode(spec, count, KeyCursor.of(sortedKeys, count), bytes);
            return open(spec, count, flatBlocks, MemorySegment.ofArray(bytes.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail to be written", e);
        } catch (FormatException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /// Writes keys in their coded form.
    ///
    /// @throws IllegalArgumentException if the keys are not increasing or too large
    /// @throws IllegalStateException if they are not `entries` many
    public static void encode(KeySpec spec, long entries, KeyCursor keys, OutputStream out) throws IOException {
        RiceWriter writer = new RiceWriter(RiceCode.of(entries, 1L << spec.width()), out);
        for (long key = keys.next(); key != KeyCursor.END; key = keys.next()) {
            writer.write(key);
        }
        writer.finish();
    }

    /// The expected size of so many keys in their coded form, in bytes.
    public static long expectedSizeInBytes(KeySpec spec, long entries) {
        return RiceCode.of(entries, 1L << spec.width()).expectedSizeInBytes();
    }

    private void readThrough() throws FormatException {
        RiceReader reader = new RiceReader(coded, code);
        int points = 0;
        long before = -1;
        long bit = 0;
        int lowBits = code.lowBits();
        for (long key = reader.next(); key != RiceReader.END; key = reader.next()) {
            for (int last = (int) (key >>> pointShift); points <= last; points++) {
                pointBit[points] = bit;
                keyBeforePoint[points] = before;
            }
            bit += ((key - before - 1) >>> lowBits) + 1 + lowBits;
            before = key;
        }
        for (; points < keyBeforePoint.length; points++) {
            pointBit[points] = bit;
            keyBeforePoint[points] = before;
        }
        pointBit[points] = bit;
        if (reader.problem().isPresent()) {
            throw new FormatException(Reason.MALFORMED, "coded keys: " + reader.problem().get());
        }
    }

    @Override
    public boolean mightContain(long hash) {
        long wanted = spec.keyOf(hash);
        int point = (int) (wanted >>> pointShift);
        long bit = pointBit[point];
        long end = pointBit[point + 1];
        long key = keyBeforePoint[point];
        int lowBits = code.lowBits();
        long lowMask = (1L << lowBits) - 1;
        while (key < wanted && bit < end) {
            long bits = bitsAt(bit);
            long zeros = 0;
            while (bits == 0) {
                if (bit >= end) {
                    throw new IllegalStateException("the packed keys changed while they were in use");
                }
                zeros += BITS_AT_ONCE;
                bit += BITS_AT_ONCE;
                bits = bitsAt(bit);
            }
            int some = RiceReader.zerosOf(bits);
            bit += some + 1;
            boolean isRead = some + 1 + lowBits <= BITS_AT_ONCE; // nearly always: reading is the dear part
            long low = isRead ? bits >>> (some + 1) : bitsAt(bit);
            key += ((zeros + some) << lowBits | (low & lowMask)) + 1;
            bit += lowBits;
        }
        return key == wanted;
    }

    /// The 56 bits from a position on, zeros beyond the end. Every key was read once, so the position lies inside.
    private long bitsAt(long position) {
        long at = position >>> 3;
        int shift = (int) position & 7;
        if (at + 8 <= coded.byteSize()) {
            return coded.get(WORD, at) >>> shift & ((1L << BITS_AT_ONCE) - 1);
        }
        long bits = 0;
        for (long i = coded.byteSize() - 1; i >= at; i--) {
            bits = bits << 8 | (coded.get(ValueLayout.JAVA_BYTE, i) & 0xff);
        }
        return bits >>> shift;
    }

    public KeySpec spec() {
        return spec;
    }

    /// The number of distinct keys.
    public long entries() {
        return code.count();
    }

    /// The number of blocks that the flat form of this filter has.
    public long flatBlocks() {
        return flatBlocks;
    }

    /// Writes the keys in their coded form.
    public void writeCoded(OutputStream out) throws IOException {
        encode(spec, entries(), keys(), out);
    }

    /// All keys, in order.
    public KeyCursor keys() {
        RiceReader reader = new RiceReader(coded, code);
        return reader::next;
    }

    @Override
    public FilterKind kind() {
        return FilterKind.PACKED;
    }

    @Override
    public long capacity() {
        return spec.capacity();
    }

    /// Exactly [#entries].
    @Override
    public long estimatedCount() {
        return entries();
    }

    @Override
    public long sizeInBits() {
        return coded.byteSize() * 8;
    }

    /// The share of the 2^width bits of the uncompressed filter that are set.
    @Override
    public double fill() {
        return (double) entries() / code.bound();
    }

    @Override
    public double currentRate() {
        return fill();
    }
}
