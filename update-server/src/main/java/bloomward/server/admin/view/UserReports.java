package bloomward.server.admin.view;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The questions and answers about reports of people.
public final class UserReports {

    private UserReports() {}

    /// All texts up to the version come from strangers.
    ///
    /// @param kind wrong (blocked by mistake) or missed (should be blocked)
    /// @param url as sent; empty after it was erased
    /// @param canonical the page that entries are compared with
    /// @param verdict of the sender's program: clean, listed, allowed or unknown
    /// @param list in which that program found it, empty if in none
    /// @param version of that list, 0 if unknown
    /// @param at when the first one came
    /// @param lastAt when the last one came
    /// @param count of those that told the same
    /// @param state open, accepted, published or rejected
    /// @param hold that an acceptance waits for, 0 if none
    /// @param decidedAt empty while it is open
    public record ReportView(long id, String kind, String url, String canonical, String comment, String verdict,
            String list, String expression, long version, Instant at, Instant lastAt, long count, String state,
            long hold, String decidedBy, String decidedAt, String decisionReason) {}

    /// Reports of which some are shown, the oldest first.
    ///
    /// @param total that fit the question, as the counts are of all that fit
    /// @param byKind counts by wrong and missed
    /// @param byList counts by the list that the senders' programs named, empty for none
    /// @param next the id behind which the next part begins, 0 at the end
    public record ReportsPart(List<ReportView> reports, long total, Map<String, Long> byKind, Map<String, Long> byList,
            long next) {}

    /// Reports about the same host, those of most people first.
    ///
    /// @param total groups that fit the question
    /// @param next the number of groups before the next part, 0 at the end
    public record ReportGroups(List<ReportGroup> groups, long total, long next) {}

    /// @param ids of the reports, at most 1,000
    /// @param people that sent one of them
    /// @param lists that their programs named
    /// @param comment the last one that is not empty
    public record ReportGroup(String kind, String host, List<Long> ids, long people, List<String> lists, String comment,
            Instant at, Instant lastAt) {}

    /// @param list that gets the entry of a missed page; may be empty if there is only one list
    /// @param scope of that entry, or of an allow entry: auto, host, prefix or exact
    /// @param category of that entry, empty for the list's
    /// @param allow whether a wrong block is corrected by an allow entry instead of a removal
    /// @param corrected whether a wrong block is corrected already
    /// @param dryRun whether to tell only what would be done
    /// @param reason may be empty
    public record ReportAcceptance(List<Long> ids, String list, String scope, String category, boolean allow,
            boolean corrected, boolean dryRun, String reason) {}

    /// @param reason needed
    public record ReportRejection(List<Long> ids, String reason) {}

    /// @param outcome accepted, rejected, held, refused, or planned in a dry run
    /// @param effects on drafts and on the allow list
    /// @param hold to decide first, 0 if none
    /// @param message details, for people
    public record ReportOutcome(long id, String outcome, List<ReportEffect> effects, long hold, String message) {}

    /// @param change add, remove or allow
    /// @param list empty for the allow list
    public record ReportEffect(String change, String list, String expression, String scope) {}
}
