package bloomward.agent.quickstart;

/// A step did not do what it was to show.
public final class StepFailedException extends Exception {

    private static final long serialVersionUID = 1;

    StepFailedException(String message) {
        super(message);
    }
}
