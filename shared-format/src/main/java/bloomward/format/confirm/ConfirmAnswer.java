package bloomward.format.confirm;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/// The answer of a server to the request for a bucket: the bytes of its leaf and the proof (FORMAT.md 16.3). Immutable.
///
/// An answer needs no checksum: the proof serves as one and, unlike a checksum, cannot be computed for other bytes.
/// Until an answer is proven, only its lengths are used.
public final class ConfirmAnswer {

    static final int HEADER_LENGTH = 24;

    /// Maximum size of an answer; a client reads no more from the network.
    public static final int MAX_SIZE_IN_BYTES = HEADER_LENGTH + Leaf.MAX_SIZE_IN_BYTES
            + BucketBits.MAX_COUNT * TreeHasher.SIZE_IN_BYTES;

    /// Format version written by this program, and the only one it reads.
    static final int VERSION = 1;

    private static final byte[] MAGIC = {(byte) 0x89, 'B', 'W', 'C', '\r', '\n', 0x1a, '\n'};
    private static final int VERSION_AT = 8;
    private static final int BITS_AT = 10;
    private static final int RESERVED_AT = 11;
    private static final int BUCKET_AT = 12;
    private static final int LEAF_LENGTH_AT = 16;
    private static final int PROOF_LENGTH_AT = 20;

    private final BucketBits bits;
    private final int bucket;
    private final byte[] leaf;
    private final byte[] proof;

    private ConfirmAnswer(BucketBits bits, int bucket, byte[] leaf, byte[] proof) {
        this.bits = bits;
        this.bucket = bucket;
        this.leaf = leaf;
        this.proof = proof;
    }

    /// The answer that proves a bucket of a tree.
    ///
    /// @throws IllegalArgumentException if the tree has another bucket there
    public static ConfirmAnswer of(BucketTree tree, Bucket bucket) {
        return of(tree, bucket.number(), bucket.leaf());
    }

    /// The answer that proves the bucket of a tree whose leaf is these bytes, which are not copied.
    ///
    /// @param leaf as [BucketWriter] wrote it
    /// @throws IllegalArgumentException if the tree has another bucket there, so that bytes changed by a disk or a
    ///     program are never served
    public static ConfirmAnswer of(BucketTree tree, int bucket, byte[] leaf) {
        if (!tree.hasLeaf(bucket, leaf)) {
            throw new IllegalArgumentException("the tree has another leaf for bucket " + bucket);
        }
        return new ConfirmAnswer(tree.bits(), bucket, leaf, tree.proof(bucket));
    }

    /// Parses an answer without trusting it.
    ///
    /// @param bytes whole body of a response; copied
    public static ConfirmAnswer parse(byte[] bytes) throws FormatException {
        ByteBuffer header = checkedFrame(bytes);
        int bitCount = header.get(BITS_AT) & 0xff;
        if (bitCount > BucketBits.MAX_COUNT) {
            throw malformed(BITS_AT, bitCount + " bits of a bucket, not in 0.." + BucketBits.MAX_COUNT);
        }
        if (header.get(RESERVED_AT) != 0) {
            throw malformed(RESERVED_AT, "reserved byte is " + (header.get(RESERVED_AT) & 0xff) + ", not 0");
        }
        BucketBits bits = new BucketBits(bitCount);
        int bucket = number(header, BUCKET_AT, 0, bits.buckets() - 1, "bucket");
        int leafLength = number(header, LEAF_LENGTH_AT, Leaf.RECORDS_AT, Leaf.MAX_SIZE_IN_BYTES, "leaf length");
        int proofLength = bitCount * TreeHasher.SIZE_IN_BYTES;
        number(header, PROOF_LENGTH_AT, proofLength, proofLength, "proof length");
        int proofAt = HEADER_LENGTH + leafLength;
        int end = proofAt + proofLength;
        if (bytes.length < end) {
            throw truncated(bytes, "the leaf of " + leafLength + " bytes or its proof");
        }
        if (bytes.length > end) {
            throw malformed(end, (bytes.length - end) + " bytes follow the end");
        }
        return new ConfirmAnswer(bits, bucket, Arrays.copyOfRange(bytes, HEADER_LENGTH, proofAt),
                Arrays.copyOfRange(bytes, proofAt, end));
    }

    /// The bucket, if it is the requested one and belongs to the signed tree.
    ///
    /// @param root from the signed manifest
    /// @param signedBits from the signed manifest
    /// @param asked number of the requested bucket; another one may be genuine, but says nothing about the hash in
    ///     question
    /// @throws FormatException otherwise: then nothing is known about listings
    public Bucket prove(ConfirmRoot root, BucketBits signedBits, int asked) throws FormatException {
        signedBits.requireBucket(asked);
        if (!bits.equals(signedBits) || bucket != asked) {
            throw new FormatException(Reason.OTHER_QUESTION, "answer for bucket " + bucket + " of " + bits.buckets()
                    + ", requested was " + asked + " of " + signedBits.buckets());
        }
        ConfirmRoot found = BucketTree.rootBy(leaf, bucket, proof);
        if (!found.equals(root)) {
            throw new FormatException(Reason.UNPROVEN, "proof leads to root " + found + ", signed is " + root);
        }
        return Bucket.parse(bits, bucket, leaf);
    }

    /// The body of the response.
    public byte[] toBytes() {
        return ByteBuffer.allocate(HEADER_LENGTH + leaf.length + proof.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .putShort((short) VERSION)
                .put((byte) bits.count())
                .put((byte) 0)
                .putInt(bucket)
                .putInt(leaf.length)
                .putInt(proof.length)
                .put(leaf)
                .put(proof)
                .array();
    }

    private static ByteBuffer checkedFrame(byte[] bytes) throws FormatException {
        int start = Math.min(bytes.length, MAGIC.length);
        if (!Arrays.equals(bytes, 0, start, MAGIC, 0, start)) {
            throw new FormatException(Reason.NOT_OUR_FILE,
                    "begins with " + HexFormat.of().formatHex(bytes, 0, start) + ", unlike a confirm answer");
        }
        if (bytes.length < HEADER_LENGTH) {
            throw truncated(bytes, "the header of " + HEADER_LENGTH + " bytes");
        }
        ByteBuffer header = ByteBuffer.wrap(bytes, 0, HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        int version = Short.toUnsignedInt(header.getShort(VERSION_AT));
        if (version != VERSION) {
            throw new FormatException(version > VERSION ? Reason.TOO_NEW : Reason.TOO_OLD,
                    "header at " + VERSION_AT + ": version " + version + ", supported: " + VERSION + ".." + VERSION);
        }
        return header;
    }

    private static int number(ByteBuffer header, int at, int least, int most, String name) throws FormatException {
        int number = header.getInt(at);
        if (number < least || number > most) {
            throw malformed(at, name + " " + Integer.toUnsignedString(number) + ", not in " + least + ".." + most);
        }
        return number;
    }

    private static FormatException malformed(int at, String what) {
        return new FormatException(Reason.MALFORMED, "answer at " + at + ": " + what);
    }

    private static FormatException truncated(byte[] bytes, String what) {
        return new FormatException(Reason.TRUNCATED, "ends after " + bytes.length + " bytes, inside " + what);
    }
}
