package bloomward.agent.install;

/// Nothing was changed, as it could not be done whole; the message says why, and what helps.
public final class InstallException extends Exception {

    private static final long serialVersionUID = 1;

    InstallException(String message) {
        super(message);
    }
}
