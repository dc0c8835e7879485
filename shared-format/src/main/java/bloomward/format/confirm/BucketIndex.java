package bloomward.format.confirm;

/// What a [BucketWriter] wrote: where each leaf lies, and the tree over them. Immutable but for its tree.
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

    /// Where the leaf of a bucket begins, from where the first one does.
    public long offset(int bucket) {
        tree.bits().requireBucket(bucket);
        return offsets[bucket];
    }

    public int sizeInBytes(int bucket) {
        tree.bits().requireBucket(bucket);
        return (int) (offsets[bucket + 1] - offsets[bucket]);
    }
}
