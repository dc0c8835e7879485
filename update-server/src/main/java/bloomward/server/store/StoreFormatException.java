package bloomward.server.store;

import java.io.IOException;

/// Thrown for a file that this program cannot use as a store. The file stays as it is.
public final class StoreFormatException extends IOException {

    private static final long serialVersionUID = 1;

    /// The reasons.
    public enum Reason {
        /// Not one of Bloomward's, or damaged at its beginning.
        NOT_OUR_FILE,
        /// Written by a later program: get a newer one.
        TOO_NEW,
        /// Written by an earlier program: the server brings it up to date when it starts.
        TOO_OLD
    }

    private final Reason reason;

    public StoreFormatException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
