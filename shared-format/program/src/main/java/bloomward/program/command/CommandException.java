package bloomward.program.command;

/// A command that cannot do what it was asked to. The message says where and why, in words for the user; further lines say
/// what helps.
public final class CommandException extends Exception {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /// It went wrong, or cannot go right.
    public static CommandException error(String message) {
        return new CommandException(ExitCode.ERROR, message);
    }

    /// A rule or a person forbids it, or what was verified is broken.
    public static CommandException refused(String message) {
        return new CommandException(ExitCode.REFUSED, message);
    }

    public int exitCode() {
        return exitCode;
    }
}
