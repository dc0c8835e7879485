package bloomward.server.job;

import bloomward.server.admin.Role;
import java.time.Instant;
import java.util.Optional;

/// A job at one moment.
///
/// @param kind import, fetch, publish or rollback
/// @param subject the list or feed; empty for all
/// @param by the person who asked for it
/// @param role that may ask for it, and may see it
/// @param step of the work, in a word or two
/// @param of the whole of the step, 0 if unknown
/// @param ending how it ended; empty while it runs
public record JobState(String id, String kind, String subject, String by, Role role, Instant beganAt, String step,
        long done, long of, Optional<Ending> ending) {

    /// The end of a job.
    public sealed interface Ending {

        Instant at();

        /// @param outcome the answer that would have been given
        record Done(Instant at, Object outcome) implements Ending {}

        /// @param problem the refusal that would have been answered
        record Failed(Instant at, Object problem) implements Ending {}
    }

    public boolean isRunning() {
        return ending.isEmpty();
    }
}
