package bloomward.format.confirm;

import bloomward.format.Digest;
import java.security.DigestException;
import java.security.MessageDigest;

/// The two hashes of RFC 6962 section 2.1: a leaf can never pass for a node, because their input begins with different
/// bytes. For one thread.
final class TreeHasher {

    static final int SIZE_IN_BYTES = 32;

    private static final byte LEAF = 0;
    private static final byte NODE = 1;

    private final MessageDigest sha256 = Digest.newSha256();

    /// Writes the hash of a leaf of `length` bytes.
    void leaf(byte[] leaf, int length, byte[] to, int toAt) {
        sha256.update(LEAF);
        sha256.update(leaf, 0, length);
        digest(to, toAt);
    }

    /// Writes the hash of the node over two hashes.
    void node(byte[] left, int leftAt, byte[] right, int rightAt, byte[] to, int toAt) {
        sha256.update(NODE);
        sha256.update(left, leftAt, SIZE_IN_BYTES);
        sha256.update(right, rightAt, SIZE_IN_BYTES);
        digest(to, toAt);
    }

    private void digest(byte[] to, int toAt) {
        try {
            sha256.digest(to, toAt, SIZE_IN_BYTES);
        } catch (DigestException e) {
            throw new IllegalArgumentException("a hash needs 32 bytes from " + toAt + " of " + to.length, e);
        }
    }
}
