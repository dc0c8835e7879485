package bloomward.format.sign;

/// A well-formed note that must not be believed, and why.
public final class UntrustedNoteException extends Exception {

    private static final long serialVersionUID = 1;

    /// Why a note was not trusted.
    public enum Reason {
        /// A trusted key is named and did not make the signature: the note or the signature was changed.
        BAD_SIGNATURE,
        /// None of its lines is of a trusted key: somebody else's note, or keys that have since been replaced.
        NO_TRUSTED_KEY,
        /// Fewer trusted keys have signed than are needed.
        TOO_FEW_SIGNATURES
    }

    private final Reason reason;

    UntrustedNoteException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
