package bloomward.server.fetch;

import java.io.IOException;

/// Why a fetch ends. [Fetcher] makes an outcome of it; it is an `IOException` because it must come through the client.
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
