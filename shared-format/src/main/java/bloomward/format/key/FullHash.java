package bloomward.format.key;

import bloomward.format.Digest;
import bloomward.format.url.Expression;

/// The SHA-256 of an expression, by which a listing is confirmed. Ordered as unsigned bytes.
public record FullHash(Digest digest) implements Comparable<FullHash> {

    public static final int SIZE_IN_BYTES = Digest.SIZE_IN_BYTES;

    public static FullHash of(Expression expression) {
        byte[] bytes = expression.toBytes();
        return of(bytes, 0, bytes.length);
    }

    /// The full hash of the expression in `length` bytes from `offset` on.
    public static FullHash of(byte[] expression, int offset, int length) {
        byte[] bytes = new byte[SIZE_IN_BYTES];
        new FullHasher().hash(expression, offset, length, bytes);
        return ofDigest(bytes);
    }

    /// A full hash from its bytes, which are copied.
    public static FullHash ofDigest(byte[] digest) {
        return new FullHash(Digest.ofBytes(digest));
    }

    public byte[] toBytes() {
        return digest.toBytes();
    }

    @Override
    public int compareTo(FullHash other) {
        return digest.compareTo(other.digest);
    }

    /// Sixty-four lower-case hex digits.
    @Override
    public String toString() {
        return digest.toHex();
    }
}
