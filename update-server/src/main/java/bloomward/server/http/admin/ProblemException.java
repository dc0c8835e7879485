package bloomward.server.http.admin;

import bloomward.server.http.Problem;

/// A refused request, with the reason for the sender.
public final class ProblemException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.status() + " " + problem.code() + ": " + problem.detail());
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
