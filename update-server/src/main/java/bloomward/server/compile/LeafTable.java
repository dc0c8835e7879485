package bloomward.server.compile;

import bloomward.format.confirm.BucketTree;
import bloomward.format.confirm.ConfirmRoot;
import java.util.BitSet;
import java.util.Optional;

/// Where the leaves of one version lie, and the tree over them. Immutable.
final class LeafTable {

    private final long number;
    private final long segment;
    private final long end;
    private final BucketTree tree;
    private final ConfirmRoot root;
    private final long[] offsets;
    private final int[] lengths;
    private final Optional<ConfirmRoot> base;
    private final BitSet sinceBase;

    /// @param number grows with each version kept
    /// @param segment number of the file in which all leaves lie
    /// @param end length of the segment when all of them had been written
    /// @param offsets where each leaf begins in it
    /// @param base the version with a whole index from which this one's index tells the difference
    /// @param sinceBase the buckets that differ from it, none if there is no base
    LeafTable(long number, long segment, long end, BucketTree tree, long[] offsets, int[] lengths,
            Optional<ConfirmRoot> base, BitSet sinceBase) {
        this.number = number;
        this.segment = segment;
        this.end = end;
        this.tree = tree;
        this.root = tree.root();
        this.offsets = offsets;
        this.lengths = lengths;
        this.base = base;
        this.sinceBase = sinceBase;
    }

    long number() {
        return number;
    }

    long segment() {
        return segment;
    }

    long end() {
        return end;
    }

    BucketTree tree() {
        return tree;
    }

    ConfirmRoot root() {
        return root;
    }

    int buckets() {
        return lengths.length;
    }

    long offset(int bucket) {
        return offsets[bucket];
    }

    int length(int bucket) {
        return lengths[bucket];
    }

    Optional<ConfirmRoot> base() {
        return base;
    }

    /// A copy.
    BitSet sinceBase() {
        return (BitSet) sinceBase.clone();
    }

    /// The same version with an index of its own.
    LeafTable whole() {
        return new LeafTable(number, segment, end, tree, offsets, lengths, Optional.empty(), new BitSet());
    }

    /// The bytes of all leaves.
    long sizeInBytes() {
        long sum = 0;
        for (int length : lengths) {
            sum += length;
        }
        return sum;
    }
}
