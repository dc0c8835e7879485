package bloomward.format.confirm;

import bloomward.format.key.FullHash;
import bloomward.format.url.Scope;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A writer of leaves and their hashes, one leaf after the other, from increasing records. For one thread.
///
/// For each bucket: [#begin], [#add] for each record, [#finish]; then [#copyTo] and [#hashTo] give the leaf until the
/// next one is begun.
public final class LeafWriter {

    /// Length of the hash of a leaf.
    public static final int HASH_IN_BYTES = TreeHasher.SIZE_IN_BYTES;

    /// Room for the records of one leaf.
    public static final int ROOM_IN_BYTES = Leaf.MAX_SIZE_IN_BYTES - Leaf.RECORDS_AT;

    private final BucketBits bits;
    private final TreeHasher hasher = new TreeHasher();
    private byte[] bytes = new byte[16 * 1024];
    private int bucket;
    private int length = Leaf.RECORDS_AT;
    private int count;
    private int last;
    private Category category = new Category("none");
    private byte[] name = category.toBytes();

    public LeafWriter(BucketBits bits) {
        this.bits = bits;
    }

    public void begin(int newBucket) {
        bits.requireBucket(newBucket);
        bucket = newBucket;
        length = Leaf.RECORDS_AT;
        count = 0;
    }

    /// The length of a record of this category.
    public static int recordSizeInBytes(Category of) {
        return Leaf.NAME_AT + of.name().length();
    }

    /// Whether a record of this category still fits into the leaf. Only a list of billions of entries fills one, or a
    /// crafted list: hashes of one bucket can be found by trial.
    public boolean hasRoomFor(Category of) {
        return length + Leaf.NAME_AT + of.name().length() <= Leaf.MAX_SIZE_IN_BYTES;
    }

    /// Adds a record; a duplicate of the last one changes nothing.
    ///
    /// @param hashes contains the full hash of the record from `hashAt` on
    /// @throws IllegalArgumentException if it belongs in another bucket, is less than the last one, or the leaf is full
    public void add(byte[] hashes, int hashAt, Scope scope, Category of) {
        if (bits.bucketOf(hashes, hashAt) != bucket) {
            throw new IllegalArgumentException(
                    "a record of bucket " + bits.bucketOf(hashes, hashAt) + " does not belong in bucket " + bucket);
        }
        if (!hasRoomFor(of)) {
            throw new IllegalArgumentException("bucket " + bucket + " is full: it has " + count
                    + " records, and a leaf has at most " + Leaf.MAX_SIZE_IN_BYTES + " bytes");
        }
        if (!of.equals(category)) {
            category = of;
            name = of.toBytes();
        }
        int end = length + Leaf.NAME_AT + name.length;
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
        }
        System.arraycopy(hashes, hashAt, bytes, length, FullHash.SIZE_IN_BYTES);
        bytes[length + Leaf.SCOPE_AT] = scope.code();
        bytes[length + Leaf.NAME_LENGTH_AT] = (byte) name.length;
        System.arraycopy(name, 0, bytes, length + Leaf.NAME_AT, name.length);
        int order = count == 0 ? -1 : Leaf.compare(bytes, last, length);
        if (order > 0) {
            throw new IllegalArgumentException("records of bucket " + bucket + " do not increase at " + count);
        }
        if (order < 0) {
            last = length;
            length = end;
            count++;
        }
    }

    /// Completes the leaf.
    ///
    /// @return its length
    public int finish() {
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0, bucket).putInt(Leaf.COUNT_AT, count);
        return length;
    }

    /// The number of records in the leaf.
    public int count() {
        return count;
    }

    /// Copies the finished leaf.
    public void copyTo(byte[] to, int at) {
        System.arraycopy(bytes, 0, to, at, length);
    }

    /// Writes the hash of the finished leaf, as in the tree.
    public void hashTo(byte[] to, int at) {
        hasher.leaf(bytes, length, to, at);
    }

    /// An array that begins with the bytes of the finished leaf, not copied.
    byte[] bytes() {
        return bytes;
    }
}
