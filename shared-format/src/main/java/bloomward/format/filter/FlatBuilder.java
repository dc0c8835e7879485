package bloomward.format.filter;

import bloomward.format.key.KeySpec;
import java.lang.foreign.MemorySegment;

/// Fills the blocks of a flat filter from hashes in any order and in bounded memory. For one thread.
///
/// [FlatFilter#of] wants sorted keys, and to sort a billion of them takes eight gigabytes. Bits can be set in any
/// order, but in a filter larger than the caches each hash then waits for its line of memory. So hashes are collected
/// and set a row at a time, in two passes: the first touches all their lines and waits for many at once, the second
/// finds them in the cache.
///
/// The textbook way deals the hashes out to buffers first, one for each stretch of blocks that fits a cache, and sets
/// buffer by buffer (Putze, Sanders and Singler, "Cache-, Hash- and Space-Efficient Bloom Filters", 2007). It was tried
/// with up to 2,048 buffers: with two passes it gains nothing any more, and without them it is slower (BENCHMARKS.md).
public final class FlatBuilder {

    private static final int ROW = 128;

    private final KeySpec spec;
    private final MemorySegment words;
    private final long[] row = new long[ROW];
    private int inRow;
    private long added;

    private FlatBuilder(KeySpec spec, MemorySegment words) {
        this.spec = spec;
        this.words = words;
    }

    /// A builder of the filter in these blocks.
    ///
    /// @param words a whole number of blocks, all bits zero, such as a new file mapped for writing
    public static FlatBuilder into(KeySpec spec, MemorySegment words) {
        FlatFilter.requireBlocks(words);
        return new FlatBuilder(spec, words);
    }

    /// Puts a hash in, at the latest when [#finish] is called.
    public void add(long hash) {
        row[inRow++] = hash;
        if (inRow == ROW) {
            setRow();
        }
    }

    /// The filter of all hashes added: the same blocks, bit by bit, as [FlatFilter#of] makes from their keys.
    ///
    /// Its entries are the hashes added, and one that was added twice, or shares its key with another, counts twice.
    public FlatFilter finish() {
        setRow();
        return FlatFilter.over(spec, added, words);
    }

    private void setRow() {
        FlatFilter.setBits(words, spec, row, inRow);
        added += inRow;
        inRow = 0;
    }
}
