package bloomward.format.release;

/// A well-formed and correctly signed note or file that must not be used, with the reason. The message gives the value
/// found and the value expected.
public final class ReleaseException extends Exception {

    private static final long serialVersionUID = 1;

    /// The reasons for not using it.
    public enum Reason {
        /// Belongs to another publication.
        OTHER_ORIGIN,
        /// Needs a newer root than the known one: fetch roots first.
        NEWER_ROOT,
        /// A root that does not follow the one before it, or too many at once.
        BROKEN_CHAIN,
        /// Older than one already seen: a replay, or a restored backup.
        ROLLED_BACK,
        /// The manifest is not the one that latest names.
        OTHER_MANIFEST,
        /// Latest is dated before its manifest was issued, or after it expired.
        OUT_OF_TIME,
        /// A file that carries no signature.
        UNSIGNED,
        /// A file that the manifest beside it does not name.
        NOT_NAMED,
        /// A filter that misses an entry of every list, or finds an entry of no list.
        TEST_ENTRIES
    }

    private final Reason reason;

    ReleaseException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
