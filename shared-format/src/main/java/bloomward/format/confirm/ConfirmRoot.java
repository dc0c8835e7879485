package bloomward.format.confirm;

import bloomward.format.Digest;

/// The root of the tree over all buckets of a version of a list. With the root from a signed manifest, no answer needs
/// to be trusted.
public record ConfirmRoot(Digest digest) {

    public static final int SIZE_IN_BYTES = Digest.SIZE_IN_BYTES;

    /// A root from its bytes, which are copied.
    public static ConfirmRoot ofDigest(byte[] digest) {
        return new ConfirmRoot(Digest.ofBytes(digest));
    }

    public byte[] toBytes() {
        return digest.toBytes();
    }

    /// Sixty-four lower-case hex digits.
    @Override
    public String toString() {
        return digest.toHex();
    }
}
