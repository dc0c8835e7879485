package bloomward.agent.update;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The outcome of a poll.
public sealed interface UpdateOutcome {

    /// Nothing newer exists; a server said so just now.
    record Unchanged() implements UpdateOutcome {}

    /// A newer set is installed.
    ///
    /// @param sequence of its manifest
    /// @param lists what became of each list that changed
    record Updated(long sequence, List<ListChange> lists) implements UpdateOutcome {

        public Updated {
            lists = List.copyOf(lists);
        }
    }

    /// Everything is as it was.
    ///
    /// @param failure why
    /// @param message for a person: what, where, and what was expected
    /// @param retryAfter how long the server wants not to be asked
    record Failed(Failure failure, String message, Optional<Duration> retryAfter) implements UpdateOutcome {}

    /// The change of one list to its new version.
    ///
    /// @param list its name
    /// @param from its version before, 0 if it was not there
    /// @param to its version now, 0 if the publication has it no more
    /// @param deltas how many deltas were applied; none if the packed file was fetched
    /// @param fetchedBytes what was fetched for it
    record ListChange(String list, long from, long to, int deltas, long fetchedBytes) {}

    /// The kinds of failure, from the mildest to the worst.
    enum Failure {
        /// No server answered, or not with what was asked for. It may be well again soon.
        UNREACHABLE,
        /// Verification does not allow the update: it is not signed, not whole, or older than the last one. The server or
        /// something before it is wrong or hostile.
        REFUSED,
        /// The update needs a newer program.
        AGENT_TOO_OLD,
        /// This machine failed: a full disk, a file that cannot be written, another program at work on the store.
        LOCAL
    }
}
