package bloomward.server.cli;

import bloomward.program.command.CommandRun;
import bloomward.program.command.CommandRun.Failure;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal;
import bloomward.server.cli.client.ServerProblem;
import bloomward.server.cli.client.ServerProblemException;
import java.util.Optional;
import java.util.Set;

/// Converts refusals and errors of the server to a message and an exit code.
public final class AdminFailures implements CommandRun.Failures {

    private static final int SHOWN_ERRORS = 20;
    /// The answers of a listener without the route, such as the public one.
    private static final Set<String> OF_NO_ROUTE = Set.of("not-found", "method-not-allowed");
    private static final Set<Integer> REFUSING = Set.of(403, 409, 422);

    public AdminFailures() {}

    @Override
    public Optional<Failure> of(Exception e) {
        return e instanceof ServerProblemException told
                ? Optional.of(new Failure(exitCode(told.problem()), message(told.problem())))
                : Optional.empty();
    }

    /// A code unknown to this program is judged by its status.
    static int exitCode(ServerProblem problem) {
        return problem.knownCode()
                .map(AdminFailures::exitCode)
                .orElse(!problem.code().isEmpty() && REFUSING.contains(problem.status())
                        ? ExitCode.REFUSED
                        : ExitCode.ERROR);
    }

    static int exitCode(Refusal.Code code) {
        return switch (code) {
            case FORBIDDEN, NAME_TAKEN, UNREADABLE_LIST, LIST_BEYOND_LIMITS, ALLOW_FILE_FULL, REFUSED_BY_GUARD,
                    NEEDS_APPROVAL, DRAFT_CHANGED, NOT_LISTED, CANNOT_BE_UNDONE, LISTED_BY_SOURCE, BAD_SIGNATURE,
                    KEY_MISSING ->
                ExitCode.REFUSED;
            case NO_SUCH_LIST, NO_SUCH_SOURCE, NO_SUCH_HOLD, NO_SUCH_VERSION, NO_SUCH_FEED, NO_SUCH_TOKEN,
                    NO_SUCH_REPORT, NO_SUCH_FETCH, NO_SUCH_JOB, NOTHING_PENDING, BAD_REQUEST, FETCH_FAILED ->
                ExitCode.ERROR;
        };
    }

    /// The server's message, followed by the faulty lines of the body, if any.
    private static String message(ServerProblem problem) {
        if (problem.status() == 401) {
            return "token not accepted: " + problem.words() + "\nCheck the token file and the server's address."
                    + " An administrator can create a new token (token create);"
                    + " so can anyone with access to the server's machine (bloomward-server token).";
        }
        if (OF_NO_ROUTE.contains(problem.code())) {
            return "not the Admin API: " + problem.words() + "\nUse the address for administrators, as"
                    + " 'bloomward-server serve' shows it (by default port 8481), not the one for agents.";
        }
        StringBuilder message = new StringBuilder(problem.words().replace('\n', ' '));
        problem.errors()
                .stream()
                .limit(SHOWN_ERRORS)
                .forEach(error -> message.append('\n')
                        .append(error.line() > 0 ? "  line " + error.line() + ": " : "  ")
                        .append(Printable.of(error.text())));
        if (problem.errors().size() > SHOWN_ERRORS) {
            message.append("\n  ... and ").append(problem.errors().size() - SHOWN_ERRORS).append(" more");
        }
        if (problem.status() >= 500 && !problem.instance().isEmpty()) {
            message.append("\nDetails are in the server's log under ").append(problem.instance());
        }
        return message.toString();
    }
}
