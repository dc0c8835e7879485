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

/// A text that people sign one after the other, with the signatures it has so far, perhaps none. Immutable.
///
/// Without a signature it is the text and a blank line: what a note is whose signature lines are still to come.
final class NoteDraft {

    private final String text;
    private final Optional<SignedNote> signed;

    private NoteDraft(String text, Optional<SignedNote> signed) {
        this.text = text;
        this.signed = signed;
    }

    /// @param text ends in a newline, has no blank line
    static NoteDraft unsigned(String text) {
        return new NoteDraft(text, Optional.empty());
    }

    /// @param maxSizeInBytes how large it may be
    static NoteDraft parse(byte[] bytes, int maxSizeInBytes) throws FormatException {
        String whole = new String(bytes, StandardCharsets.UTF_8);
        if (!whole.endsWith("\n\n")) {
            SignedNote note = SignedNote.parse(bytes, maxSizeInBytes);
            return new NoteDraft(note.unverifiedText(), Optional.of(note));
        }
        // The parser of notes is the judge of texts too: it sees this one with a line that it takes for a signature.
        String text = whole.substring(0, whole.length() - 1);
        SignedNote.parse((whole + "\u2014 none AAAAAAA=\n").getBytes(StandardCharsets.UTF_8), maxSizeInBytes + 64);
        if (!Arrays.equals(whole.getBytes(StandardCharsets.UTF_8), bytes)) {
            throw new FormatException(Reason.MALFORMED, "note: not UTF-8");
        }
        return new NoteDraft(text, Optional.empty());
    }

    String text() {
        return text;
    }

    /// What those who sign compare with one another: SHA-256 of the text.
    String sha256() {
        return Digest.of(text.getBytes(StandardCharsets.UTF_8)).toHex();
    }

    List<NoteSignature> signatures() {
        return signed.map(SignedNote::signatures).orElse(List.of());
    }

    NoteDraft with(SigningKey key) throws FormatException {
        SignedNote note = signed.isPresent() ? signed.get().with(key) : SignedNote.sign(text, List.of(key));
        return new NoteDraft(text, Optional.of(note));
    }

    /// The file, as [#parse] reads it.
    String toText() {
        return signed.map(SignedNote::toString).orElse(text + "\n");
    }
}
