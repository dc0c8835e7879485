package bloomward.format.filter;

import bloomward.format.key.KeyCursor;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The form in memory: a split-block Bloom filter with k = 8. Immutable and safe for all threads.
///
/// A block is one cache line of eight 64-bit words, and a key sets one bit in each of the eight words of one block
/// (FORMAT.md 7). A look-up touches one cache line and takes one branch, half-way, which is predicted: of strangers, one
/// in forty goes on. Putze, Sanders and Singler ("Cache-, Hash- and Space-Efficient Bloom Filters", 2007) have the blocks;
/// Apache Impala and Parquet have the split words, there 32 bits wide. With 64-bit words the filter needs 15.7 bits an
/// entry at a rate of 1 in 1,000 instead of 16.9; an unblocked one would need 14.4 and ten cache lines.
///
/// The block is chosen by the top bits of the key, so sorted keys fill the filter from front to back, and the filter is
/// a pure function of the packed keys and the block count. The bits come from the key by one multiplication.
public final class FlatFilter implements Filter {

    public static final int BLOCK_IN_BYTES = 64;

    static final int WORDS_IN_BLOCK = BLOCK_IN_BYTES / 8;
    /// 2^64 divided by the golden ratio, odd: spreads the low bits of a key, those that did not choose the block,
    /// upwards.
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int WINDOW_IN_BLOCKS = 256;

    private final KeySpec spec;
    private final long entries;
    private final MemorySegment words;
    private final long blocks;
    private final long keyMask;
    private final int keyShift;

    private FlatFilter(KeySpec spec, long entries, MemorySegment words) {
        this.spec = spec;
        this.entries = entries;
        this.words = words;
        this.blocks = words.byteSize() / BLOCK_IN_BYTES;
        this.keyShift = 64 - spec.width();
        this.keyMask = -1L << keyShift;
    }

    /// A bound for what a header may claim, so that a small hostile file does not become a flat form that fills the
    /// disk: a gigabyte for a list that is still to grow, and 64 bytes for each entry.
    public static long maxBlocks(long entries) {
        return (1L << 24) + entries;
    }

    /// A filter over its blocks, which it reads for as long as it is used.
    ///
    /// @param words a whole number of blocks; aligned to 64 bytes, each look-up touches one cache line
    public static FlatFilter over(KeySpec spec, long entries, MemorySegment words) {
        requireBlocks(words);
        return new FlatFilter(spec, entries, words);
    }

    static void requireBlocks(MemorySegment words) {
        if (words.byteSize() == 0 || words.byteSize() % BLOCK_IN_BYTES != 0) {
            throw new IllegalArgumentException(words.byteSize() + " bytes are not a whole number of blocks");
        }
    }

    /// The flat form of a packed filter, in memory of the given arena.
    public static FlatFilter of(PackedFilter packed, Arena arena) {
        MemorySegment words = arena.allocate(packed.flatBlocks() * BLOCK_IN_BYTES, BLOCK_IN_BYTES);
        long[] window = new long[WINDOW_IN_BLOCKS * WORDS_IN_BLOCK];
        KeyCursor keys = packed.keys();
        long key = keys.next();
        for (long first = 0; first < packed.flatBlocks(); first += WINDOW_IN_BLOCKS) {
            key = setBits(window, first, packed, keys, key);
            long offset = first * BLOCK_IN_BYTES;
            int count = (int) Math.min(window.length, (words.byteSize() - offset) / 8);
            MemorySegment.copy(window, 0, words, WORD, offset, count);
        }
        return new FlatFilter(packed.spec(), packed.entries(), words);
    }

    /// Writes the blocks.
    public void write(OutputStream out) throws IOException {
        byte[] chunk = new byte[WINDOW_IN_BLOCKS * BLOCK_IN_BYTES];
        for (long at = 0; at < words.byteSize(); at += chunk.length) {
            int count = (int) Math.min(chunk.length, words.byteSize() - at);
            MemorySegment.copy(words, ValueLayout.JAVA_BYTE, at, chunk, 0, count);
            out.write(chunk, 0, count);
        }
    }

    /// Writes the blocks of the flat form of a packed filter.
    public static void write(PackedFilter packed, OutputStream out) throws IOException {
        long[] window = new long[WINDOW_IN_BLOCKS * WORDS_IN_BLOCK];
        ByteBuffer bytes = ByteBuffer.allocate(window.length * 8).order(ByteOrder.LITTLE_ENDIAN);
        KeyCursor keys = packed.keys();
        long key = keys.next();
        for (long first = 0; first < packed.flatBlocks(); first += WINDOW_IN_BLOCKS) {
            key = setBits(window, first, packed, keys, key);
            bytes.asLongBuffer().put(window);
            int count = (int) Math.min(WINDOW_IN_BLOCKS, packed.flatBlocks() - first);
            out.write(bytes.array(), 0, count * BLOCK_IN_BYTES);
        }
    }

    /// Sets the bits of all keys that fall into the blocks of the window.
    ///
    /// @param key the next key not yet set
    /// @return the first key that falls behind the window, or [KeyCursor#END]
    private static long setBits(long[] window, long firstBlock, PackedFilter packed, KeyCursor keys, long key) {
        Arrays.fill(window, 0);
        int width = packed.spec().width();
        long blocks = packed.flatBlocks();
        // The same number: but the high half of a product is a dozen steps where only C1 runs.
        boolean isSmall = width + Long.SIZE - Long.numberOfLeadingZeros(blocks) <= Long.SIZE;
        while (key != KeyCursor.END) {
            long chosen = isSmall ? (key * blocks) >>> width : Math.unsignedMultiplyHigh(key << -width, blocks);
            int word = (int) Math.min(chosen - firstBlock, WINDOW_IN_BLOCKS) * WORDS_IN_BLOCK;
            if (word == window.length) {
                return key;
            }
            long bits = key * MIX;
            window[word] |= 1L << (bits >>> 58);
            window[word + 1] |= 1L << (bits >>> 52);
            window[word + 2] |= 1L << (bits >>> 46);
            window[word + 3] |= 1L << (bits >>> 40);
            window[word + 4] |= 1L << (bits >>> 34);
            window[word + 5] |= 1L << (bits >>> 28);
            window[word + 6] |= 1L << (bits >>> 22);
            window[word + 7] |= 1L << (bits >>> 16);
            key = keys.next();
        }
        return KeyCursor.END;
    }

