package bloomward.format.confirm;

import java.io.IOException;
import java.io.OutputStream;

/// A writer of increasing records into the consecutive leaves of all buckets. For one thread.
///
/// With the records of several buckets at hand, several threads can make the same bytes by [LeafWriter]s.
///
/// Besides the current leaf, it holds the hash and the offset of each one: at most two and a half megabytes, for a list
/// of any length.
public final class BucketWriter {

    private final BucketBits bits;
    private final OutputStream out;
    private final LeafWriter leaf;
    private final byte[] leafHashes;
    private final long[] offsets;
    private int bucket;

    /// @param out receives the leaves; never closed here, preferably buffered
    public BucketWriter(BucketBits bits, OutputStream out) {
        this.bits = bits;
        this.out = out;
        this.leaf = new LeafWriter(bits);
        this.leafHashes = new byte[bits.buckets() * TreeHasher.SIZE_IN_BYTES];
        this.offsets = new long[bits.buckets() + 1];
    }

    /// Adds a record that is not less than the last one; an equal one changes nothing.
    ///
    /// @throws IllegalArgumentException if it is less, or the leaf is full
    public void add(ConfirmRecord record) throws IOException {
        byte[] hash = record.hash().toBytes();
        int of = bits.bucketOf(hash, 0);
        while (bucket < of) {
            finishLeaf();
        }
        leaf.add(hash, 0, record.scope(), record.category());
    }

    /// Writes the rest, including empty buckets. Nothing can be added afterwards.
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
