package bloomward.agent.cli;

/// A command cannot do what it was asked to; its message says where and why, in words for the user.
final class CommandException extends Exception {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /// It went wrong.
    static CommandException error(String message) {
        return new CommandException(Cli.ERROR, message);
    }

    /// A rule forbids it.
    static CommandException refused(String message) {
        return new CommandException(Cli.REFUSED, message);
    }

    int exitCode() {
        return exitCode;
    }
}
