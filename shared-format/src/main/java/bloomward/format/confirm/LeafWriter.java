package bloomward.format.confirm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Makes the bytes of one leaf after the other, out of increasing records. For one thread.
final class LeafWriter {

    private final BucketBits bits;
    private byte[] bytes = new byte[16 * 1024];
    private int bucket;
    private int length = Leaf.RECORDS_AT;
    private int count;
    private int last;

    LeafWriter(BucketBits bits) {
        this.bits = bits;
    }

    void begin(int newBucket) {
        bucket = newBucket;
        length = Leaf.RECORDS_AT;
        count = 0;
    }

    /// Adds a record; one that is there as the last one changes nothing.
    ///
    /// @throws IllegalArgumentException if it is in another bucket, or less than the last one, or one too many
    void add(byte[] hash, Scope scope, Category category) {
        if (bits.bucketOf(hash, 0) != bucket) {
            throw new IllegalArgumentException(
                    "a record of bucket " + bits.bucketOf(hash, 0) + " does not belong in bucket " + bucket);
        }
        byte[] name = category.toBytes();
        int end = length + Leaf.NAME_AT + name.length;
        if (end > Leaf.MAX_SIZE_IN_BYTES) {
            throw new IllegalArgumentException("bucket " + bucket + " is full: it has " + count
                    + " records, and no leaf more than " + Leaf.MAX_SIZE_IN_BYTES + " bytes");
        }
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
        }
        System.arraycopy(hash, 0, bytes, length, hash.length);
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
    int finish() {
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0, bucket).putInt(Leaf.COUNT_AT, count);
        return length;
    }

    int count() {
        return count;
    }

    /// The bytes of the finished leaf and more, no copy.
    byte[] bytes() {
        return bytes;
    }
}
