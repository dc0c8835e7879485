package bloomward.format;

/// A file that cannot be used, and why. The message says where, what was found and what was expected.
public final class FormatException extends Exception {

    private static final long serialVersionUID = 1;

    /// Why a file was refused.
    public enum Reason {
        /// It does not begin as one of our files does.
        NOT_OUR_FILE,
        /// A file of ours, of another type than is needed here.
        OTHER_TYPE,
        /// Written by a later program: get a newer one.
        TOO_NEW,
        /// Written by a program older than any that this one can read.
        TOO_OLD,
        /// It ends before it should.
        TRUNCATED,
        /// Its bytes are not those that were written.
        CHECKSUM,
        /// Its checksum is right and its content breaks a rule.
        MALFORMED,
        /// A delta that belongs to another file than the one it was applied to.
        WRONG_BASE,
        /// A confirm answer for another bucket than the one that was asked for, or another number of buckets.
        OTHER_QUESTION,
        /// A confirm answer whose proof does not lead to the root that was signed: somebody lies, or answers of
        /// another version.
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
