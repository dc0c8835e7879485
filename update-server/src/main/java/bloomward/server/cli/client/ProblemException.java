package bloomward.server.cli.client;

/// The server has understood and does not do it.
public final class ProblemException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.words());
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
