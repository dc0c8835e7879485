package bloomward.server.admin.view;

import bloomward.server.admin.view.ListReports.ListDiff;
import java.time.Instant;
import java.util.List;

/// The questions and answers about the review of drafts, and about versions.
public final class ReviewReports {

    private ReviewReports() {}

    /// A draft as one person sees it.
    ///
    /// @param diff the changes that a publication would make
    /// @param change the last one
    /// @param authors of its changes
    /// @param review words of people since the published version, the oldest first
    /// @param mayApprove empty if the person may, otherwise the reason
    /// @param mayPublish empty if the person may, otherwise the reason
    public record DraftView(ListDiff diff, long change, List<String> authors, List<ReviewView> review,
            String mayApprove, String mayPublish) {}

    /// @param kind request, decline or approve
    /// @param draft digest of the draft that was meant
    /// @param isCurrent whether it is the draft as it stands
    public record ReviewView(String kind, String by, Instant at, String note, String draft, boolean isCurrent) {}

    /// @param draft digest of the draft that was seen
    /// @param note for people
    public record ReviewWords(String draft, String note) {}

    /// A part of the versions of a list, the newest first.
    ///
    /// @param next the version before which the next part begins, 0 at the end
    public record VersionsPart(String list, List<VersionDetails> versions, long next) {}

    /// @param sequence of the first publication that names it
    /// @param actor of that publication
    /// @param entries listed expressions
    /// @param isPublished whether agents get it now
    /// @param returnable whether the list can return to it
    /// @param reason why it cannot, empty if it can
    public record VersionDetails(long version, long sequence, Instant at, String actor, String note, long entries,
            long added, long removed, long packedBytes, boolean isPublished, boolean returnable, String reason) {}
}
