package bloomward.server.compile;

import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.LeafWriter;
import bloomward.format.key.FullHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// The leaves of neighbouring buckets, one behind the other, with their hashes.
///
/// @param firstBucket number of the first
/// @param lengths of each leaf
/// @param leaves bytes of all, and perhaps more
/// @param hashes of each leaf, 32 bytes each
/// @param records how many there are in them of each category, by its number
/// @param expressions how many different hashes
/// @param full the buckets that have more records than a leaf holds, so that these leaves are none
/// @param sorted the rows in their order, where somebody takes them; otherwise none
@SuppressWarnings("ArrayRecordComponent") // handed from the thread that makes it to the one that writes it, never kept
record LeafRange(int firstBucket, int[] lengths, byte[] leaves, byte[] hashes, long[] records, long expressions,
        List<Integer> full, byte[] sorted) {

    /// Positions of rows are sorted together with the first 40 bits of their hash, in one number.
    private static final int POSITION_BITS = 24;
    private static final int POSITION_MASK = (1 << POSITION_BITS) - 1;

    /// Makes the leaves of a range of buckets.
    ///
    /// @param rows all records of these buckets and no other, as in [HashRow], in any order, equal ones too
    /// @param keepsRows whether the sorted rows are wanted as well
    /// @throws CompileException if they are too many to be sorted
    static LeafRange of(BucketBits bits, int firstBucket, int buckets, byte[] rows, List<Category> categories,
            boolean keepsRows) throws CompileException {
        return new Maker(bits, rows, categories).make(firstBucket, buckets, keepsRows);
    }

    /// The same without the rows.
    static LeafRange of(BucketBits bits, int firstBucket, int buckets, byte[] rows, List<Category> categories)
            throws CompileException {
        return of(bits, firstBucket, buckets, rows, categories, false);
    }

    /// Hands on the sorted rows.
    void giveTo(HashReceiver receiver, List<Category> categories) throws IOException {
        for (int at = 0; at < sorted.length; at += HashRow.SIZE_IN_BYTES) {
            receiver.take(sorted, at, HashRow.scope(sorted, at), categories.get(HashRow.category(sorted, at)));
        }
    }

    private static final class Maker {

        private final BucketBits bits;
        private final byte[] rows;
        private final List<Category> categories;
        private final LeafWriter writer;
        private byte[] leaves;
        private int end;
        private final long[] records;
        private long expressions;
        private final List<Integer> full = new ArrayList<>();

        Maker(BucketBits bits, byte[] rows, List<Category> categories) {
            this.bits = bits;
            this.rows = rows;
            this.categories = categories;
            this.writer = new LeafWriter(bits);
            this.records = new long[categories.size()];
            this.leaves = new byte[rows.length + rows.length / 2 + 1024];
        }

        LeafRange make(int firstBucket, int buckets, boolean keepsRows) throws CompileException {
            long[] order = sorted();
            int[] lengths = new int[buckets];
            byte[] hashes = new byte[buckets * LeafWriter.HASH_IN_BYTES];
            int next = 0;
            for (int i = 0; i < buckets; i++) {
                writer.begin(firstBucket + i);
                while (next < order.length && bits.bucketOf(rows, rowAt(order[next])) == firstBucket + i) {
                    add(firstBucket + i, rowAt(order[next]), next == 0 ? -1 : rowAt(order[next - 1]));
                    next++;
                }
                lengths[i] = append();
                writer.hashTo(hashes, i * LeafWriter.HASH_IN_BYTES);
            }
            return new LeafRange(firstBucket, lengths, leaves, hashes, records, expressions, full,
                    keepsRows ? inOrder(order) : new byte[0]);
        }

        private byte[] inOrder(long[] order) {
            byte[] ordered = new byte[rows.length];
            for (int i = 0; i < order.length; i++) {
                System.arraycopy(rows, rowAt(order[i]), ordered, i * HashRow.SIZE_IN_BYTES, HashRow.SIZE_IN_BYTES);
            }
            return ordered;
        }

        private void add(int bucket, int row, int rowBefore) {
            Category category = categories.get(HashRow.category(rows, row));
            if (!writer.hasRoomFor(category)) {
                if (full.isEmpty() || full.getLast() != bucket) {
                    full.add(bucket);
                }
                return;
            }
            int before = writer.count();
            writer.add(rows, row, HashRow.scope(rows, row), category);
            records[HashRow.category(rows, row)] += writer.count() - before; // none for an equal one
            if (rowBefore < 0 || compareHashes(row, rowBefore) != 0) {
                expressions++;
            }
        }

        private int append() {
            int length = writer.finish();
            if (length > leaves.length - end) {
                leaves = Arrays.copyOf(leaves, Math.max(end + length, leaves.length + leaves.length / 2));
            }
            writer.copyTo(leaves, end);
            end += length;
            return length;
        }

        private long[] sorted() throws CompileException {
            int count = rows.length / HashRow.SIZE_IN_BYTES;
            if (count > POSITION_MASK) {
                throw new CompileException("too many entries have hashes that begin alike: " + count);
            }
            long[] order = new long[count];
            for (int i = 0; i < count; i++) {
                long prefix = HashRow.prefix(rows, i * HashRow.SIZE_IN_BYTES);
                order[i] = ((prefix & ~POSITION_MASK) | i) ^ Long.MIN_VALUE; // sorted as signed numbers
            }
            Arrays.sort(order);
            int from = 0;
            for (int i = 1; i <= count; i++) {
                if (i == count || order[i] >>> POSITION_BITS != order[from] >>> POSITION_BITS) {
                    if (i - from > 1) {
                        sortAlike(order, from, i);
                    }
                    from = i;
                }
            }
            return order;
        }

        /// Sorts rows whose hashes begin alike, which are nearly always those of one expression.
        private void sortAlike(long[] order, int from, int to) {
            List<Long> alike = new ArrayList<>();
            for (int i = from; i < to; i++) {
                alike.add(order[i]);
            }
            Comparator<Long> byHash = (one, other) -> compareHashes(rowAt(one), rowAt(other));
            alike.sort(byHash.thenComparing(row -> categories.get(HashRow.category(rows, rowAt(row)))));
            for (int i = from; i < to; i++) {
                order[i] = alike.get(i - from);
            }
        }

        private int compareHashes(int row, int other) {
            return Arrays.compareUnsigned(rows, row, row + FullHash.SIZE_IN_BYTES, rows, other,
                    other + FullHash.SIZE_IN_BYTES);
        }

        private static int rowAt(long ordered) {
            return (int) (ordered & POSITION_MASK) * HashRow.SIZE_IN_BYTES;
        }
    }
}
