package bloomward.server.http.report;

import bloomward.server.http.Problem;
import bloomward.server.http.Problems;
import java.time.Duration;
import java.util.Optional;

/// A request about reports that is refused, with the answer for its sender.
final class RefusedReportException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Problem problem;
    private final transient Optional<Duration> retryAfter;
    private boolean isBodyRead;

    RefusedReportException(int status, String detail) {
        this(status, detail, Optional.empty());
    }

    RefusedReportException(int status, String detail, Duration retryAfter) {
        this(status, detail, Optional.of(retryAfter));
    }

    private RefusedReportException(int status, String detail, Optional<Duration> retryAfter) {
        super(detail);
        this.problem = Problems.of(status, detail);
        this.retryAfter = retryAfter;
    }

    /// The same after all of the request was read, so its connection can be used again.
    RefusedReportException afterBody() {
        isBodyRead = true;
        return this;
    }

    boolean isBodyRead() {
        return isBodyRead;
    }

    Problem problem() {
        return problem;
    }

    /// The time after which another request can succeed.
    Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
