package bloomward.format.sign;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/// The label of a key in a signature line: a name and 32 bits of a hash (FORMAT.md 15.2).
///
/// It identifies a key but proves nothing: a key with the same label as another can be made in minutes. Only the
/// signature is proof.
///
/// @param name not empty, without Unicode spaces and `+`
/// @param id the key id, an unsigned number
record KeyLabel(String name, int id) {

    /// The only kind of key.
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

    /// The id in the text form of keys: eight lower-case hex digits.
    String hexId() {
        return "%08x".formatted(id);
    }

    @Override
    public String toString() {
        return name + "+" + hexId();
    }
}
