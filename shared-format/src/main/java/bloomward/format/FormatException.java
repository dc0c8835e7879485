package bloomward.format;

/// A file that cannot be used, and why. The message gives the place, the value found and the value expected.
public final class FormatException extends Exception {

    private static final long serialVersionUID = 1;

    /// Why a file was refused.
    public enum Reason {
        /// Does not begin like a Bloomward file.
        NOT_OUR_FILE,
        /// A Bloomward file of another type than required.
        OTHER_TYPE,
        /// Written by a later program; a newer program is required.
        TOO_NEW,
        /// Written by a program older than any that this one can read.
        TOO_OLD,
        /// Ends too early.
        TRUNCATED,
        /// Differs from the bytes that were written.
        CHECKSUM,
        /// Breaks a rule, although its checksum is right.
        MALFORMED,
        /// A delta for another file than the one it was applied to.
        WRONG_BASE,
        /// A confirm answer for another bucket than the requested one, or for another number of buckets.
        OTHER_QUESTION,
        /// A confirm answer whose proof does not lead to the signed root: it is forged, or of another version.
        UNPROVEN
    }

    private final Reason reason;

    public FormatException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
