package bloomward.format.key;

import bloomward.format.Digest;
import java.security.DigestException;
import java.security.MessageDigest;

/// Computes the [FullHash] bytes of many expressions without allocating. For one thread.
public final class FullHasher {

    private final MessageDigest sha256 = Digest.newSha256();

    public FullHasher() {}

    /// Writes the 32 bytes of the full hash of `length` bytes from `offset` on.
    ///
    /// @param to written from its beginning
    public void hash(byte[] expression, int offset, int length, byte[] to) {
        sha256.update(expression, offset, length);
        try {
            sha256.digest(to, 0, FullHash.SIZE_IN_BYTES);
        } catch (DigestException e) {
            throw new IllegalArgumentException("a full hash needs 32 bytes, not " + to.length, e);
        }
    }
}
