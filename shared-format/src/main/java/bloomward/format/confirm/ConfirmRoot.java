package bloomward.format.confirm;

import java.util.Arrays;
import java.util.HexFormat;

/// The root of the tree over all buckets of a version of a list: who has it from a signed manifest needs to trust no
/// answer. An immutable value.
public final class ConfirmRoot {

    public static final int SIZE_IN_BYTES = TreeHasher.SIZE_IN_BYTES;

    private final byte[] bytes;

    private ConfirmRoot(byte[] bytes) {
        this.bytes = bytes;
    }

    /// A root read from somewhere; the array is copied.
    public static ConfirmRoot ofDigest(byte[] digest) {
        if (digest.length != SIZE_IN_BYTES) {
            throw new IllegalArgumentException("a root has 32 bytes, these are " + digest.length);
        }
        return new ConfirmRoot(digest.clone());
    }

    public byte[] toBytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ConfirmRoot that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /// Sixty-four lower-case hex digits.
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