    /// Sets the bits of hashes in writable blocks: the first word of every block before any other, so that the
    /// processor waits for the lines of all of them at a time and not for one after another.
    static void setBits(MemorySegment words, KeySpec spec, long[] hashes, int count) {
        long blocks = words.byteSize() / BLOCK_IN_BYTES;
        int keyShift = 64 - spec.width();
        for (int i = 0; i < count; i++) {
            long key = hashes[i] >>> keyShift;
            long at = Math.unsignedMultiplyHigh(key << keyShift, blocks) * BLOCK_IN_BYTES;
            words.set(WORD, at, words.get(WORD, at) | 1L << ((key * MIX) >>> 58));
        }
        for (int i = 0; i < count; i++) {
            long key = hashes[i] >>> keyShift;
            long at = Math.unsignedMultiplyHigh(key << keyShift, blocks) * BLOCK_IN_BYTES;
            long bits = key * MIX;
            for (int shift = 52; shift >= 16; shift -= 6) {
                at += 8;
                words.set(WORD, at, words.get(WORD, at) | 1L << (bits >>> shift));
            }
        }
    }

    @Override
    public boolean mightContain(long hash) {
        MemorySegment memory = words; // one read of the field, not eight: C2 cannot know that it stays
        long at = Math.unsignedMultiplyHigh(hash & keyMask, blocks) * BLOCK_IN_BYTES;
        // A shift uses the low six bits of its distance only, so each word's bit number needs no masking.
        long bits = (hash >>> keyShift) * MIX;
        long some = memory.get(WORD, at) >>> (bits >>> 58) & memory.get(WORD, at + 8) >>> (bits >>> 52)
                & memory.get(WORD, at + 16) >>> (bits >>> 46) & memory.get(WORD, at + 24) >>> (bits >>> 40);
        if ((some & 1) == 0) {
            return false;
        }
        long all = memory.get(WORD, at + 32) >>> (bits >>> 34) & memory.get(WORD, at + 40) >>> (bits >>> 28)
                & memory.get(WORD, at + 48) >>> (bits >>> 22) & memory.get(WORD, at + 56) >>> (bits >>> 16);
        return (all & 1) != 0;
    }

    /// Asks for up to 64 hashes at once: the faster way where there are several, as for the expressions of one URL.
    ///
    /// In a filter larger than the caches a look-up is one wait for memory. Here the first word of all blocks is loaded
    /// and tested before any other, so that the processor waits for many lines at a time; the other words then lie in
    /// the cache, and for most strangers few of them are needed. That is why it gains too where only the first compiler
    /// (C1) runs, for which reading a word is dear.
    ///
    /// @return bit `i` is what [#mightContain] says of `hashes[from + i]`
    public long mightContainEach(long[] hashes, int from, int count) {
        if (count < 0 || count > Long.SIZE) {
            throw new IllegalArgumentException(count + " hashes, not in 0..64");
        }
        long candidates = 0;
        for (int i = 0; i < count; i++) {
            long hash = hashes[from + i];
            long at = Math.unsignedMultiplyHigh(hash & keyMask, blocks) * BLOCK_IN_BYTES;
            long bits = (hash >>> keyShift) * MIX;
            candidates |= (words.get(WORD, at) >>> (bits >>> 58) & 1) << i;
        }
        long found = candidates;
        for (long left = candidates; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            if (!otherWordsContain(hashes[from + i])) {
                found &= ~(1L << i);
            }
        }
        return found;
    }

    private boolean otherWordsContain(long hash) {
        long at = Math.unsignedMultiplyHigh(hash & keyMask, blocks) * BLOCK_IN_BYTES;
        long bits = (hash >>> keyShift) * MIX;
        for (int shift = 52; shift >= 16; shift -= 6) {
            at += 8;
            if ((words.get(WORD, at) >>> (bits >>> shift) & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    public KeySpec spec() {
        return spec;
    }

    public long entries() {
        return entries;
    }

    public long blocks() {
        return blocks;
    }

    /// The blocks, read-only.
    public MemorySegment words() {
        return words.asReadOnly();
    }

    @Override
    public FilterKind kind() {
        return FilterKind.FLAT;
    }

    @Override
    public long capacity() {
        return spec.capacity();
    }

    /// Exactly [#entries].
    @Override
    public long estimatedCount() {
        return entries;
    }

    @Override
    public long sizeInBits() {
        return words.byteSize() * 8;
    }

    @Override
    public double fill() {
        long set = 0;
        for (long at = 0; at < words.byteSize(); at += 8) {
            set += Long.bitCount(words.get(WORD, at));
        }
        return (double) set / sizeInBits();
    }

    @Override
    public double currentRate() {
        double sum = 0;
        for (long block = 0; block < blocks; block++) {
            double hit = 1;
            for (int word = 0; word < WORDS_IN_BLOCK; word++) {
                hit *= Long.bitCount(words.get(WORD, block * BLOCK_IN_BYTES + word * 8L)) / 64.0;
            }
            sum += hit;
        }
        double keyRate = FlatSizing.keyRate(spec, entries);
        return keyRate + (1 - keyRate) * sum / blocks;
    }
}
