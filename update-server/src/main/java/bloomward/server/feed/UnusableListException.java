package bloomward.server.feed;

import java.io.IOException;

/// A body that is unusable as a whole. [ListReader] turns it into an outcome; it is an `IOException` because it must
/// pass through streams.
final class UnusableListException extends IOException {

    private static final long serialVersionUID = 1;

    private final ListOutcome.Reason reason;
    private final String what;

    UnusableListException(ListOutcome.Reason reason, String message) {
        super(message);
        this.reason = reason;
        this.what = message;
    }

    /// The same, with the last line that was read.
    UnusableListException after(long line) {
        return new UnusableListException(reason, what + ", after line " + line);
    }

    ListOutcome.Reason reason() {
        return reason;
    }

    String what() {
        return what;
    }
}
