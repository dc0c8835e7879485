package bloomward.format.confirm;

import bloomward.format.FormatException;
import bloomward.format.key.FullHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/// All records of a list whose full hashes begin with the same bits. Immutable.
///
/// A bucket is either built from records or proven by [ConfirmAnswer#prove]: there is no other way from bytes to a
/// bucket. So a hash that belongs in it and is not in it is not listed.
///
/// It is kept as its bytes, which are its leaf in the tree; it has so few records that a look-up reads them all.
public final class Bucket {

    private final BucketBits bits;
    private final int number;
    private final int count;
    private final byte[] leaf;

    private Bucket(BucketBits bits, int number, int count, byte[] leaf) {
        this.bits = bits;
        this.number = number;
        this.count = count;
        this.leaf = leaf;
    }

    /// The bucket of these records, in any order, possibly with duplicates.
    ///
    /// @throws IllegalArgumentException if one does not belong in this bucket, or if they are too many for a leaf
    public static Bucket of(BucketBits bits, int number, Collection<ConfirmRecord> records) {
        bits.requireBucket(number);
        LeafWriter writer = new LeafWriter(bits);
        writer.begin(number);
        for (ConfirmRecord record : new TreeSet<>(records)) {
            writer.add(record.hash().toBytes(), 0, record.scope(), record.category());
        }
        int length = writer.finish();
        return new Bucket(bits, number, writer.count(), Arrays.copyOf(writer.bytes(), length));
    }

    /// The bucket in the bytes of a leaf, which have been proven. They are not copied.
    static Bucket parse(BucketBits bits, int number, byte[] leaf) throws FormatException {
        return new Bucket(bits, number, Leaf.checkedCount(bits, number, leaf), leaf);
    }

    public BucketBits bits() {
        return bits;
    }

    public int number() {
        return number;
    }

    /// The number of records.
    public int count() {
        return count;
    }

    /// All listings of the expression with this hash, in order; empty if it is not listed.
    ///
    /// @throws IllegalArgumentException if the hash belongs in another bucket, so that nothing is known about it here
    public List<ConfirmRecord> find(FullHash hash) {
        byte[] wanted = hash.toBytes();
        if (bits.bucketOf(wanted, 0) != number) {
            throw new IllegalArgumentException(
                    "a hash of bucket " + bits.bucketOf(wanted, 0) + " looked up in bucket " + number);
        }
        List<ConfirmRecord> found = new ArrayList<>();
        for (int at = Leaf.RECORDS_AT; at < leaf.length; at = Leaf.end(leaf, at)) {
            if (Arrays.equals(leaf, at, at + Leaf.SCOPE_AT, wanted, 0, wanted.length)) {
                found.add(Leaf.record(leaf, at));
            }
        }
        return List.copyOf(found);
    }

    /// All records, in order.
    public List<ConfirmRecord> records() {
        List<ConfirmRecord> records = new ArrayList<>(count);
        for (int at = Leaf.RECORDS_AT; at < leaf.length; at = Leaf.end(leaf, at)) {
            records.add(Leaf.record(leaf, at));
        }
        return List.copyOf(records);
    }

    /// The bytes of the leaf: the same for the same records.
    public byte[] toBytes() {
        return leaf.clone();
    }

    /// Writes the hash of the leaf, as in the tree.
    public void hashTo(byte[] to, int at) {
        new TreeHasher().leaf(leaf, leaf.length, to, at);
    }

    /// The bytes of the leaf, not copied.
    byte[] leaf() {
        return leaf;
    }
}
