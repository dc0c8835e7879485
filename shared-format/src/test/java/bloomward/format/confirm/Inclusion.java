package bloomward.format.confirm;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;

/// Inclusion proofs in trees of any size, as RFC 9162 section 2.1.3.2 verifies them; shares no code with the product.
final class Inclusion {

    private Inclusion() {}

    /// The root to which a proof leads; empty if the proof cannot be one. Numbers are unsigned.
    static Optional<byte[]> root(long index, long treeSize, byte[] leafHash, List<byte[]> proof) {
        if (Long.compareUnsigned(index, treeSize) >= 0) {
            return Optional.empty();
        }
        long fn = index;
        long sn = treeSize - 1;
        byte[] hash = leafHash;
        for (byte[] sibling : proof) {
            if (sn == 0) {
                return Optional.empty();
            }
            if ((fn & 1) == 1 || fn == sn) {
                hash = node(sibling, hash);
                while ((fn & 1) == 0 && fn != 0) {
                    fn >>>= 1;
                    sn >>>= 1;
                }
            } else {
                hash = node(hash, sibling);
            }
            fn >>>= 1;
            sn >>>= 1;
        }
        return sn == 0 ? Optional.of(hash) : Optional.empty();
    }

    private static byte[] node(byte[] left, byte[] right) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update((byte) 1);
            sha256.update(left);
            return sha256.digest(right);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
