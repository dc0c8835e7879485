package bloomward.agent.quickstart;

/// A step with an unexpected result.
public final class StepFailedException extends Exception {

    private static final long serialVersionUID = 1;

    StepFailedException(String message) {
        super(message);
    }
}
