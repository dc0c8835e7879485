package bloomward.server.cli;

/// A command cannot do what it was asked to; its message says where and why, in words for the user, and may have more
/// lines that say what helps.
final class CommandException extends Exception {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /// It went wrong.
    static CommandException error(String message) {
        return new CommandException(ExitCodes.ERROR, message);
    }

    /// A rule or a person forbids it.
    static CommandException refused(String message) {
        return new CommandException(ExitCodes.REFUSED, message);
    }

    int exitCode() {
        return exitCode;
    }
}
