package bloomward.server.mirror;

import java.time.Duration;
import java.util.Optional;

/// An origin that gave no usable answer, or one that failed its verification. What is served stays as it is.
final class OriginException extends Exception {

    private static final long serialVersionUID = 1;

    private final Kind kind;
    private final String why;
    private final transient Optional<Duration> retryAfter;

    /// The kinds of failure.
    enum Kind {
        /// No answer, or not the one that was asked for.
        UNREACHABLE,
        /// An answer that a newer root might make good.
        PERHAPS_OLD_ROOT,
        /// An answer that failed its verification.
        REFUSED
    }

    private OriginException(Kind kind, Object what, String why, Optional<Duration> retryAfter) {
        super(what + ": " + why);
        this.kind = kind;
        this.why = why;
        this.retryAfter = retryAfter;
    }

    static OriginException unreachable(Object what, String why) {
        return new OriginException(Kind.UNREACHABLE, what, why, Optional.empty());
    }

    static OriginException busy(Object what, String why, Optional<Duration> retryAfter) {
        return new OriginException(Kind.UNREACHABLE, what, why, retryAfter);
    }

    static OriginException refused(Object what, Exception why) {
        return new OriginException(Kind.REFUSED, what, String.valueOf(why.getMessage()), Optional.empty());
    }

    static OriginException refused(Object what, String why) {
        return new OriginException(Kind.REFUSED, what, why, Optional.empty());
    }

    static OriginException perhapsOldRoot(Object what, Exception why) {
        return new OriginException(Kind.PERHAPS_OLD_ROOT, what, String.valueOf(why.getMessage()), Optional.empty());
    }

    /// The reason without the file that was asked for.
    String why() {
        return why;
    }

    boolean mayBeOldRoot() {
        return kind == Kind.PERHAPS_OLD_ROOT;
    }

    /// Whether there was an answer, which must not be served.
    boolean isRefused() {
        return kind != Kind.UNREACHABLE;
    }

    /// The pause that the origin asked for.
    Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
