package bloomward.agent.update;

import bloomward.agent.fetch.FetchException;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.FormatException;
import bloomward.format.io.IoWords;
import bloomward.format.release.ReleaseException;
import bloomward.format.sign.UntrustedNoteException;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// A failed attempt, at one address or on this machine. The one place that turns an exception into a kind of failure and a
/// message.
final class AttemptException extends Exception {

    private static final long serialVersionUID = 1;

    private final Failure failure;
    private final boolean mayBeOldRoot;
    private final transient Optional<Duration> retryAfter;

    private AttemptException(Failure failure, String message, boolean mayBeOldRoot, Optional<Duration> retryAfter) {
        super(message);
        this.failure = failure;
        this.mayBeOldRoot = mayBeOldRoot;
        this.retryAfter = retryAfter;
    }

    /// A piece of work on a file, which may turn out to be bad.
    ///
    /// @param <T> its result
    @FunctionalInterface
    interface Work<T> {
        T run() throws FormatException, UntrustedNoteException, ReleaseException, FetchException, IOException,
                AttemptException;
    }

    /// Does a piece of work; a failure names the file.
    ///
    /// @param what the file: its address, or a list and the part of it
    static <T> T during(String what, Work<T> work) throws AttemptException {
        try {
            return work.run();
        } catch (FormatException e) {
            Failure failure = e.reason() == FormatException.Reason.TOO_NEW ? Failure.AGENT_TOO_OLD : Failure.REFUSED;
            throw because(failure, what, e.reason(), e, false);
        } catch (UntrustedNoteException e) {
            throw because(Failure.REFUSED, what, e.reason(), e, true);
        } catch (ReleaseException e) {
            throw because(Failure.REFUSED, what, e.reason(), e, e.reason() == ReleaseException.Reason.NEWER_ROOT);
        } catch (FetchException e) {
            String said = String.valueOf(e.getMessage()); // mostly it begins with the address itself
            throw new AttemptException(kindOf(e), said.startsWith(what) ? said : what + ": " + said, false,
                    e.retryAfter());
        } catch (IOException e) {
            throw local(what, e);
        }
    }

    /// Verification does not allow the update.
    static AttemptException refused(String what, String why) {
        return new AttemptException(Failure.REFUSED, what + ": " + why, false, Optional.empty());
    }

    /// A file is not there.
    static AttemptException missing(String what, String why) {
        return new AttemptException(Failure.UNREACHABLE, what + ": " + why, false, Optional.empty());
    }

    /// This machine failed.
    static AttemptException local(String what, IOException e) {
        return new AttemptException(Failure.LOCAL, what + ": " + IoWords.of(e), false, Optional.empty());
    }

    /// The store was made by a newer program, or is damaged.
    static AttemptException stored(String what, FormatException e) {
        Failure failure = e.reason() == FormatException.Reason.TOO_NEW ? Failure.AGENT_TOO_OLD : Failure.LOCAL;
        return because(failure, what, e.reason(), e, false);
    }

    Failure failure() {
        return failure;
    }

    /// Whether a newer root might make it good.
    boolean mayBeOldRoot() {
        return mayBeOldRoot;
    }

    Optional<Duration> retryAfter() {
        return retryAfter;
    }

    UpdateOutcome.Failed outcome() {
        return new UpdateOutcome.Failed(failure, String.valueOf(getMessage()), retryAfter);
    }

    private static AttemptException because(Failure failure, String what, Enum<?> reason, Exception e,
            boolean mayBeOldRoot) {
        String words = reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return new AttemptException(failure, what + ": " + words + ": " + e.getMessage(), mayBeOldRoot,
                Optional.empty());
    }

    private static Failure kindOf(FetchException e) {
        return switch (e.reason()) {
            case NOT_WRITTEN -> Failure.LOCAL;
            case TOO_LARGE -> Failure.REFUSED;
            case NOT_REACHED, NOT_TRUSTED, NOT_SERVED, TOO_SLOW -> Failure.UNREACHABLE;
        };
    }
}
