package bloomward.agent.report;

/// Thrown when too many reports of a user wait to be sent.
public final class FullException extends Exception {

    private static final long serialVersionUID = 1;

    FullException(String message) {
        super(message);
    }
}
