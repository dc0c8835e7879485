package bloomward.program.command;

/// A command that failed. The message says where and why, in words for the user; further lines give the remedy.
public final class CommandException extends Exception {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /// An error.
    public static CommandException error(String message) {
        return new CommandException(ExitCode.ERROR, message);
    }

    /// A refusal by a rule or a person, or a failed verification.
    public static CommandException refused(String message) {
        return new CommandException(ExitCode.REFUSED, message);
    }

    public int exitCode() {
        return exitCode;
    }
}
