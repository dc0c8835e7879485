package bloomward.agent.fetch;

import java.time.Duration;
import java.util.Optional;

/// A failed fetch. The message names the address and the cause.
public final class FetchException extends Exception {

    private static final long serialVersionUID = 1;

    /// The kind of failure.
    public enum Reason {
        /// No connection, or a broken one.
        NOT_REACHED,
        /// TLS found no reason to trust the server.
        NOT_TRUSTED,
        /// Any status other than an answer: an error, a redirection, a log-in page.
        NOT_SERVED,
        /// More bytes than allowed.
        TOO_LARGE,
        /// Too few bytes in too much time.
        TOO_SLOW,
        /// The file on this machine could not be written.
        NOT_WRITTEN
    }

    private final Reason reason;
    private final transient Optional<Duration> retryAfter;

    public FetchException(Reason reason, String message) {
        this(reason, message, Optional.empty());
    }

    /// @param retryAfter time for which the server asked not to be polled
    public FetchException(Reason reason, String message, Optional<Duration> retryAfter) {
        super(message);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    public Reason reason() {
        return reason;
    }

    /// The time for which the server asked not to be polled.
    public Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
