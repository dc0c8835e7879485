package bloomward.format.sign;

import bloomward.format.FormatException;
import bloomward.format.sign.UntrustedNoteException.Reason;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// The keys that may sign, and the number of them that must (FORMAT.md 15.4). An immutable value.
///
/// Distinct public keys are counted: a second line of a key adds nothing, and a set with one key under two names, or
/// two keys under one name and id, is invalid. A line of an unknown key is ignored, so that keys and kinds of
/// signatures can be added while older programs are in use. A line of a known key that is not its signature makes the
/// note refused, even beside enough others: the note has been tampered with.
public final class TrustedKeys {

    private final int threshold;
    private final Map<KeyLabel, VerifierKey> keys;

    private TrustedKeys(int threshold, Map<KeyLabel, VerifierKey> keys) {
        this.threshold = threshold;
        this.keys = keys;
    }

    /// A set of keys.
    ///
    /// @param threshold number of keys that must have signed, at least 1
    /// @param keys no two with the same public key, no two with the same name and id
    /// @throws FormatException if the set is invalid, or the threshold can never be met
    public static TrustedKeys of(int threshold, Collection<VerifierKey> keys) throws FormatException {
        if (keys.size() > SignedNote.MAX_SIGNATURES) {
            throw malformed(keys.size() + " keys, not in 1.." + SignedNote.MAX_SIGNATURES);
        }
        Map<KeyLabel, VerifierKey> byLabel = new LinkedHashMap<>();
        for (VerifierKey key : keys) {
            for (VerifierKey other : byLabel.values()) {
                if (key.isSameKey(other)) {
                    throw malformed("one public key twice, as " + other.label() + " and as " + key.label());
                }
            }
            if (byLabel.put(key.label(), key) != null) {
                throw malformed("two keys are " + key.label());
            }
        }
        if (threshold < 1 || threshold > byLabel.size()) {
            throw malformed("threshold " + threshold + " of " + byLabel.size() + " keys");
        }
        return new TrustedKeys(threshold, byLabel);
    }

    /// Verifies every line of a trusted key, and their number.
    ///
    /// @return the text, marked as verified
    public Verified<String> verify(SignedNote note) throws UntrustedNoteException {
        byte[] bytes = note.signedBytes();
        Set<VerifierKey> signers = new LinkedHashSet<>();
        for (NoteSignature line : note.signatures()) {
            VerifierKey key = keys.get(line.key());
            if (key == null) {
                continue;
            }
            if (!key.signed(bytes, line.signature())) {
                throw new UntrustedNoteException(Reason.BAD_SIGNATURE, "note: bad signature of " + line.key());
            }
            signers.add(key);
        }
        if (signers.isEmpty()) {
            throw new UntrustedNoteException(Reason.NO_TRUSTED_KEY,
                    "note: none of its " + note.signatures().size() + " signature lines is from a trusted key");
        }
        if (signers.size() < threshold) {
            throw new UntrustedNoteException(Reason.TOO_FEW_SIGNATURES, "note: signed by " + signers.size() + " of "
                    + keys.size() + " trusted keys, " + threshold + " required");
        }
        return Verified.of(note.unverifiedText(), signers);
    }

    public int threshold() {
        return threshold;
    }

    public Set<VerifierKey> keys() {
        return Set.copyOf(keys.values());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TrustedKeys that && threshold == that.threshold && keys.equals(that.keys);
    }

    @Override
    public int hashCode() {
        return 31 * threshold + keys.hashCode();
    }

    @Override
    public String toString() {
        return threshold + " of " + keys.values();
    }

    private static FormatException malformed(String what) {
        return new FormatException(FormatException.Reason.MALFORMED, "trusted keys: " + what);
    }
}
