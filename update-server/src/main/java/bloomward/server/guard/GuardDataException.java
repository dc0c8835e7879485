package bloomward.server.guard;

/// A guard list that cannot be understood. The message names the line and the reason.
public final class GuardDataException extends Exception {

    private static final long serialVersionUID = 1;

    GuardDataException(long line, String problem) {
        super("line " + line + ": " + problem);
    }

    GuardDataException(String problem) {
        super(problem);
    }
}
