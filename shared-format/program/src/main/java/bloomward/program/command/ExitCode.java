package bloomward.program.command;

/// The numbers with which the programs end.
///
/// | exit code | meaning |
/// |---|---|
/// | 0 | done; nothing found, where something was looked for |
/// | 1 | something found; or refused: by a guard, a rule, a role or the person who was asked; or what was verified is broken |
/// | 2 | an error: wrong command line, unreadable input, no connection, no such thing, a URL that cannot be judged |
public final class ExitCode {

    public static final int DONE = 0;
    public static final int FOUND = 1;
    public static final int REFUSED = 1;
    public static final int ERROR = 2;

    private ExitCode() {}
}
