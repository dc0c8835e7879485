package bloomward.format.url;

import com.ibm.icu.text.IDNA;
import com.ibm.icu.util.ICUInputTooLongException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// Host names beyond ASCII, by UTS #46 as browsers apply it: non-transitional, joiners and writing direction checked,
/// lengths and hyphens not.
///
/// A class of its own because loading its tables costs tens of milliseconds, which only those pay who meet such a name.
final class Idn {

    private static final IDNA UTS46 = IDNA.getUTS46Instance(
            IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.NONTRANSITIONAL_TO_UNICODE | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);

    private static final Set<IDNA.Error> OVERLOOKED = EnumSet.of(IDNA.Error.EMPTY_LABEL, IDNA.Error.LABEL_TOO_LONG,
            IDNA.Error.DOMAIN_NAME_TOO_LONG, IDNA.Error.LEADING_HYPHEN, IDNA.Error.TRAILING_HYPHEN,
            IDNA.Error.HYPHEN_3_4);

    private Idn() {}

    /// The name in ASCII, or nothing where UTS #46 refuses it. It may hold bytes that no host has.
    static Optional<byte[]> toAscii(byte[] text, int from, int to) {
        String name;
        try {
            name = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text, from, to - from)).toString();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
        IDNA.Info info = new IDNA.Info();
        StringBuilder ascii = new StringBuilder();
        try {
            UTS46.nameToASCII(name, ascii, info);
        } catch (ICUInputTooLongException e) {
            return Optional.empty(); // a label of more than a thousand characters; a name has 63
        }
        if (!OVERLOOKED.containsAll(info.getErrors())) {
            return Optional.empty();
        }
        for (int i = 0; i < ascii.length(); i++) {
            if (ascii.charAt(i) >= 0x80) {
                return Optional.empty();
            }
        }
        return Optional.of(ascii.toString().getBytes(StandardCharsets.US_ASCII));
    }
}
