package bloomward.format.sign;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/// What a signature line calls its key by: a name and 32 bits of a hash (FORMAT.md 15.2).
///
/// It finds a key and proves nothing: a key with the label of another is made in minutes. What proves is the signature.
///
/// @param name not empty, without Unicode spaces and `+`
/// @param id the key id, an unsigned number
record KeyLabel(String name, int id) {

    /// The one kind of key that there is here.
    static final byte ED25519 = 1;

    private static final int NEXT_LINE = 0x85;

    /// The label of an Ed25519 key.
    static KeyLabel of(String name, byte[] publicKey) {
        MessageDigest sha256 = Digest.newSha256();
        sha256.update(name.getBytes(StandardCharsets.UTF_8));
        sha256.update((byte) '\n');
        sha256.update(ED25519);
        return new KeyLabel(name, ByteBuffer.wrap(sha256.digest(publicKey)).getInt());
    }

    static void requireName(String name, String where) throws FormatException {
        if (name.isEmpty()) {
            throw new FormatException(Reason.MALFORMED, where + ": no key name");
        }
        int odd = name.codePoints().filter(KeyLabel::cannotStandInName).findFirst().orElse(-1);
        if (odd >= 0) {
            throw new FormatException(Reason.MALFORMED, "%s: U+%04X in a key name".formatted(where, odd));
        }
    }

    private static boolean cannotStandInName(int character) {
        return character == '+' || character == NEXT_LINE || Character.isSpaceChar(character)
                || Character.isWhitespace(character);
    }

    /// The id as it is written in keys: eight lower-case hex digits.
    String hexId() {
        return "%08x".formatted(id);
    }

    @Override
    public String toString() {
        return name + "+" + hexId();
    }
}
