package bloomward.format.release;

import bloomward.format.sign.SignedNote;
import java.nio.charset.StandardCharsets;

/// A writer of the text of a note, line by line.
final class NoteText {

    /// Reserved for signature lines: enough for a hundred by keys of usual length.
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
            throw new IllegalArgumentException(role.word() + ": a text of " + size + " bytes, at most "
                    + role.maxSizeInBytes() + " with signatures are allowed");
        }
        return whole;
    }
}
