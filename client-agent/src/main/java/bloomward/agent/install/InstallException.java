package bloomward.agent.install;

/// An installation that cannot be completed, so nothing was changed; the message gives the cause and the remedy.
public final class InstallException extends Exception {

    private static final long serialVersionUID = 1;

    public InstallException(String message) {
        super(message);
    }
}
