package bloomward.server.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.FormatException;
import bloomward.format.release.Manifest;
import bloomward.format.sign.NoteSignature;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.UntrustedNoteException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The text of a manifest with the signatures it has so far, which may be none.
///
/// @param note with the signatures, if there is one
record UnfinishedNote(String text, Optional<SignedNote> note) {

    /// The text with the signatures of these keys.
    static UnfinishedNote sign(String text, List<SigningKey> keys) {
        return new UnfinishedNote(text, keys.isEmpty() ? Optional.empty() : Optional.of(SignedNote.sign(text, keys)));
    }

    /// Reads the form that [#toString] writes.
    static UnfinishedNote parse(String written) throws FormatException {
        return written.endsWith("\n\n")
                ? new UnfinishedNote(written.substring(0, written.length() - 1), Optional.empty())
                : of(SignedNote.parse(written.getBytes(UTF_8), Manifest.MAX_SIZE_IN_BYTES));
    }

    private static UnfinishedNote of(SignedNote note) {
        return new UnfinishedNote(note.unverifiedText(), Optional.of(note));
    }

    /// With the signatures of another note over the same text.
    UnfinishedNote plus(SignedNote other) throws FormatException {
        Set<NoteSignature> signatures = new LinkedHashSet<>();
        note.ifPresent(mine -> signatures.addAll(mine.signatures()));
        signatures.addAll(other.signatures());
        StringBuilder all = new StringBuilder(text).append('\n');
        signatures.forEach(signature -> all.append(signature).append('\n'));
        return parse(all.toString());
    }

    /// How many signatures are missing.
    int missing(TrustedKeys publishers) throws FormatException, UntrustedNoteException {
        if (note.isEmpty()) {
            return publishers.threshold();
        }
        int signers = TrustedKeys.of(1, publishers.keys()).verify(note.get()).signers().size();
        return Math.max(0, publishers.threshold() - signers);
    }

    /// A note or, where nobody has signed yet, the part of it before the signatures: so signers read it.
    @Override
    public String toString() {
        return note.map(SignedNote::toString).orElse(text + "\n");
    }
}
