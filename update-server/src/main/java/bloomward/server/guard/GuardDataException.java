package bloomward.server.guard;

/// A list that the guards are to work with cannot be understood. The message says at which line, and why.
public final class GuardDataException extends Exception {

    private static final long serialVersionUID = 1;

    GuardDataException(long line, String problem) {
        super("line " + line + ": " + problem);
    }

    GuardDataException(String problem) {
        super(problem);
    }
}
