package bloomward.server.admin;

import java.time.Instant;
import java.util.List;

/// The questions and answers about holds.
public final class HoldReports {

    private HoldReports() {}

    /// A hold. Its id stands for its terms: on other terms the same entry is another hold.
    ///
    /// @param expression empty where a whole import is held
    /// @param remedy a way to deal with it
    /// @param scope of the expression, empty where a whole import is held
    /// @param category that the entry would have, empty for what is to be allowed
    /// @param expires the end of the entry or of what is to be allowed, empty for none
    /// @param entryReason noted with the entry or with what is to be allowed
    /// @param state open, released, rejected or withdrawn
    public record HoldView(long id, String list, String source, String expression, String reason, String detail,
            String remedy, long line, String scope, String category, String expires, String entryReason, String by,
            Instant at, String state, String decidedBy, String decisionReason) {}

    /// @param ids empty with `all`
    /// @param list only holds of this list, empty for all
    /// @param release or reject
    /// @param reason needed
    public record HoldDecision(List<Long> ids, boolean all, String list, boolean release, String reason) {}

    /// @param added to drafts
    /// @param needOther ids of those that a second person must release
    public record HoldReport(long decided, long added, List<Long> needOther) {}
}
