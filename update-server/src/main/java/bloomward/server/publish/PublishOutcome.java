package bloomward.server.publish;

import bloomward.server.publish.version.NewVersion;
import java.util.List;

/// The outcome of publishing.
public sealed interface PublishOutcome {

    /// Every draft is as it was published.
    record Nothing() implements PublishOutcome {}

    /// Agents will get it with their next poll.
    ///
    /// @param lists that have a new version
    /// @param held entries that cannot be published, and wait for a person
    /// @param leaving deleted lists that it is the first not to name
    /// @param refused lists that stay as they were
    record Done(long sequence, List<NewVersion> lists, long held, List<String> leaving,
            List<RefusedList> refused) implements PublishOutcome {}

    /// It waits for signatures of keys that are not on the server.
    ///
    /// @param needed how many are missing
    record Pending(List<NewVersion> lists, long held, int needed, List<String> leaving,
            List<RefusedList> refused) implements PublishOutcome {}

    /// The publication as it would be.
    record DryRun(List<NewVersion> lists, long held, List<String> leaving,
            List<RefusedList> refused) implements PublishOutcome {}
}
