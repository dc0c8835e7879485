package bloomward.format.sign;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.bouncycastle.math.ec.rfc8032.Ed25519.PublicPoint;

/// A public key and its name, as written in roots, policies and e-mails: `example.com/release+530d903a+AekyeRrm...`
/// (FORMAT.md 15.2). An immutable value.
///
/// Only Ed25519, and only keys that can be generated honestly: the point must be encoded canonically and belong to the
/// subgroup of prime order. With a key of low order, one signature fits many texts.
public final class VerifierKey {

    public static final int PUBLIC_KEY_IN_BYTES = Ed25519.PUBLIC_KEY_SIZE;

    /// UTF-16 units; far above any name, far below what spoils a screen.
    private static final int MAX_NAME_LENGTH = 255;

    private final KeyLabel label;
    private final byte[] publicKey;
    private final PublicPoint point;

    private VerifierKey(KeyLabel label, byte[] publicKey, PublicPoint point) {
        this.label = label;
        this.publicKey = publicKey;
        this.point = point;
    }

    /// Reads a key from its text.
    public static VerifierKey parse(String text) throws FormatException {
        String[] parts = text.split("\\+", 3); // base64 has a plus of its own
        if (parts.length != 3) {
            throw new FormatException(Reason.MALFORMED, "verifier key: not name+id+key");
        }
        VerifierKey key = of(parts[0], keyBytes(parts[2], "verifier key"));
        key.requireId(parts[1], "verifier key");
        return key;
    }

    /// A key with a name.
    ///
    /// @param publicKey as in RFC 8032; the array is copied
    public static VerifierKey of(String name, byte[] publicKey) throws FormatException {
        if (publicKey.length != PUBLIC_KEY_IN_BYTES) {
            throw new FormatException(Reason.MALFORMED,
                    "verifier key: " + publicKey.length + " bytes, not " + PUBLIC_KEY_IN_BYTES);
        }
        requireName(name);
        byte[] copy = publicKey.clone();
        PublicPoint point = Ed25519.validatePublicKeyFullExport(copy, 0);
        if (point == null) {
            throw new FormatException(Reason.MALFORMED,
                    "verifier key of " + name + ": not a canonical point of the prime-order subgroup");
        }
        return new VerifierKey(KeyLabel.of(name, copy), copy, point);
    }

    public String name() {
        return label.name();
    }

    /// The key id, an unsigned number.
    public int keyId() {
        return label.id();
    }

    public byte[] publicKey() {
        return publicKey.clone();
    }

    /// Whether both have the same public key, regardless of their names.
    public boolean isSameKey(VerifierKey other) {
        return Arrays.equals(publicKey, other.publicKey);
    }

    KeyLabel label() {
        return label;
    }

    /// Whether this key made the signature.
    boolean signed(byte[] bytes, byte[] signature) {
        return signature.length == Ed25519.SIGNATURE_SIZE
                && Ed25519.verify(signature, 0, point, bytes, 0, bytes.length);
    }

    /// Refuses an id that does not belong to this key.
    void requireId(String hexId, String where) throws FormatException {
        if (!hexId.equals(label.hexId())) {
            throw new FormatException(Reason.CHECKSUM,
                    where + ": the id of this name and key is " + label.hexId() + ", not the one given");
        }
    }

    /// The bytes after the algorithm of a key, public or private.
    static byte[] keyBytes(String base64, String where) throws FormatException {
        byte[] bytes = StrictBase64.decode(base64, where);
        if (bytes.length == 0 || bytes[0] != KeyLabel.ED25519) {
            throw new FormatException(Reason.OTHER_TYPE, where + ": not an Ed25519 key (type 0x01)");
        }
        return Arrays.copyOfRange(bytes, 1, bytes.length);
    }

    /// Requires a printable name: stricter than for the ignored lines of a note.
    static void requireName(String name) throws FormatException {
        KeyLabel.requireName(name, "verifier key");
        if (name.length() > MAX_NAME_LENGTH) {
            throw new FormatException(Reason.MALFORMED, "verifier key: name of more than " + MAX_NAME_LENGTH);
        }
        if (name.codePoints().anyMatch(VerifierKey::isUnreadable)) {
            throw new FormatException(Reason.MALFORMED, "verifier key: unreadable character in the name");
        }
    }

    private static boolean isUnreadable(int character) {
        int type = Character.getType(character);
        return type == Character.CONTROL || type == Character.FORMAT || type == Character.SURROGATE;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VerifierKey that && label.equals(that.label) && isSameKey(that);
    }

    @Override
    public int hashCode() {
        return label.hashCode();
    }

    /// The text that [#parse] reads.
    @Override
    public String toString() {
        byte[] typed = ByteBuffer.allocate(1 + publicKey.length).put(KeyLabel.ED25519).put(publicKey).array();
        return label + "+" + StrictBase64.encode(typed);
    }
}
