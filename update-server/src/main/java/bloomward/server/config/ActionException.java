package bloomward.server.config;

/// A command of the server that was not carried out; the message says why, in words for the user, and may have more lines
/// that say what helps.
public final class ActionException extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean refused;

    private ActionException(String message, boolean refused) {
        super(message);
        this.refused = refused;
    }

    /// It went wrong, or cannot go right.
    public static ActionException error(String message) {
        return new ActionException(message, false);
    }

    /// A rule forbids it, or what was verified is broken.
    public static ActionException refused(String message) {
        return new ActionException(message, true);
    }

    /// Whether a rule forbids it, which has an exit code of its own.
    public boolean isRefused() {
        return refused;
    }
}
