package bloomward.server.safebrowsing;

/// A request that the protocol has an error for.
public final class RefusedException extends Exception {

    private static final long serialVersionUID = 1;

    private final Reason reason;

    /// The errors of the protocol, by the names that Google's APIs have for them.
    public enum Reason {
        /// Malformed, too much, or contradictory.
        INVALID_ARGUMENT(400),
        /// A list that there is not.
        NOT_FOUND(404),
        /// A body that is too long.
        OUT_OF_RANGE(413),
        /// Nothing is published yet.
        UNAVAILABLE(503);

        private final int status;

        Reason(int status) {
            this.status = status;
        }

        /// The status of the answer.
        public int status() {
            return status;
        }
    }

    /// @param message of our own words: it is sent
    public RefusedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    static RefusedException invalid(String message) {
        return new RefusedException(Reason.INVALID_ARGUMENT, message);
    }

    public Reason reason() {
        return reason;
    }
}
