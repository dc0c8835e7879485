package bloomward.format.key;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Makes the [FullHash] bytes of many expressions without allocating. For one thread.
public final class FullHasher {

    private final MessageDigest sha256;

    public FullHasher() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256, this one has not", e);
        }
    }

    /// Writes the 32 bytes of the full hash of `length` bytes from `offset` on.
    ///
    /// @param to written from its beginning
    public void hash(byte[] expression, int offset, int length, byte[] to) {
        sha256.update(expression, offset, length);
        try {
            sha256.digest(to, 0, FullHash.SIZE_IN_BYTES);
        } catch (DigestException e) {
            throw new IllegalArgumentException("a full hash needs 32 bytes, there are " + to.length, e);
        }
    }
}
