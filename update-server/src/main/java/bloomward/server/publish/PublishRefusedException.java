package bloomward.server.publish;

/// Thrown where the rules of publishing refuse a request. The publication stays as it is.
public final class PublishRefusedException extends Exception {

    private static final long serialVersionUID = 1;

    /// The reasons.
    public enum Reason {
        /// A second person has to approve the draft first.
        NEEDS_APPROVAL,
        /// The request names no draft, where it must.
        NAMES_NO_DRAFT,
        /// The draft is another one than the request names.
        DRAFT_CHANGED,
        /// The draft cannot be compiled: too many entries for the list's keys.
        DOES_NOT_FIT,
        /// There is nothing that waits for signatures.
        NOTHING_PENDING,
        /// A signature that does not count, or is over something else.
        BAD_SIGNATURE,
        /// A key that must be on the server is not.
        KEY_MISSING,
        /// Other servers were quicker, several times.
        OVERTAKEN,
        /// There is no such version or publication.
        NO_SUCH_VERSION
    }

    private final Reason reason;

    PublishRefusedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
