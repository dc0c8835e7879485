package bloomward.format.confirm;

/// The offsets of the leaves that a [BucketWriter] wrote, and the tree over them. Immutable except for its tree.
public final class BucketIndex {

    private final BucketTree tree;
    private final long[] offsets;

    BucketIndex(BucketTree tree, long[] offsets) {
        this.tree = tree;
        this.offsets = offsets;
    }

    public BucketTree tree() {
        return tree;
    }

    /// The offset of the leaf of a bucket, relative to the first one.
    public long offset(int bucket) {
        tree.bits().requireBucket(bucket);
        return offsets[bucket];
    }

    public int sizeInBytes(int bucket) {
        tree.bits().requireBucket(bucket);
        return (int) (offsets[bucket + 1] - offsets[bucket]);
    }
}
