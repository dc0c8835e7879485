package bloomward.format.confirm;

import bloomward.format.Digest;

/// The root of the tree over all buckets of a version of a list: who has it from a signed manifest needs to trust no
/// answer.
public record ConfirmRoot(Digest digest) {

    public static final int SIZE_IN_BYTES = Digest.SIZE_IN_BYTES;

    /// A root read from somewhere; the array is copied.
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
