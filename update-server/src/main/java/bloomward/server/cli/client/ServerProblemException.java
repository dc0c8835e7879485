package bloomward.server.cli.client;

/// A request that the server understood but refused.
public final class ServerProblemException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient ServerProblem problem;

    ServerProblemException(ServerProblem problem) {
        super(problem.words());
        this.problem = problem;
    }

    public ServerProblem problem() {
        return problem;
    }
}
