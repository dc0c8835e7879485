package bloomward.format.confirm;

import java.util.Arrays;

/// The Merkle tree over all buckets of a version of a list: hashes by RFC 6962, exactly 2^bits leaves.
///
/// Because the number of leaves is a power of two, the tree is a heap: node 1 is the root, nodes 2i and 2i + 1 are the
/// children of node i, and the leaf of bucket b is node 2^bits + b. All hashes are in one array of at most 4 MiB; the
/// records are stored elsewhere. A changed bucket costs one leaf and one node on each level above it.
///
/// Many threads may read proofs while no bucket is replaced; replace buckets in a [#copy].
public final class BucketTree {

    private static final int SIZE = TreeHasher.SIZE_IN_BYTES;

    private final BucketBits bits;
    private final byte[] nodes;

    private BucketTree(BucketBits bits, byte[] nodes) {
        this.bits = bits;
        this.nodes = nodes;
    }

    /// The tree over consecutive leaf hashes, as [LeafWriter#hashTo] makes them.
    ///
    /// @throws IllegalArgumentException if their number is not the number of buckets
    public static BucketTree over(BucketBits bits, byte[] leafHashes) {
        if (leafHashes.length != bits.buckets() * SIZE) {
            throw new IllegalArgumentException(leafHashes.length + " bytes of leaf hashes, " + bits.buckets()
                    + " buckets need " + bits.buckets() * SIZE);
        }
        byte[] nodes = new byte[2 * bits.buckets() * SIZE];
        System.arraycopy(leafHashes, 0, nodes, bits.buckets() * SIZE, bits.buckets() * SIZE);
        TreeHasher hasher = new TreeHasher();
        for (int node = bits.buckets() - 1; node >= 1; node--) {
            hashNode(hasher, nodes, node);
        }
        return new BucketTree(bits, nodes);
    }

    public BucketBits bits() {
        return bits;
    }

    /// The root, which a manifest signs.
    public ConfirmRoot root() {
        return ConfirmRoot.ofDigest(Arrays.copyOfRange(nodes, SIZE, 2 * SIZE));
    }

    /// Replaces the bucket of the same number.
    public void replace(Bucket bucket) {
        if (!bucket.bits().equals(bits)) {
            throw new IllegalArgumentException("a bucket of " + bucket.bits() + " in a tree of " + bits);
        }
        TreeHasher hasher = new TreeHasher();
        int node = bits.buckets() + bucket.number();
        hasher.leaf(bucket.leaf(), bucket.leaf().length, nodes, node * SIZE);
        for (node >>= 1; node >= 1; node >>= 1) {
            hashNode(hasher, nodes, node);
        }
    }

    /// An independent copy of this tree.
    public BucketTree copy() {
        return new BucketTree(bits, nodes.clone());
    }

    /// The consecutive hashes of all leaves, from which [#over] makes an equal tree.
    public byte[] leafHashes() {
        return Arrays.copyOfRange(nodes, bits.buckets() * SIZE, nodes.length);
    }

    /// Whether the leaf of a bucket has the hash that begins at `hashAt`.
    public boolean hasLeafHash(int bucket, byte[] hashes, int hashAt) {
        bits.requireBucket(bucket);
        int at = (bits.buckets() + bucket) * SIZE;
        return Arrays.equals(hashes, hashAt, hashAt + SIZE, nodes, at, at + SIZE);
    }

    /// The hashes beside the path from a bucket up to the root: bits x 32 bytes.
    byte[] proof(int bucket) {
        bits.requireBucket(bucket);
        byte[] proof = new byte[bits.count() * SIZE];
        int node = bits.buckets() + bucket;
        for (int level = 0; level < bits.count(); level++) {
            System.arraycopy(nodes, (node ^ 1) * SIZE, proof, level * SIZE, SIZE);
            node >>= 1;
        }
        return proof;
    }

    /// Whether these are the bytes of the bucket's leaf.
    boolean hasLeaf(int bucket, byte[] leaf) {
        byte[] hash = new byte[SIZE];
        new TreeHasher().leaf(leaf, leaf.length, hash, 0);
        return hasLeafHash(bucket, hash, 0);
    }

    /// The root to which a proof leads from the bytes of a leaf.
    static ConfirmRoot rootBy(byte[] leaf, int bucket, byte[] proof) {
        byte[] leafHash = new byte[SIZE];
        new TreeHasher().leaf(leaf, leaf.length, leafHash, 0);
        return ConfirmRoot.ofDigest(rootAbove(leafHash, bucket, proof));
    }

    /// The hash to which a proof leads from the hash of a leaf.
    static byte[] rootAbove(byte[] leafHash, int bucket, byte[] proof) {
        TreeHasher hasher = new TreeHasher();
        byte[] hash = leafHash.clone();
        int node = bucket;
        for (int at = 0; at < proof.length; at += SIZE) {
            if ((node & 1) == 0) {
                hasher.node(hash, 0, proof, at, hash, 0);
            } else {
                hasher.node(proof, at, hash, 0, hash, 0);
            }
            node >>= 1;
        }
        return hash;
    }

    private static void hashNode(TreeHasher hasher, byte[] nodes, int node) {
        hasher.node(nodes, 2 * node * SIZE, nodes, (2 * node + 1) * SIZE, nodes, node * SIZE);
    }
}
