package bloomward.format.release;

/// What is well formed and well signed and must not be used all the same, and why. The message says what was found and what
/// was expected.
public final class ReleaseException extends Exception {

    private static final long serialVersionUID = 1;

    /// Why it must not be used.
    public enum Reason {
        /// It belongs to another publication.
        OTHER_ORIGIN,
        /// It needs a newer root than the one that is known: fetch roots first.
        NEWER_ROOT,
        /// A root that does not follow the one before it, or too many at once.
        BROKEN_CHAIN,
        /// Older than what was seen already: somebody replays, or restored a backup.
        ROLLED_BACK,
        /// The manifest is not the one that latest names.
        OTHER_MANIFEST,
        /// Latest is dated before its manifest was issued, or after it expired.
        OUT_OF_TIME,
        /// A file that carries no signature.
        UNSIGNED,
        /// A file that the manifest beside it does not name.
        NOT_NAMED,
        /// A filter that does not find what every list has, or finds what no list has.
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
