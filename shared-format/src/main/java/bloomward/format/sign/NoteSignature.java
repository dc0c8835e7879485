package bloomward.format.sign;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/// A signature line of a note. It claims a signer; [TrustedKeys] verifies the claim. An immutable value.
public final class NoteSignature {

    private static final String PREFIX = "\u2014 ";
    private static final int ID_IN_BYTES = Integer.BYTES;

    private final KeyLabel key;
    private final String base64;

    private NoteSignature(KeyLabel key, String base64) {
        this.key = key;
        this.base64 = base64;
    }

    static NoteSignature of(KeyLabel key, byte[] signature) {
        byte[] bytes = ByteBuffer.allocate(ID_IN_BYTES + signature.length).putInt(key.id()).put(signature).array();
        return new NoteSignature(key, StrictBase64.encode(bytes));
    }

    /// @param line without its newline
    static NoteSignature parse(String line, String where) throws FormatException {
        if (!line.startsWith(PREFIX)) {
            throw new FormatException(Reason.MALFORMED, where + ": does not begin with an em dash and a space");
        }
        int space = line.indexOf(' ', PREFIX.length());
        if (space < 0) {
            throw new FormatException(Reason.MALFORMED, where + ": no space between key name and signature");
        }
        String name = line.substring(PREFIX.length(), space);
        KeyLabel.requireName(name, where);
        String base64 = line.substring(space + 1);
        byte[] bytes = StrictBase64.decode(base64, where);
        if (bytes.length <= ID_IN_BYTES) {
            throw new FormatException(Reason.MALFORMED,
                    where + ": " + bytes.length + " bytes, a key id and a signature need more than " + ID_IN_BYTES);
        }
        return new NoteSignature(new KeyLabel(name, ByteBuffer.wrap(bytes).getInt()), base64);
    }

    public String name() {
        return key.name();
    }

    /// The key id, an unsigned number.
    public int keyId() {
        return key.id();
    }

    KeyLabel key() {
        return key;
    }

    byte[] signature() {
        byte[] bytes = Base64.getDecoder().decode(base64);
        return Arrays.copyOfRange(bytes, ID_IN_BYTES, bytes.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NoteSignature that && key.equals(that.key) && base64.equals(that.base64);
    }

    @Override
    public int hashCode() {
        return base64.hashCode();
    }

    /// The line without its newline.
    @Override
    public String toString() {
        return PREFIX + key.name() + " " + base64;
    }
}
