package bloomward.server.fetch;

import java.io.IOException;

/// A failed fetch. [Fetcher] turns it into an outcome; it is an `IOException` because it must pass through the HTTP
/// client.
final class FetchException extends IOException {

    private static final long serialVersionUID = 1;

    private final FetchOutcome.Reason reason;
    private final String detail;

    FetchException(FetchOutcome.Reason reason, String detail) {
        super(detail);
        this.reason = reason;
        this.detail = detail;
    }

    FetchOutcome.Failed outcome() {
        return FetchOutcome.Failed.of(reason, detail);
    }
}
