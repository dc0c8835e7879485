package bloomward.format.sign;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/// A private key. It signs through [SignedNote#sign] and [SignedNote#with], and is stored by [KeyFile]. No public
/// method reveals it: its text shows only the public half. Immutable.
public final class SigningKey implements StoredKey {

    private static final String PREFIX = "PRIVATE+KEY+";
    private static final String WHERE = "signing key";

    private final byte[] seed;
    private final VerifierKey verifierKey;

    private SigningKey(byte[] seed, VerifierKey verifierKey) {
        this.seed = seed;
        this.verifierKey = verifierKey;
    }

    /// A new key.
    ///
    /// @throws FormatException if the name is not valid for a key
    public static SigningKey generate(String name, SecureRandom random) throws FormatException {
        byte[] seed = new byte[Ed25519.SECRET_KEY_SIZE];
        random.nextBytes(seed);
        return ofSeed(name, seed);
    }

    /// Reads a key from the text of C2SP and Go, `PRIVATE+KEY+name+id+base64`.
    public static SigningKey parse(String text) throws FormatException {
        if (!text.startsWith(PREFIX)) {
            throw new FormatException(Reason.NOT_OUR_FILE, WHERE + ": does not begin with " + PREFIX);
        }
        String[] parts = text.substring(PREFIX.length()).split("\\+", 3);
        if (parts.length != 3) {
            throw new FormatException(Reason.MALFORMED, WHERE + ": not " + PREFIX + "name+id+key");
        }
        SigningKey key = ofSeed(parts[0], VerifierKey.keyBytes(parts[2], WHERE));
        key.verifierKey.requireId(parts[1], WHERE);
        return key;
    }

    /// @param seed private key of RFC 8032; kept, not copied
    static SigningKey ofSeed(String name, byte[] seed) throws FormatException {
        if (seed.length != Ed25519.SECRET_KEY_SIZE) {
            throw new FormatException(Reason.MALFORMED,
                    WHERE + ": " + seed.length + " bytes, not " + Ed25519.SECRET_KEY_SIZE);
        }
        byte[] publicKey = new byte[Ed25519.PUBLIC_KEY_SIZE];
        Ed25519.generatePublicKey(seed, 0, publicKey, 0);
        return new SigningKey(seed, VerifierKey.of(name, publicKey));
    }

    static boolean looksLike(String text) {
        return text.startsWith(PREFIX);
    }

    @Override
    public VerifierKey verifierKey() {
        return verifierKey;
    }

    byte[] sign(byte[] bytes) {
        byte[] signature = new byte[Ed25519.SIGNATURE_SIZE];
        Ed25519.sign(seed, 0, bytes, 0, bytes.length, signature, 0);
        return signature;
    }

    byte[] seed() {
        return seed.clone();
    }

    /// The secret, in the form that [#parse] reads.
    String toPrivateText() {
        byte[] typed = ByteBuffer.allocate(1 + seed.length).put(KeyLabel.ED25519).put(seed).array();
        return PREFIX + verifierKey.label() + "+" + StrictBase64.encode(typed);
    }

    /// Names the public key; the private one is never part of it.
    @Override
    public String toString() {
        return "signing key of " + verifierKey;
    }
}
