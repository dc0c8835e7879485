package bloomward.server.compile;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import bloomward.format.confirm.Bucket;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.BucketTree;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.confirm.LeafWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/// Appends what is new among the leaves of one version, in the order of the buckets, and then makes it a version.
/// Closed without that, it takes back what it appended. For one thread.
final class ConfirmWriter implements AutoCloseable {

    /// An index tells the difference from its base while this part of the buckets differs at most.
    private static final int LARGEST_DIFFERENCE = 4;

    private final ConfirmFiles files;
    private final BucketBits bits;
    private final Optional<LeafTable> previous;
    private final long segment;
    private final Path path;
    private final FileChannel channel;
    private final long start;
    private final byte[] hashes;
    private final long[] offsets;
    private final int[] lengths;
    private final BitSet changed = new BitSet();
    private long end;
    private int bucket;
    private boolean finished;

    /// @param previous whose leaves are shared, in the same segment; none if the segment is new
    ConfirmWriter(ConfirmFiles files, BucketBits bits, Optional<LeafTable> previous, long segment, Path path)
            throws IOException {
        this.files = files;
        this.bits = bits;
        this.previous = previous;
        this.segment = segment;
        this.path = path;
        this.channel = FileChannel.open(path, CREATE, WRITE);
        this.start = channel.size(); // what a crash left there is nobody's, and stays so
        this.end = start;
        this.hashes = new byte[bits.buckets() * LeafWriter.HASH_IN_BYTES];
        this.offsets = new long[bits.buckets()];
        this.lengths = new int[bits.buckets()];
    }

    /// Adds the leaves of the buckets that follow.
    void add(LeafRange range) throws IOException {
        if (range.firstBucket() != bucket) {
            throw new IllegalArgumentException("bucket " + range.firstBucket() + ", expected is " + bucket);
        }
        System.arraycopy(range.hashes(), 0, hashes, bucket * LeafWriter.HASH_IN_BYTES, range.hashes().length);
        int at = 0;
        int unwritten = 0; // from here on up to `at` all leaves are new
        for (int length : range.lengths()) {
            if (previous.isPresent() && previous.get()
                    .tree()
                    .hasLeafHash(bucket, range.hashes(), (bucket - range.firstBucket()) * LeafWriter.HASH_IN_BYTES)) {
                append(range.leaves(), unwritten, at);
                unwritten = at + length;
                offsets[bucket] = previous.get().offset(bucket);
            } else {
                changed.set(bucket);
                offsets[bucket] = end + (at - unwritten);
            }
            lengths[bucket] = length;
            at += length;
            bucket++;
        }
        append(range.leaves(), unwritten, at);
    }

    /// Takes over all leaves of the version before, of which some may then be replaced.
    ///
    /// @return false if that is not the version with this root, or its leaves are not shared any more
    boolean takeOver(ConfirmRoot root) {
        if (bucket != 0 || previous.isEmpty() || !previous.get().root().equals(root)) {
            return false;
        }
        LeafTable last = previous.get();
        System.arraycopy(last.tree().leafHashes(), 0, hashes, 0, hashes.length);
        Arrays.setAll(offsets, last::offset);
        Arrays.setAll(lengths, last::length);
        bucket = bits.buckets();
        return true;
    }

    /// A bucket of the version that was taken over.
    Bucket taken(int number) throws IOException {
        return files.bucket(previous.orElseThrow(), number);
    }

    /// Replaces a leaf that was taken over.
    void replace(Bucket replacing) throws IOException {
        byte[] leaf = replacing.toBytes();
        replacing.hashTo(hashes, replacing.number() * LeafWriter.HASH_IN_BYTES);
        offsets[replacing.number()] = end;
        lengths[replacing.number()] = leaf.length;
        changed.set(replacing.number());
        append(leaf, 0, leaf.length);
    }

    /// Makes all that was added a version. It is one when this returns, and before the index stands it is none.
    ConfirmRoot finish() throws IOException {
        if (bucket != bits.buckets()) {
            throw new IllegalStateException("leaves of " + bucket + " buckets, there are " + bits.buckets());
        }
        BucketTree tree = BucketTree.over(bits, hashes);
        ConfirmRoot root = tree.root();
        if (previous.isPresent() && files.has(root)) {
            return root; // as it was once before; what was appended for it goes again
        }
        channel.force(true);
        files.keep(table(tree), previous.isEmpty());
        finished = true;
        return root;
    }

    private LeafTable table(BucketTree tree) {
        Optional<ConfirmRoot> base = previous.map(last -> last.base().orElse(last.root()));
        BitSet sinceBase = previous.map(LeafTable::sinceBase).orElseGet(BitSet::new);
        sinceBase.or(changed);
        if (base.isEmpty() || sinceBase.cardinality() > bits.buckets() / LARGEST_DIFFERENCE) {
            base = Optional.empty();
            sinceBase = new BitSet();
        }
        return new LeafTable(files.nextNumber(), segment, end, tree, offsets, lengths, base, sinceBase);
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            if (!finished && start > 0) {
                channel.truncate(start);
            }
        } finally {
            try {
                if (!finished && start == 0) {
                    Files.deleteIfExists(path);
                }
            } finally {
                files.end(segment, finished);
            }
        }
    }

    private void append(byte[] leaves, int from, int to) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(leaves, from, to - from);
        while (rest.hasRemaining()) {
            end += channel.write(rest, end);
        }
    }
}
