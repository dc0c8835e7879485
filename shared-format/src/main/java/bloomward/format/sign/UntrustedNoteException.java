package bloomward.format.sign;

/// A well-formed note that cannot be trusted, with the reason.
public final class UntrustedNoteException extends Exception {

    private static final long serialVersionUID = 1;

    /// The reasons for not trusting a note.
    public enum Reason {
        /// A signature that is not by the trusted key it names: the note or the signature was changed.
        BAD_SIGNATURE,
        /// No line of a trusted key: a note of another publisher, or by keys that have since been replaced.
        NO_TRUSTED_KEY,
        /// Fewer signatures of trusted keys than required.
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
