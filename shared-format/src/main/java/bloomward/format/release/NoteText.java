package bloomward.format.release;

import bloomward.format.sign.SignedNote;
import java.nio.charset.StandardCharsets;

/// Writes the text of a note, line by line.
final class NoteText {

    /// Left for signature lines, of which a hundred as our keys make them fit.
    private static final int SIGNATURES_IN_BYTES = SignedNote.MAX_SIGNATURES * 128;

    private final NoteRole role;
    private final StringBuilder text = new StringBuilder();

    NoteText(NoteRole role, String origin) {
        this.role = role;
        text.append("bloomward ").append(role.word()).append(" v1\n").append(origin).append('\n');
    }

    NoteText line(String key, Object value) {
        text.append(key).append(' ').append(value).append('\n');
        return this;
    }

    /// The whole text.
    ///
    /// @throws IllegalArgumentException if no note could hold it
    String finish() {
        String whole = text.toString();
        int size = whole.getBytes(StandardCharsets.UTF_8).length;
        if (size > role.maxSizeInBytes() - SIGNATURES_IN_BYTES) {
            throw new IllegalArgumentException(role.word() + ": a text of " + size
                    + " bytes, with signatures allowed are " + role.maxSizeInBytes());
        }
        return whole;
    }
}
