package bloomward.server.report;

/// A body that is no report. The message is for its sender and quotes nothing of it.
public final class InvalidSubmissionException extends Exception {

    private static final long serialVersionUID = 1;

    InvalidSubmissionException(String message) {
        super(message);
    }
}
