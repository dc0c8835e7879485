package bloomward.agent.fetch;

import java.time.Duration;
import java.util.Optional;

/// Nothing usable came. The message says from where and what happened instead.
public final class FetchException extends Exception {

    private static final long serialVersionUID = 1;

    /// Why.
    public enum Reason {
        /// No connection, or it broke.
        NOT_REACHED,
        /// TLS found no reason to trust the server.
        NOT_TRUSTED,
        /// Any status that is no answer: an error, a redirection, a log-in page.
        REFUSED,
        /// More bytes than there can be.
        TOO_LARGE,
        /// Bytes came, but too few in too much time.
        TOO_SLOW,
        /// The file on this machine could not be written.
        NOT_WRITTEN
    }

    private final Reason reason;
    private final transient Optional<Duration> retryAfter;

    public FetchException(Reason reason, String message) {
        this(reason, message, Optional.empty());
    }

    /// @param retryAfter how long the server wants not to be asked, as it said
    public FetchException(Reason reason, String message, Optional<Duration> retryAfter) {
        super(message);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    public Reason reason() {
        return reason;
    }

    /// How long the server wants not to be asked.
    public Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
