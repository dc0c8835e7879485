package bloomward.format.key;

import java.util.Arrays;
import java.util.HexFormat;

/// The SHA-256 of an expression: what a listing is confirmed by. An immutable value, ordered as unsigned bytes.
public final class FullHash implements Comparable<FullHash> {

    public static final int SIZE_IN_BYTES = 32;

    private final byte[] bytes;

    private FullHash(byte[] bytes) {
        this.bytes = bytes;
    }

    /// The full hash of the expression in `length` bytes from `offset` on.
    public static FullHash of(byte[] expression, int offset, int length) {
        byte[] bytes = new byte[SIZE_IN_BYTES];
        new FullHasher().hash(expression, offset, length, bytes);
        return new FullHash(bytes);
    }

    /// A full hash read from somewhere; the array is copied.
    public static FullHash ofDigest(byte[] digest) {
        if (digest.length != SIZE_IN_BYTES) {
            throw new IllegalArgumentException("a full hash has 32 bytes, these are " + digest.length);
        }
        return new FullHash(digest.clone());
    }

    public byte[] toBytes() {
        return bytes.clone();
    }

    @Override
    public int compareTo(FullHash other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FullHash that && Arrays.equals(bytes, that.bytes);
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
