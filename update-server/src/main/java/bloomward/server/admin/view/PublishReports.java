package bloomward.server.admin.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The questions and answers about publications.
public final class PublishReports {

    private PublishReports() {}

    /// @param lists empty with `all`
    /// @param dryRun compile and say what would come, publish nothing
    /// @param note for the history
    /// @param drafts digests of the drafts that are meant, as the difference shows them: no other is published; needed for
    ///        a list with review
    public record PublishRequest(List<String> lists, boolean all, boolean dryRun, String note, List<String> drafts) {}

    /// @param list empty for all lists as they were in publication `to`
    /// @param to a version of the list, or the sequence of a publication
    /// @param from the version or publication that was seen as the published one: from no other is gone back
    public record RollbackRequest(String list, long to, String note, Optional<Long> from) {

        /// From whatever is published.
        public RollbackRequest(String list, long to, String note) {
            this(list, to, note, Optional.empty());
        }
    }

    /// @param sequence null where nothing was published: nothing to publish, a dry run, or signatures are missing
    /// @param pending whether it waits for signatures of people
    /// @param held entries that share their key with another host or do not fit, and were held back
    /// @param leaving deleted lists that this publication is the first not to have
    /// @param refused lists that stay as they were published, while the others are published
    public record PublishReport(@JsonInclude @Nullable Long sequence, boolean pending, List<PublishedList> lists,
            long held, List<String> leaving, List<RefusedView> refused, String message) {

        /// The same, with refusals of an earlier step.
        public PublishReport withRefused(List<RefusedView> others) {
            return new PublishReport(sequence, pending, lists, held, leaving, others, message);
        }

        public PublishReport withMessage(String other) {
            return new PublishReport(sequence, pending, lists, held, leaving, refused, other);
        }
    }

    /// @param code of the problem that the list alone would be answered with
    public record RefusedView(String name, String code, String message) {}

    /// @param entries listed expressions
    public record PublishedList(String name, long version, long entries, long added, long removed, long packedBytes,
            long flatBytes, List<DeltaView> deltas) {}

    /// A delta file.
    public record DeltaView(long from, long to, long bytes) {}

    /// @param isCurrent whether agents get it now
    /// @param leaving deleted lists that it is the first not to have
    public record PublicationView(long sequence, Instant issued, Instant expires, String actor, String note,
            String manifest, boolean isCurrent, boolean renews, List<VersionView> lists, List<String> leaving) {}

    /// A version of a list.
    ///
    /// @param isNew whether the publication is the first that names it: what it added and removed came then
    public record VersionView(String name, long version, long entries, long added, long removed, long packedBytes,
            boolean isNew) {}

    /// A manifest that waits for signatures.
    ///
    /// @param note the manifest with the signatures it has
    /// @param sha256 of its text, which people compare
    public record PendingView(String note, String sha256, int signatures, int needed, DiffSummary diff) {}

    /// The changes that a pending manifest would make.
    public record DiffSummary(List<VersionView> lists) {}

    /// A signed note as text.
    public record SignedText(String note) {}
}
