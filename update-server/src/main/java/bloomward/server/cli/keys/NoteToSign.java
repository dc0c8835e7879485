package bloomward.server.cli.keys;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.sign.NoteSignature;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A text to be signed by several people in turn, with its signatures so far, if any. Immutable.
///
/// Without signatures it is the text and a blank line, as a note whose signature lines are still missing.
final class NoteToSign {

    private final String text;
    private final Optional<SignedNote> signed;

    private NoteToSign(String text, Optional<SignedNote> signed) {
        this.text = text;
        this.signed = signed;
    }

    /// @param text ends in a newline, has no blank line
    static NoteToSign unsigned(String text) {
        return new NoteToSign(text, Optional.empty());
    }

    /// @param maxSizeInBytes maximum size
    static NoteToSign parse(byte[] bytes, int maxSizeInBytes) throws FormatException {
        String whole = new String(bytes, StandardCharsets.UTF_8);
        if (!whole.endsWith("\n\n")) {
            SignedNote note = SignedNote.parse(bytes, maxSizeInBytes);
            return new NoteToSign(note.unverifiedText(), Optional.of(note));
        }
        // The parser of notes also checks unsigned texts, with a dummy signature line appended.
        String text = whole.substring(0, whole.length() - 1);
        SignedNote.parse((whole + "\u2014 none AAAAAAA=\n").getBytes(StandardCharsets.UTF_8), maxSizeInBytes + 64);
        if (!Arrays.equals(whole.getBytes(StandardCharsets.UTF_8), bytes)) {
            throw new FormatException(Reason.MALFORMED, "note: not UTF-8");
        }
        return new NoteToSign(text, Optional.empty());
    }

    String text() {
        return text;
    }

    /// The SHA-256 of the text, which the signers compare with each other.
    String sha256() {
        return Digest.of(text.getBytes(StandardCharsets.UTF_8)).toHex();
    }

    List<NoteSignature> signatures() {
        return signed.map(SignedNote::signatures).orElse(List.of());
    }

    NoteToSign with(SigningKey key) throws FormatException {
        SignedNote note = signed.isPresent() ? signed.get().with(key) : SignedNote.sign(text, List.of(key));
        return new NoteToSign(text, Optional.of(note));
    }

    /// The content of the file, as read by [#parse].
    String toText() {
        return signed.map(SignedNote::toString).orElse(text + "\n");
    }
}
