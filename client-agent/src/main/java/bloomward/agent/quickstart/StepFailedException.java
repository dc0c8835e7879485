package bloomward.agent.quickstart;

/// A step with an unexpected result.
public final class StepFailedException extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean isBySignal;

    StepFailedException(String message) {
        this(message, false);
    }

    StepFailedException(String message, boolean isBySignal) {
        super(message);
        this.isBySignal = isBySignal;
    }

    /// Whether a signal ended the command of the step, as Ctrl-C ends all commands of a terminal.
    public boolean isBySignal() {
        return isBySignal;
    }
}
