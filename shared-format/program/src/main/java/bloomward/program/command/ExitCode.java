package bloomward.program.command;

/// The exit codes of the programs.
///
/// | exit code | meaning |
/// |---|---|
/// | 0 | done; for a search, nothing found |
/// | 1 | something found; or refused by a guard, a rule, a role or a person; or a verification failed |
/// | 2 | an error: wrong command line, unreadable input, no connection, unknown name, a URL that cannot be judged |
public final class ExitCode {

    public static final int DONE = 0;
    public static final int FOUND = 1;
    public static final int REFUSED = 1;
    public static final int ERROR = 2;

    private ExitCode() {}
}
