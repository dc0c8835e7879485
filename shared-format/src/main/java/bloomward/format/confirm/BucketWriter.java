package bloomward.format.confirm;

import java.io.IOException;
import java.io.OutputStream;

/// Streams increasing records into the leaves of all buckets, one behind the other. For one thread.
///
/// Who has the records of several buckets at hand, and more than one thread, makes leaves by [LeafWriter]s: the same
/// bytes.
///
/// Beside the leaf that it is at it holds of each one the hash and where it begins: two and a half megabytes at most,
/// however long the list.
public final class BucketWriter {

    private final BucketBits bits;
    private final OutputStream out;
    private final LeafWriter leaf;
    private final byte[] leafHashes;
    private final long[] offsets;
    private int bucket;

    /// @param out where the leaves go; never closed here, best buffered
    public BucketWriter(BucketBits bits, OutputStream out) {
        this.bits = bits;
        this.out = out;
        this.leaf = new LeafWriter(bits);
        this.leafHashes = new byte[bits.buckets() * TreeHasher.SIZE_IN_BYTES];
        this.offsets = new long[bits.buckets() + 1];
    }

    /// Adds a record that is not less than the last one; an equal one changes nothing.
    ///
    /// @throws IllegalArgumentException if it is less, or one more than a leaf holds
    public void add(ConfirmRecord record) throws IOException {
        byte[] hash = record.hash().toBytes();
        int of = bits.bucketOf(hash, 0);
        while (bucket < of) {
            finishLeaf();
        }
        leaf.add(hash, 0, record.scope(), record.category());
    }

    /// Writes what is left, empty buckets too. Nothing can be added then.
    public BucketIndex finish() throws IOException {
        while (bucket < bits.buckets()) {
            finishLeaf();
        }
        return new BucketIndex(BucketTree.over(bits, leafHashes), offsets.clone());
    }

    private void finishLeaf() throws IOException {
        int length = leaf.finish();
        out.write(leaf.bytes(), 0, length);
        leaf.hashTo(leafHashes, bucket * TreeHasher.SIZE_IN_BYTES);
        offsets[bucket + 1] = offsets[bucket] + length;
        bucket++;
        if (bucket < bits.buckets()) {
            leaf.begin(bucket);
        }
    }
}
