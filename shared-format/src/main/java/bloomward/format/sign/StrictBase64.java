package bloomward.format.sign;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.util.Base64;

/// Base64 of RFC 4648 section 4 with one spelling for every byte string: with padding, and unused bits zero. The JDK's
/// decoder accepts others as well, so two different notes could mean the same.
final class StrictBase64 {

    private StrictBase64() {}

    static String encode(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /// @param where the source, for messages, which never repeat the text: it may be a secret
    static byte[] decode(String text, String where) throws FormatException {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            if (encode(bytes).equals(text)) {
                return bytes;
            }
        } catch (IllegalArgumentException _) {
            // said below, without the decoder's words, which would quote the text
        }
        throw new FormatException(Reason.MALFORMED, where + ": not strict base64 (RFC 4648 section 4)");
    }
}
