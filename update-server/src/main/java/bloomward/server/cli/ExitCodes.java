package bloomward.server.cli;

import bloomward.server.admin.Refusal;
import bloomward.server.cli.client.Problem;
import java.util.Set;

/// What the programs end with.
///
/// | exit code | meaning |
/// |---|---|
/// | 0 | done |
/// | 1 | refused: by a guard, a rule, a role or the person who was asked; or what was verified is broken |
/// | 2 | an error: wrong command line, unreadable file, no connection, no such thing, the server failed |
final class ExitCodes {

    static final int DONE = 0;
    static final int REFUSED = 1;
    static final int ERROR = 2;

    private static final Set<Integer> REFUSING = Set.of(403, 409, 422);

    private ExitCodes() {}

    /// For what the server has answered. A code that this program does not know is judged by its status.
    static int of(Problem problem) {
        return problem.knownCode().map(ExitCodes::of)
                .orElse(!problem.code().isEmpty() && REFUSING.contains(problem.status()) ? REFUSED : ERROR);
    }

    static int of(Refusal.Code code) {
        return switch (code) {
            case FORBIDDEN, NAME_TAKEN, UNREADABLE_LIST, REFUSED_BY_GUARD, NEEDS_APPROVAL, LISTED_BY_SOURCE,
                    BAD_SIGNATURE, KEY_MISSING ->
                REFUSED;
            case NO_SUCH_LIST, NO_SUCH_SOURCE, NO_SUCH_HOLD, NO_SUCH_VERSION, NO_SUCH_FEED, NO_SUCH_TOKEN,
                    NOTHING_PENDING, BAD_REQUEST, FETCH_FAILED ->
                ERROR;
        };
    }
}
